// Every C++ function that is compiled carries the mode, with and without
// exceptions: lambdas, templates, members, and what the compiler writes itself.

// RUN: %clang_cc1 -triple x86_64-unknown-linux-gnu -std=c++17 -O2 -disable-llvm-passes -emit-llvm \
// RUN:   -fcxx-exceptions -fexceptions -fexception-safe-tiling=optimized -o - %s \
// RUN:   | FileCheck %s -allow-deprecated-dag-overlap
// RUN: %clang_cc1 -triple x86_64-unknown-linux-gnu -std=c++17 -O2 -disable-llvm-passes -emit-llvm \
// RUN:   -DNO_EXCEPTIONS -fexception-safe-tiling=optimized -o - %s \
// RUN:   | FileCheck %s -allow-deprecated-dag-overlap

struct S {
  int Value;
  S();
  virtual ~S();
  int get(int I) {
#ifndef NO_EXCEPTIONS
    if (I < 0)
      throw I;
#endif
    return Value;
  }
};

// CHECK-DAG: define{{.*}} @_ZN1SC2Ev({{.*}} #[[CTOR:[0-9]+]]
S::S() : Value(0) {}

// CHECK-DAG: define{{.*}} @_ZN1SD2Ev({{.*}} #[[DTOR:[0-9]+]]
S::~S() {}

template <typename T> T twice(T V) { return V + V; }

// CHECK-DAG: define{{.*}} @_Z3useR1S({{.*}} #[[USE:[0-9]+]]
int use(S &Object) {
  auto Lambda = [&](int I) { return Object.get(I); };
  return Lambda(1) + twice(2);
}

// CHECK-DAG: define{{.*}}ENK3$_0clEi"({{.*}} #[[LAMBDA:[0-9]+]]
// CHECK-DAG: define{{.*}} @_ZN1S3getEi({{.*}} #[[MEMBER:[0-9]+]]
// CHECK-DAG: define{{.*}} @_Z5twiceIiET_S0_({{.*}} #[[TEMPLATE:[0-9]+]]
// CHECK-DAG: define{{.*}} @_ZN1SD0Ev({{.*}} #[[DELETING:[0-9]+]]

// CHECK-DAG: attributes #[[CTOR]] = { {{.*}}"exception-safe-tiling"="optimized"
// CHECK-DAG: attributes #[[DTOR]] = { {{.*}}"exception-safe-tiling"="optimized"
// CHECK-DAG: attributes #[[USE]] = { {{.*}}"exception-safe-tiling"="optimized"
// CHECK-DAG: attributes #[[LAMBDA]] = { {{.*}}"exception-safe-tiling"="optimized"
// CHECK-DAG: attributes #[[MEMBER]] = { {{.*}}"exception-safe-tiling"="optimized"
// CHECK-DAG: attributes #[[TEMPLATE]] = { {{.*}}"exception-safe-tiling"="optimized"
// CHECK-DAG: attributes #[[DELETING]] = { {{.*}}"exception-safe-tiling"="optimized"
