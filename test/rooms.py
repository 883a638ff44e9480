#!/usr/bin/env python3
"""Rooms of lib/ESCoP: a file includes what is in its own room, or in those below.

usage: rooms.py POLLY          (the folder that holds lib/ESCoP and include/polly/ESCoP)

From the bottom to the top the rooms are

  Support, Nest, Copies, Footprint, Products, Policy, Driver, Blocks, and the files of lib/ESCoP itself.

A room's public header is include/polly/ESCoP/ROOM.h; Pipeline.h belongs to the top. Runtime.h, which
the compiled runtime and the compiler share, is below all. Printed, one a line, and exit status 1:

  an include of the header of a room above;
  an include of another room's private header;
  a public header that no other room includes;
  a public header of no room.

Every file is read, comments left out; includes of LLVM, Polly and the C++ library are no matter.
"""

import os
import re
import sys

ROOMS = ["Support", "Nest", "Copies", "Footprint", "Products", "Policy", "Driver", "Blocks", "Pipeline"]
SHARED = "Runtime"  # in front of all rooms; its folder is what runs in the user's program
PUBLIC = "polly/ESCoP/"


def includes(path):
    with open(path) as file:
        return re.findall(r'^\s*#\s*include\s*"([^"]+)"', file.read(), re.M)


def check(polly):
    """The complaints."""
    lib, public = os.path.join(polly, "lib/ESCoP"), os.path.join(polly, "include", PUBLIC)
    files = [(SHARED if name == SHARED + ".h" else name[:-2], os.path.join(public, name))
             for name in sorted(os.listdir(public)) if name.endswith(".h")]
    for folder, _, names in sorted(os.walk(lib)):
        room = os.path.relpath(folder, lib)
        files += [("Pipeline" if room == "." else room, os.path.join(folder, name))
                  for name in sorted(names) if name.endswith((".cpp", ".h"))]
    used = set()
    for room, path in files:
        where = os.path.relpath(path, polly)
        if room not in ROOMS + [SHARED]:
            yield f"{where}: {room} is no room"
            continue
        for name in includes(path):
            if name.startswith(PUBLIC) and name.endswith(".h"):
                other = name[len(PUBLIC):-2]
                if other != room:
                    used.add(other)
                if other not in ROOMS + [SHARED]:
                    yield f"{where}: {name} is of no room"
                elif other != SHARED and (room == SHARED or ROOMS.index(other) > ROOMS.index(room)):
                    yield f"{where}: {name} is above"
            elif os.path.exists(os.path.join(lib, name)) and room != "Pipeline" and "/" in name:
                yield f"{where}: {name} is another room's own"
            elif name.startswith("../"):
                yield f"{where}: {name} is another room's own"
    # The pass is registered, and the option declared, outside of these folders.
    for room in ROOMS[:-1]:
        if room not in used:
            yield f"{PUBLIC}{room}.h: no other room includes it"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.split("\n\n")[1])
    complaints = list(check(sys.argv[1]))
    print("\n".join(complaints))
    return bool(complaints)


if __name__ == "__main__":
    sys.exit(main())
