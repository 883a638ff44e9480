// Vector and Matrix of the harness, with int elements.
#ifndef ESCOP_BENCH_INTEGERS_H
#define ESCOP_BENCH_INTEGERS_H

#include "harness.h"

using IntRow = int[PITCH];

#ifndef VARIANT_CHECKED

using IntVector = int *;
using IntMatrix = IntRow *;
using IntMatrixRef = IntRow *;
using ConstIntVectorRef = const int *;

inline void allocate(IntVector &X, long Size) { X = newArray<int>((Size + 1) / 2 * 2); }
inline void allocate(IntMatrix &X, long Rows, long Columns) {
  X = newArray<IntRow>(Rows, Columns, PITCH);
}

#else

struct IntVector {
  int *Data;
  long Size;
  int &operator[](long I) { return checkIndex("element", I, Size), Data[I]; }
  const int &operator[](long I) const { return checkIndex("element", I, Size), Data[I]; }
};

struct IntMatrix {
  IntRow *Data;
  long Rows, Columns;
  Line<int> operator[](long I) { return checkIndex("row", I, Rows), Line(Data[I], Columns); }
};

using IntMatrixRef = IntMatrix &;
using ConstIntVectorRef = const IntVector &;

inline void allocate(IntVector &X, long Size) { X = {newArray<int>((Size + 1) / 2 * 2), Size}; }
inline void allocate(IntMatrix &X, long Rows, long Columns) {
  X = {newArray<IntRow>(Rows, Columns, PITCH), Rows, Columns};
}
inline void shrink(IntMatrix &X, long Rows) { shrinkExtent(X.Rows, Rows); }
inline void shrink(IntVector &X, long Size) { shrinkExtent(X.Size, Size); }

#endif
#endif
