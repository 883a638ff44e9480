// The mode of exception-safe tiling is a function attribute of definitions.

// RUN: %clang_cc1 -O2 -disable-llvm-passes -emit-llvm -o - %s -fexception-safe-tiling=optimized \
// RUN:   | FileCheck %s --check-prefixes=CHECK,ON -DMODE=optimized
// RUN: %clang_cc1 -O3 -disable-llvm-passes -emit-llvm -o - %s -fexception-safe-tiling=naive \
// RUN:   | FileCheck %s --check-prefixes=CHECK,ON -DMODE=naive
// RUN: %clang_cc1 -Os -disable-llvm-passes -emit-llvm -o - %s -fexception-safe-tiling=naive \
// RUN:   | FileCheck %s --check-prefixes=CHECK,ON -DMODE=naive

// Functions that are not to be optimized carry none.
// RUN: %clang_cc1 -O2 -disable-llvm-passes -emit-llvm -o - %s \
// RUN:   | FileCheck %s --implicit-check-not='"exception-safe-tiling"'
// RUN: %clang_cc1 -O1 -disable-llvm-passes -emit-llvm -o - %s -fexception-safe-tiling=optimized \
// RUN:   | FileCheck %s --implicit-check-not='"exception-safe-tiling"'
// RUN: %clang_cc1 -O0 -disable-llvm-passes -emit-llvm -o - %s -fexception-safe-tiling=optimized \
// RUN:   | FileCheck %s --implicit-check-not='"exception-safe-tiling"'

int declared(void);

// CHECK: define{{.*}} @defined({{.*}} #[[DEF:[0-9]+]]
int defined(void) { return declared(); }

// CHECK: declare{{.*}} @declared({{.*}} #[[DECL:[0-9]+]]

// CHECK: define{{.*}} @not_optimized({{.*}} #[[OPTNONE:[0-9]+]]
__attribute__((optnone)) int not_optimized(void) { return 1; }

#pragma clang optimize off
// CHECK: define{{.*}} @off_by_pragma({{.*}} #[[OPTNONE]]
int off_by_pragma(void) { return 2; }
#pragma clang optimize on

// CHECK: define{{.*}} @small({{.*}} #[[SMALL:[0-9]+]]
__attribute__((minsize)) int small(void) { return 3; }

// ON: attributes #[[DEF]] = { {{.*}}"exception-safe-tiling"="[[MODE]]"
// ON-NOT: attributes #[[DECL]] = { {{.*}}"exception-safe-tiling"
// ON-NOT: attributes #[[OPTNONE]] = { {{.*}}"exception-safe-tiling"
// ON: attributes #[[SMALL]] = { {{.*}}"exception-safe-tiling"="[[MODE]]"
