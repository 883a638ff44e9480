# Writes the bytes of the file INPUT to OUTPUT, as the initialisers of an array.
file(READ ${INPUT} bytes HEX)
string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
string(REGEX REPLACE "(................................................................................)" "\\1\n"
  bytes "${bytes}")
file(WRITE ${OUTPUT} "${bytes}\n")
