// REQUIRES: escop
// RUN: %clangxx -O3 %optimized -c %s -o /dev/null -Rpass=polly-escop -Rpass-missed=polly-escop 2>&1 \
// RUN:   | FileCheck %s
//
// Sizes that are int, in memory that the nest might write to: what is loaded again in each iteration
// is extended, and passed on through both loops. All three loops are one nest.
struct Distances {
  const int *words;
  int *d, n;
  void count();
};

// CHECK: [[#@LINE+2]]:3: remark: tiled exception-safe nest ({{.*}}): 1 guard, 1 exit, depth 3
void Distances::count() {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      int differ = 0;
      for (int k = 0; k < 64; ++k) {
        if (words[i * 64 + k] < 0)
          throw 1;
        differ += words[i * 64 + k] != words[j * 64 + k];
      }
      d[i * 64 + j] = differ;
    }
}
