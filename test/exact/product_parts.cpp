// RUN: %exact %s --tiled 15 --cflags=-ffp-contract=off
// RUN: %exact %s --cflags=-ffp-contract=off \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-process-unprofitable %unpacked" \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-first-chunk=1 -mllvm -polly-escop-max-chunk=5 %unpacked"
//
// What a nest does beside its product is done in front of it, or behind it: elements are initialised
// or scaled, sums are scalars, results are checked and used. Not so where another iteration's element
// is read or written, which most of the forms at the end do.
#include "products.h"

#define SUM(START)                                                                                 \
  T s = START;                                                                                     \
  FOR(k, l) s += A[i * p + k] * B[k * p + j]
#define PRODUCT FOR(k, l) C[i * p + j] += A[i * p + k] * B[k * p + j]
typedef double T;

FORM(sum, double) {
  FOR(i, m) {
    CHECK(A[i * p + l / 2]);
    FOR(j, n) {
      SUM(0);
      C[i * p + j] = s;
    }
  }
}
FORM(sumOfElement, double) {
  FOR(i, m) {
    CHECK(A[i * p + l / 2]);
    FOR(j, n) {
      SUM(C[i * p + j]);
      C[i * p + j] = s;
    }
  }
}
FORM(sumOfOther, double) {
  FOR(i, m) {
    CHECK(A[i * p + l / 2]);
    FOR(j, n) {
      SUM(B[j] * alpha);
      C[i * p + j] = s;
    }
  }
}
FORM(checkedSum, double) {
  FOR(i, m) FOR(j, n) {
    SUM(0);
    CHECK(s);
    C[i * p + j] = s;
  }
}
FORM(storedAndChecked, double) {
  FOR(i, m) FOR(j, n) {
    SUM(0);
    C[i * p + j] = s;
    CHECK(s * s);
  }
}
FORM(initialised, double) {
  FOR(i, m) {
    CHECK(A[i * p + l / 2]);
    FOR(j, n) {
      C[i * p + j] = alpha;
      PRODUCT;
    }
  }
}
FORM(scaled, double) {
  FOR(i, m) FOR(j, n) {
    C[i * p + j] *= alpha;
    PRODUCT;
    CHECK(C[i * p + j]);
  }
}
FORM(scaledRows, double) {
  FOR(i, m) {
    FOR(j, n) C[i * p + j] *= alpha;
    FOR(k, l) {
      CHECK(A[i * p + k]);
      FOR(j, n) C[i * p + j] += alpha * A[i * p + k] * B[k * p + j];
    }
  }
}
FORM(checkedRows, double) {
  FOR(i, m) {
    FOR(j, n) C[i * p + j] = 0;
    FOR(k, l) FOR(j, n) C[i * p + j] += A[i * p + k] * B[k * p + j];
    FOR(j, n) CHECK(C[i * p + j]);
  }
}
FORM(scaledBehind, double) {
  FOR(i, m) FOR(j, n) {
    PRODUCT;
    CHECK(C[i * p + j]);
    C[i * p + j] *= alpha;
  }
}
FORM(conditionBehind, double) {
  FOR(i, m) {
    CHECK(A[i * p + l / 2]);
    FOR(j, n) {
      PRODUCT;
      if (C[i * p + j] < B[j])
        C[i * p + j] = 0;
    }
  }
}
FORM(conditionBefore, double) {
  FOR(i, m) {
    CHECK(A[i * p + l / 2]);
    FOR(j, n) {
      if (C[i * p + j] < B[j])
        C[i * p + j] = -C[i * p + j];
      PRODUCT;
    }
  }
}
FORM(columnsFirst, double) {
  FOR(j, n) FOR(i, m) {
    SUM(0);
    CHECK(s);
    C[i * p + j] = s;
  }
}
FORM(operandsOfColumns, double) {
  FOR(j, n) FOR(i, m) FOR(k, l) {
    CHECK(A[i * p + k]);
    C[i * p + j] += A[i * p + k] * B[k * p + j];
  }
}
FORM(bothOperands, double) {
  FOR(j, n) FOR(k, l) FOR(i, m) {
    CHECK(A[i * p + k]);
    CHECK(B[k * p + j]);
    C[i * p + j] += A[i * p + k] * B[k * p + j];
  }
}
// Several products, and one in a further loop.
FORM(batches, double) {
  FOR(b, m < 3 ? m : 3) {
    CHECK(A[b * p + l / 2]);
    FOR(i, m) FOR(j, n) FOR(k, l) C[i * p + j] += A[i * p + k + b] * B[k * p + j];
  }
}
FORM(twoProducts, double) {
  FOR(b, m < 2 ? m : 2) {
    CHECK(A[b * p + l / 2]);
    FOR(i, m) FOR(j, n) FOR(k, l) C[i * p + j] += A[i * p + k] * B[k * p + j];
    FOR(j, n) FOR(i, m) {
      SUM(C[i * p + j]);
      C[i * p + j] = s * alpha;
    }
  }
}
FORM(partsOfTwo, double) {
  FOR(b, m < 2 ? m : 2) {
    CHECK(A[b * p + l / 2]);
    FOR(i, m) FOR(j, n) {
      C[i * p + j] *= alpha;
      PRODUCT;
    }
    FOR(i, m) FOR(j, n) {
      SUM(B[j]);
      C[i * p + j] = s * alpha + C[i * p + j];
    }
    FOR(i, m) {
      FOR(j, n) C[i * p + j] *= 3;
      FOR(k, l) FOR(j, n) C[i * p + j] += A[i * p + k] * B[k * p + j];
      FOR(j, n) C[i * p + j] *= B[j];
    }
  }
}
// The element is loaded in front of the sum, and used behind it.
FORM(oldAndSum, double) {
  FOR(i, m) {
    CHECK(A[i * p + l / 2]);
    FOR(j, n) {
      T old = C[i * p + j];
      SUM(0);
      C[i * p + j] = s;
      C[i * p + j] *= old;
    }
  }
}

// What stays as it is.
FORM(partialSums, double) {
  FOR(i, m) FOR(j, n) FOR(k, l) {
    C[i * p + j] += A[i * p + k] * B[k * p + j];
    CHECK(C[i * p + j]);
  }
}
FORM(partialSumsBefore, double) {
  FOR(i, m) FOR(j, n) FOR(k, l) {
    CHECK(C[i * p + j]);
    C[i * p + j] += A[i * p + k] * B[k * p + j];
  }
}
FORM(neighbourBefore, double) {
  FOR(i, m) FOR(j, n) {
    C[i * p + j] = C[i * p + j + 1];
    PRODUCT;
    CHECK(C[i * p + j]);
  }
}
FORM(neighbourBehind, double) {
  FOR(i, m) FOR(j, n) {
    PRODUCT;
    C[i * p + j] = C[i * p + j + 1];
    CHECK(C[i * p + j]);
  }
}
FORM(neighbourIsCleared, double) {
  FOR(i, m) FOR(j, n) {
    PRODUCT;
    CHECK(C[i * p + j]);
    C[i * p + j + 1] = 0;
  }
}
FORM(rowsFromTheEnd, double) {
  FOR(i, m) {
    FOR(j, n) C[i * p + n - 1 - j] = C[i * p + j];
    FOR(k, l) FOR(j, n) C[i * p + j] += A[i * p + k] * B[k * p + j];
    CHECK(C[i * p]);
  }
}
FORM(longerRows, double) {
  FOR(i, m) {
    FOR(j, n + 3) C[i * p + j] = 0;
    FOR(k, l) FOR(j, n) C[i * p + j] += A[i * p + k] * B[k * p + j];
    FOR(j, n) CHECK(C[i * p + j]);
  }
}
FORM(nextRowIsCleared, double) {
  FOR(i, m) {
    FOR(j, n) C[(i + 1) * p + j] = 0;
    FOR(k, l) FOR(j, n) C[i * p + j] += A[i * p + k] * B[k * p + j];
    FOR(j, n) CHECK(C[i * p + j]);
  }
}
FORM(initialisedByK, double) {
  FOR(k, l) {
    FOR(j, n) C[j] = k;
    FOR(i, m) FOR(j, n) C[i * p + j] += A[i * p + k] * B[k * p + j];
    CHECK(A[m / 2 * p + k]);
  }
}
FORM(carried, double) {
  FOR(i, m) {
    CHECK(A[i * p + l / 2]);
    T s = 0;
    FOR(j, n) {
      FOR(k, l) s += A[i * p + k] * B[k * p + j];
      C[i * p + j] = s;
    }
  }
}
FORM(maximum, double) {
  T most = 0;
  FOR(i, m) {
    CHECK(A[i * p + l / 2]);
    FOR(j, n) {
      SUM(0);
      most = s > most ? s : most;
      C[i * p + j] = s;
    }
  }
  C[m * p] = most;
}
FORM(added, double) {
  FOR(i, m) {
    CHECK(A[i * p + l / 2]);
    FOR(j, n) {
      SUM(0);
      C[i * p + j] = alpha * s + C[i * p + j];
    }
  }
}
FORM(addedAndStored, double) {
  FOR(i, m) {
    CHECK(A[i * p + l / 2]);
    FOR(j, n) {
      SUM(0);
      C[i * p + j + 1] += s;
      C[i * p + j] = s;
    }
  }
}
FORM(oldAdded, double) {
  FOR(i, m) {
    CHECK(A[i * p + l / 2]);
    FOR(j, n) {
      T old = C[i * p + j];
      C[i * p + j] = 0;
      PRODUCT;
      C[i * p + j] = C[i * p + j] * 2 + old;
    }
  }
}
FORM(oldSubtracted, double) {
  FOR(i, m) {
    CHECK(A[i * p + l / 2]);
    FOR(j, n) {
      T old = C[i * p + j];
      PRODUCT;
      C[i * p + j] = C[i * p + j] * alpha - old;
    }
  }
}
FORM(oldDecides, double) {
  FOR(i, m) {
    CHECK(A[i * p + l / 2]);
    FOR(j, n) {
      bool negate = C[i * p + j] < B[j];
      C[i * p + j] = 0;
      PRODUCT;
      if (negate)
        C[i * p + j] = -C[i * p + j];
    }
  }
}
FORM(oldDecidesFactor, double) {
  FOR(i, m) {
    CHECK(A[i * p + l / 2]);
    FOR(j, n) {
      T f = 1;
      if (C[i * p + j] < B[j]) {
        f = B[j + 1];
        C[i * p + j] = 0;
      }
      PRODUCT;
      C[i * p + j] *= f;
    }
  }
}
FORM(oldIsChecked, double) {
  FOR(i, m) FOR(j, n) {
    T old = C[i * p + j];
    SUM(old);
    CHECK((s - old) * old);
    C[i * p + j] = s;
  }
}
// Some iterations have no product, which one condition among several decides.
FORM(skippedSums, double) {
  FOR(i, m) {
    CHECK(A[i * p + l / 2]);
    FOR(j, n) if (A[i * p] > 0 ? B[j] > 0 : B[j + 1] < 0) PRODUCT;
  }
}
FORM(skippedRows, double) {
  FOR(i, m) {
    CHECK(A[i * p + l / 2]);
    if ((A[i * p] > 0 && B[i] > 0) || (A[i * p] <= 0 && B[i + 1] < 0))
      FOR(j, n) PRODUCT;
  }
}
FORM(skippedUpdates, double) {
  FOR(i, m) {
    CHECK(A[i * p + l / 2]);
    FOR(k, l) {
      if (A[i * p + k] > 0) {
        if (B[k] > 0)
          continue;
      } else if (B[k + 1] < 0) {
        continue;
      }
      FOR(j, n) C[i * p + j] += A[i * p + k] * B[k * p + j];
    }
  }
}
// Where nothing is read the quotient has no value.
FORM(readAtQuotient, double) {
  const unsigned long by = m < 20 ? 0 : 3;
  FOR(i, m) {
    CHECK(A[i * p + l / 2]);
    FOR(j, n) {
      if (by)
        C[i * p + j] += B[(unsigned long)n / by + j];
      PRODUCT;
    }
  }
}
// The result's element is read where it is an operand's, too.
FORM(operandIsResult, double) {
  FOR(i, m) {
    CHECK(A[i * p + l / 2]);
    FOR(j, n) {
      T s = 0;
      FOR(k, l) s += A[i * p + k] * C[k * p + j];
      C[i * p + j] = s;
    }
  }
}

int main() {
#define SWEEP(NAME) sweep(#NAME, NAME)
  SWEEP(sum);
  SWEEP(sumOfElement);
  SWEEP(sumOfOther);
  SWEEP(checkedSum);
  SWEEP(storedAndChecked);
  SWEEP(initialised);
  SWEEP(scaled);
  SWEEP(scaledRows);
  SWEEP(checkedRows);
  SWEEP(scaledBehind);
  SWEEP(conditionBehind);
  SWEEP(conditionBefore);
  SWEEP(columnsFirst);
  SWEEP(operandsOfColumns);
  SWEEP(bothOperands);
  SWEEP(batches);
  SWEEP(twoProducts);
  SWEEP(partsOfTwo);
  SWEEP(oldAndSum);
  SWEEP(partialSums);
  SWEEP(partialSumsBefore);
  SWEEP(neighbourBefore);
  SWEEP(neighbourBehind);
  SWEEP(neighbourIsCleared);
  SWEEP(rowsFromTheEnd);
  SWEEP(longerRows);
  SWEEP(nextRowIsCleared);
  SWEEP(initialisedByK);
  SWEEP(carried);
  SWEEP(maximum);
  SWEEP(added);
  SWEEP(addedAndStored);
  SWEEP(oldAdded);
  SWEEP(oldSubtracted);
  SWEEP(oldDecides);
  SWEEP(oldDecidesFactor);
  SWEEP(oldIsChecked);
  SWEEP(skippedSums);
  SWEEP(skippedRows);
  SWEEP(skippedUpdates);
  SWEEP(readAtQuotient);
  SWEEP(operandIsResult);
}
