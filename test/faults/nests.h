// What the fault tests share: nests for the ways in which a nest is executed, over arrays at any
// address. Each goes over n rows and m columns of arrays with rows of Pitch elements.
//
//   inspected          Inspect (naive: Speculate): the guard reads an operand; Polly, packed arrays
//   speculated         Speculate: the guard reads what the nest writes; Polly, packed arrays
//   elements           Speculate: two loops; the vectoriser
//   inspectedResumes   an exception is caught in the nest, which goes on
//   speculatedResumes  the same
#ifndef ESCOP_FAULTS_NESTS_H
#define ESCOP_FAULTS_NESTS_H

#include "escop.h"
#include <cerrno>
#include <initializer_list>

struct Bad {
  long I, J, K;
};

// What a test does in the cold regions: before a throw, and in the handlers of nests that resume.
static void (*InColdRegion)(bool throwing);

NOINLINE static void cold(bool throwing) {
  if (InColdRegion)
    InColdRegion(throwing);
}

#define NEST(NAME)                                                                                 \
  template <int Pitch>                                                                             \
  NOINLINE static void NAME(long n, long m, double (*C)[Pitch], const double (*A)[Pitch],          \
                            [[maybe_unused]] const double (*B)[Pitch])

NEST(inspected) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      for (long k = 0; k < m; ++k) {
        if (A[i][k] > LIMIT) {
          cold(true);
          throw Bad{i, j, k};
        }
        C[i][j] += A[i][k] * B[k][j];
      }
}
NEST(speculated) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      for (long k = 0; k < m; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > LIMIT) {
          cold(true);
          throw Bad{i, j, k};
        }
      }
}
NEST(elements) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      C[i][j] += A[i][j];
      if (C[i][j] > LIMIT) {
        cold(true);
        throw Bad{i, j, 0};
      }
    }
}
NEST(inspectedResumes) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      try {
        for (long k = 0; k < m; ++k) {
          if (A[i][k] > LIMIT) {
            cold(true);
            throw Bad{i, j, k};
          }
          C[i][j] += A[i][k] * B[k][j];
        }
      } catch (const Bad &b) {
        cold(false);
        C[i][j] -= b.K;
      }
}
NEST(speculatedResumes) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      try {
        for (long k = 0; k < m; ++k) {
          C[i][j] += A[i][k] * B[k][j];
          if (C[i][j] > LIMIT) {
            cold(true);
            throw Bad{i, j, k};
          }
        }
      } catch (const Bad &b) {
        cold(false);
        C[i][j] = b.I - b.K;
      }
}

template <int Pitch> struct Nest {
  const char *Name;
  void (*Run)(long, long, double (*)[Pitch], const double (*)[Pitch], const double (*)[Pitch]);
  bool PoisonC; // The guard reads C, not A.
  bool Resumes;
};
template <int Pitch>
static const Nest<Pitch> Nests[] = {
    {"inspected", inspected<Pitch>, false, false},
    {"speculated", speculated<Pitch>, true, false},
    {"elements", elements<Pitch>, true, false},
    {"inspectedResumes", inspectedResumes<Pitch>, false, true},
    {"speculatedResumes", speculatedResumes<Pitch>, true, true},
};

// Small values, and, if row >= 0, one at (row, column) because of which the nest throws there.
template <int Pitch>
static void fill(const Nest<Pitch> &nest, long n, long m, double (*C)[Pitch], double (*A)[Pitch],
                 double (*B)[Pitch], long row, long column) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      A[i][j] = small(i, j, 7);
      C[i][j] = small(i, j, 3);
    }
  for (long k = 0; k < m; ++k)
    for (long j = 0; j < m; ++j)
      B[k][j] = small(k, j, 5);
  if (row >= 0)
    (nest.PoisonC ? C : A)[row][column] = 4 * POISON;
}

// How run() was left, and errno if nothing was thrown (to throw may set it).
struct Outcome {
  char Text[96];
};
template <typename F> static Outcome outcome(F run) {
  Outcome o;
  errno = 77;
  try {
    run();
    int e = errno;
    snprintf(o.Text, sizeof o.Text, "end, errno %d", e);
  } catch (const Bad &b) {
    snprintf(o.Text, sizeof o.Text, "thrown at %ld,%ld,%ld", b.I, b.J, b.K);
  }
  return o;
}
#endif
