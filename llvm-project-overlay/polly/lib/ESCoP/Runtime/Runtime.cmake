# The run-time functions of exception-safe tiling as an include file,
# ESCoPRuntime.inc: the bytes of their bitcode.
#
#   escop_runtime(OUTPUT COMPILER LINK)
#
# COMPILER is a Clang that is no newer than the LLVM that reads the bitcode, LINK
# is llvm-link of that release. The code is the same for all 64-bit targets
# (Runtime.h), so it is compiled for one and told the module's target when it is
# linked into it.
set(ESCOP_RUNTIME_DIR ${CMAKE_CURRENT_LIST_DIR})
function(escop_runtime output compiler link)
  get_filename_component(include ${ESCOP_RUNTIME_DIR}/../../../include ABSOLUTE)
  file(GLOB sources CONFIGURE_DEPENDS ${ESCOP_RUNTIME_DIR}/*.cpp)
  file(GLOB headers CONFIGURE_DEPENDS ${ESCOP_RUNTIME_DIR}/*.h)
  set(objects)
  foreach(source ${sources})
    get_filename_component(name ${source} NAME_WE)
    set(object ${CMAKE_CURRENT_BINARY_DIR}/escop-runtime/${name}.bc)
    add_custom_command(OUTPUT ${object}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_CURRENT_BINARY_DIR}/escop-runtime
      COMMAND ${compiler} --target=x86_64-unknown-linux-gnu -std=c++17 -Os -ffreestanding
        -fno-exceptions -fno-rtti -fno-threadsafe-statics -fno-vectorize -fno-slp-vectorize
        -fno-unroll-loops -fno-stack-protector -fno-ident -Wall -Wextra -I ${include}
        -emit-llvm -c ${source} -o ${object}
      DEPENDS ${source} ${headers} ${include}/polly/ESCoP/Runtime.h
      COMMENT "Compiling ${name}.cpp of the run-time functions" VERBATIM)
    list(APPEND objects ${object})
  endforeach()
  set(bitcode ${CMAKE_CURRENT_BINARY_DIR}/escop-runtime/Runtime.bc)
  get_filename_component(folder ${output} DIRECTORY)
  include_directories(${folder})
  add_custom_command(OUTPUT ${output}
    COMMAND ${link} ${objects} -o ${bitcode}
    COMMAND ${CMAKE_COMMAND} -DINPUT=${bitcode} -DOUTPUT=${output}
      -P ${ESCOP_RUNTIME_DIR}/Embed.cmake
    DEPENDS ${objects} ${ESCOP_RUNTIME_DIR}/Embed.cmake
    COMMENT "Embedding the run-time functions" VERBATIM)
endfunction()
