// A matrix whose accessor makes a message so large that Clang does not inline it, and the message
// that a call leaves with.
#ifndef MATRIX_WITH_MESSAGES_H
#define MATRIX_WITH_MESSAGES_H

#include <cstddef>
#include <exception>
#include <stdexcept>
#include <string>

template <class T, class Index> struct Matrix {
  Index Rows, Columns;
  T *Data;

  T &operator()(Index i, Index j) const {
    if (i < 0 || i >= Rows || j < 0 || j >= Columns)
      throw std::out_of_range("row " + std::to_string(i) + " of " + std::to_string(Rows) +
                              ", column " + std::to_string(j) + " of " + std::to_string(Columns));
    return Data[std::size_t(i) * Columns + j];
  }
};
using Doubles = Matrix<double, int>;

template <class Call> std::string messageOf(Call call) {
  try {
    call();
  } catch (const std::exception &e) {
    return e.what();
  }
  return "returned";
}

#endif
