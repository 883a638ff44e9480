// A precompiled header serves compilations with and without the option; the
// option of the compilation counts.

// RUN: %clang_cc1 -O2 -x c++-header -emit-pch -o %t.off.pch %s
// RUN: %clang_cc1 -O2 -x c++-header -emit-pch -o %t.on.pch -fexception-safe-tiling=naive %s
// RUN: %clang_cc1 -O2 -disable-llvm-passes -include-pch %t.off.pch -emit-llvm -o - %s \
// RUN:   -fexception-safe-tiling=optimized | FileCheck %s --check-prefix=ON
// RUN: %clang_cc1 -O2 -disable-llvm-passes -include-pch %t.on.pch -emit-llvm -o - %s \
// RUN:   -fexception-safe-tiling=optimized | FileCheck %s --check-prefix=ON
// RUN: %clang_cc1 -O2 -disable-llvm-passes -include-pch %t.on.pch -emit-llvm -o - %s \
// RUN:   | FileCheck %s --check-prefix=OFF

#ifndef HEADER
#define HEADER
inline int inHeader(int X) { return X + 1; }
#else
int inSource(int X) { return inHeader(X); }
#endif

// ON: define{{.*}}inHeader
// ON: "exception-safe-tiling"="optimized"
// OFF-NOT: "exception-safe-tiling"
