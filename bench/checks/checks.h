//===- checks.h - Arrays whose accesses are checked -------------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CHECK says what the arrays of a program check:
//
//   0  nothing
//   1  bounds: every index
//   2  values: what is read (a NaN, or the least number of an integer type)
//   3  results: what is written, likewise
//
//===----------------------------------------------------------------------===//

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#ifndef CHECK
#define CHECK 0
#endif

template <typename T> constexpr T getBad() {
  return std::is_floating_point_v<T> ? std::numeric_limits<T>::quiet_NaN()
                                     : std::numeric_limits<T>::min();
}

template <typename T> class Array {
  T *Data;
  long Size;

  static void checkValue(T Value) {
    if (std::is_floating_point_v<T> ? Value != Value : Value == getBad<T>())
      throw std::domain_error("value");
  }
  void checkIndex(long Index) const {
    if (CHECK == 1 && (Index < 0 || Index >= Size))
      throw std::out_of_range("index");
  }

public:
  Array(T *Data, long Size) : Data(Data), Size(Size) {}
  T operator()(long Index) const {
    checkIndex(Index);
    const T Value = Data[Index];
    if (CHECK == 2)
      checkValue(Value);
    return Value;
  }
  void set(long Index, T Value) const {
    checkIndex(Index);
    if (CHECK == 3)
      checkValue(Value);
    Data[Index] = Value;
  }
};
