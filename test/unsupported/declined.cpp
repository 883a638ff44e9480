// RUN: %exact %s --args 9
//
// Nests outside the subset: each must compile and stay exact. declined_remarks.test checks that the
// first five say why they were not tiled, each at its line.
#include "escop.h"
#include <atomic>

constexpr int P = 16;
static double A[P][P], B[P][P], C[P][P];
static int Index[P];
static volatile double Volatile[P];
static std::atomic<long> Atomic;
static int unknownCalls;
// Not inlined and not analysed: what it does is unknown where it is called.
__attribute__((noinline, optnone)) static double unknown(double x) {
  ++unknownCalls;
  return x + 1;
}

// CHECK-DAG: declined.cpp:[[#@LINE+2]]:{{[0-9]+}}: remark: not tiled:
NOINLINE static void unknownCall(int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (A[i][j] > LIMIT)
        throw i * 100 + j;
      C[i][j] += unknown(B[i][j]);
    }
}
// CHECK-DAG: declined.cpp:[[#@LINE+2]]:{{[0-9]+}}: remark: not tiled:
NOINLINE static void volatileLoad(int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (A[i][j] > LIMIT)
        throw i * 100 + j;
      C[i][j] += Volatile[j];
    }
}
// CHECK-DAG: declined.cpp:[[#@LINE+2]]:{{[0-9]+}}: remark: not tiled:
NOINLINE static void atomicAdd(int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (A[i][j] > LIMIT)
        throw i * 100 + j;
      Atomic.fetch_add((long)B[i][j], std::memory_order_relaxed);
    }
}
// The bound of the inner loop is loaded, and written in the nest.
// CHECK-DAG: declined.cpp:[[#@LINE+2]]:{{[0-9]+}}: remark: not tiled:
NOINLINE static void dataBound(int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < Index[i]; ++j) {
      if (A[i][j] > LIMIT)
        throw i * 100 + j;
      C[i][j] += B[i][j];
      Index[j] = (Index[j] + j) % n;
    }
}
// A while loop that only the data ends.
// CHECK-DAG: declined.cpp:[[#@LINE+3]]:{{[0-9]+}}: remark: not tiled:
NOINLINE static void unknownTrip(int n) {
  int i = 0;
  while (C[i % n][i / n % n] < 1000)
    for (int j = 0; j < n; ++j) {
      if (A[i % n][j] > LIMIT)
        throw i * 100 + j;
      C[i % n][j] += 300;
      i += j & 1;
    }
}

// These may be tiled one day: exact either way.
NOINLINE static void indirect(int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (A[Index[i]][j] > LIMIT)
        throw i * 100 + j;
      C[i][Index[j]] += B[Index[i]][j];
    }
}
NOINLINE static void catchInLoop(int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      try {
        if (A[i][j] > LIMIT)
          throw j;
        C[i][j] += B[i][j];
      } catch (int where) {
        C[i][j] = -where;
      }
    }
}
NOINLINE static void catchPerRow(int n) {
  for (int i = 0; i < n; ++i) {
    try {
      for (int j = 0; j < n; ++j)
        for (int k = 0; k < n; ++k) {
          if (A[i][k] > LIMIT)
            throw j * n + k;
          C[i][j] += A[i][k] * B[k][j];
        }
    } catch (int where) {
      C[i][0] -= where;
    }
  }
}
NOINLINE static void innerBreak(int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      C[i][j] += B[i][j];
      if (A[i][j] > LIMIT)
        break;
    }
}
NOINLINE static void innerContinue(int n) {
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (A[i][j] > LIMIT)
        goto next;
      C[i][j] += B[i][j];
    }
    C[i][0] += 100;
  next:;
  }
}
NOINLINE static void callThatThrows(int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      auto check = [](double x) __attribute__((noinline)) {
        if (x > LIMIT)
          throw 5;
        return x;
      };
      C[i][j] += check(A[i][j]);
    }
}
NOINLINE static void jumpsInto(int n) { // irreducible: two entries
  int i = 0, j = 2;
  if (n & 1)
    goto inside;
  for (; i < n; ++i)
    for (j = 0; j < n; ++j) {
    inside:
      if (A[i][j] > LIMIT)
        throw i * 100 + j;
      C[i][j] += B[i][j];
    }
}
NOINLINE static void allocates(int n) {
  for (int i = 0; i < n; ++i) {
    double *row = new double[n];
    for (int j = 0; j < n; ++j) {
      row[j] = A[i][j];
      if (row[j] > LIMIT) {
        delete[] row;
        throw i * 100 + j;
      }
      C[j][i] += row[j];
    }
    delete[] row;
  }
}
NOINLINE static void copies(int n) { // memcpy inside
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (A[i][j] > LIMIT)
        throw i * 100 + j;
      memcpy(&C[i][0], &B[j][0], n * sizeof(double));
    }
}

int main(int, char **argv) {
  int n = atoi(argv[1]);
  static void (*const kernels[])(int) = {
      unknownCall, volatileLoad,  atomicAdd,  dataBound, unknownTrip, indirect, catchInLoop, catchPerRow,
      innerBreak,  innerContinue, callThatThrows, jumpsInto, allocates,  copies};
  int number = 0;
  for (auto kernel : kernels) {
    for (int p = -1; p < n * n; ++p) {
      for (int i = 0; i < P; ++i) {
        for (int j = 0; j < P; ++j) {
          A[i][j] = small(i, j, 7);
          B[i][j] = small(i, j, 5);
          C[i][j] = small(i, j, 3);
        }
        Index[i] = (i * 5 + 3) % n;
        Volatile[i] = i;
      }
      Atomic = 0;
      unknownCalls = 0;
      if (p >= 0) {
        A[p / n][p % n] = POISON;
        A[p * 7 / n % n][p * 7 % n] = POISON;
      }
      printf("%d %d: ", number, p);
      try {
        kernel(n);
        printf("end");
      } catch (int where) {
        printf("%d", where);
      }
      uint64_t h = hash_more(hash_of(C, sizeof C), Index, sizeof Index);
      printf(" %llx %ld %d\n", (unsigned long long)h, Atomic.load(), unknownCalls);
    }
    ++number;
  }
  return 0;
}
