// RUN: %exact %s --tiled 26 --cflags=-ffp-contract=off
// RUN: %exact %s --cflags=-ffp-contract=off \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-process-unprofitable %unpacked" \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-first-chunk=1 -mllvm -polly-escop-max-chunk=5 %unpacked"
//
// Products of which only a triangle is computed, in each order of the loops: tiles on the diagonal
// add to some of their elements. What is stored to mirror images is so behind all products. Guards on
// elements beyond the diagonal do not fire.
#include "products.h"
typedef double T;

#define ROW(K) CHECK(A[i * p + (K)])
#define ADD C[i * p + j] += A[i * p + k] * B[j * p + k]
#define LOWER FOR(j, i + 1)
#define UPPER for (long j = i; j < n; ++j)

FORM(lower, T) {
  FOR(i, m) {
    ROW(l / 2);
    LOWER FOR(k, l) ADD;
  }
}
FORM(lowerByK, T) {
  FOR(i, m) FOR(k, l) {
    ROW(k);
    LOWER ADD;
  }
}
FORM(lowerOutside, T) {
  FOR(k, l) FOR(i, m) {
    ROW(k);
    LOWER ADD;
  }
}
FORM(scaledLower, T) {
  FOR(i, m) {
    LOWER C[i * p + j] *= alpha;
    FOR(k, l) {
      ROW(k);
      LOWER C[i * p + j] += alpha * A[i * p + k] * B[j * p + k];
    }
  }
}
FORM(sumsOfLower, T) {
  FOR(i, m) LOWER {
    T s = 0;
    FOR(k, l) {
      ROW(k);
      s += A[i * p + k] * B[j * p + k];
    }
    C[i * p + j] = s;
  }
}
FORM(dividedSums, T) {
  FOR(i, m) LOWER {
    T s = 0;
    FOR(k, l) {
      ROW(k);
      s += A[i * p + k] * B[j * p + k];
    }
    C[i * p + j] = s / (l + 1);
  }
}
FORM(shifted, T) {
  FOR(i, m) {
    ROW(l / 2);
    FOR(j, i + 4) FOR(k, l) ADD;
  }
}
FORM(upper, T) {
  FOR(i, m) {
    ROW(l / 2);
    UPPER FOR(k, l) ADD;
  }
}
FORM(upperByK, T) {
  FOR(i, m) FOR(k, l) {
    ROW(k);
    UPPER ADD;
  }
}
FORM(upperByColumns, T) {
  FOR(j, m) {
    CHECK(A[j * p + l / 2]);
    for (long i = j; i < n; ++i)
      FOR(k, l) C[j + i * p] += B[i * p + k] * A[j * p + k];
  }
}
FORM(sumsOfUpper, T) {
  FOR(i, m) UPPER {
    T s = 0;
    FOR(k, l) {
      ROW(k);
      s += A[i * p + k] * B[j * p + k];
    }
    C[i * p + j] = s;
  }
}
FORM(shrinking, T) {
  FOR(i, m) {
    ROW(l / 2);
    FOR(j, n + m - i) FOR(k, l) ADD;
  }
}
FORM(ints, T) {
  const int M = m, L = l, P = p;
  for (int i = 0; i < M; ++i) {
    CHECK(A[i * P + L / 2]);
    for (int j = 0; j <= i; ++j)
      for (int k = 0; k < L; ++k)
        C[i * P + j] += A[i * P + k] * B[j * P + k];
  }
}
FORM(unsigneds, T) {
  const unsigned M = m, L = l, P = p;
  for (unsigned i = 0; i < M; ++i) {
    CHECK(A[i * P + L / 2]);
    for (unsigned j = 0; j <= i; ++j)
      for (unsigned k = 0; k < L; ++k)
        C[i * P + j] += A[i * P + k] * B[j * P + k];
  }
}
FORM(unchecked, T) { FOR(i, m) LOWER FOR(k, l) ADD; }
FORM(floats, float) {
  FOR(i, m) {
    ROW(l / 2);
    LOWER FOR(k, l) ADD;
  }
}
FORM(integers, int) {
  FOR(i, m) FOR(k, l) {
    ROW(k);
    LOWER ADD;
  }
}
// Results are checked: speculated.
FORM(checkedResults, T) {
  FOR(i, m) LOWER {
    FOR(k, l) ADD;
    CHECK(C[i * p + j]);
  }
}
FORM(checkedSums, T) {
  FOR(i, m) FOR(k, l) LOWER {
    T s = C[i * p + j] + A[i * p + k] * B[j * p + k];
    CHECK(s);
    C[i * p + j] = s;
  }
}
// Mirror images.
FORM(mirroredUpper, T) {
  FOR(i, m) for (long j = i; j < m; ++j) {
    C[i * p + j] = 0;
    FOR(k, l) {
      ROW(k);
      ADD;
    }
    C[i * p + j] /= 2;
    C[j * p + i] = C[i * p + j];
  }
}
FORM(mirroredLower, T) {
  FOR(i, m) LOWER {
    T s = 0;
    FOR(k, l) {
      ROW(k);
      s += A[i * p + k] * B[j * p + k];
    }
    C[i * p + j] = s;
    C[j * p + i] = s;
  }
}
FORM(mirroredRows, T) {
  FOR(i, m) UPPER {
    FOR(k, l) {
      ROW(k);
      ADD;
    }
    C[j * p + i] = C[i * p + j] * alpha;
  }
}
FORM(mirroredAndChecked, T) {
  FOR(i, m) for (long j = i; j < m; ++j) {
    FOR(k, l) ADD;
    CHECK(C[i * p + j]);
    C[j * p + i] = C[i * p + j];
  }
}
// These are no mirror images, or are read.
FORM(nextToMirror, T) {
  FOR(i, m) for (long j = i; j < m; ++j) {
    FOR(k, l) {
      ROW(k);
      ADD;
    }
    C[j * p + i + 1] = C[i * p + j];
  }
}
FORM(mirrorIsRead, T) {
  FOR(i, m) LOWER {
    FOR(k, l) {
      ROW(k);
      ADD;
    }
    C[j * p + i] += C[i * p + j];
  }
}
FORM(mirrorOfRectangle, T) {
  FOR(i, m) FOR(j, m) {
    FOR(k, l) {
      ROW(k);
      ADD;
    }
    C[j * p + i] = C[i * p + j] + 1;
  }
}
FORM(emptyRows, T) {
  FOR(i, m) {
    ROW(l / 2);
    FOR(j, i) FOR(k, l) ADD;
  }
}

#define SWEEP(NAME) sweep(#NAME, NAME)
int main() {
  SWEEP(lower);
  SWEEP(lowerByK);
  SWEEP(lowerOutside);
  SWEEP(scaledLower);
  SWEEP(sumsOfLower);
  SWEEP(dividedSums);
  SWEEP(shifted);
  SWEEP(upper);
  SWEEP(upperByK);
  SWEEP(upperByColumns);
  SWEEP(sumsOfUpper);
  SWEEP(shrinking);
  SWEEP(ints);
  SWEEP(unsigneds);
  SWEEP(unchecked);
  SWEEP(floats);
  SWEEP(integers);
  SWEEP(checkedResults);
  SWEEP(checkedSums);
  SWEEP(mirroredUpper);
  SWEEP(mirroredLower);
  SWEEP(mirroredRows);
  SWEEP(mirroredAndChecked);
  SWEEP(nextToMirror);
  SWEEP(mirrorIsRead);
  SWEEP(mirrorOfRectangle);
  SWEEP(emptyRows);
}
