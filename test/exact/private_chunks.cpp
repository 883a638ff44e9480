// Chunks that work on a copy of what they write: nests of other tests that are speculated, with
// arrays of many kinds, several written arrays, live-outs, handlers; small chunks, too. Who else
// writes between what a nest writes is tested by ../faults/behind_the_throw.cpp.
//
// RUN: %exact %S/depth2.cpp --tiled 7 \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-in-place=false" \
// RUN:   --config "-O3 @naive -mllvm -polly-escop-in-place=false %unpacked" \
// RUN:   --config "-O3 @optimized -march=native -mllvm -polly-escop-in-place=false \
// RUN:   -mllvm -polly-escop-max-chunk=3 %unpacked" \
// RUN:   --args 23
// RUN: %exact %S/index_types.cpp --config "-O3 @optimized -mllvm -polly-escop-in-place=false" \
// RUN:   --config "-O3 @naive -mllvm -polly-escop-in-place=false %unpacked" --args 11
// RUN: %exact %S/live_outs.cpp \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-in-place=false %unpacked" --args 17
// RUN: %exact %S/triangular.cpp \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-in-place=false %unpacked" --args 13
// RUN: %exact %S/storage.cpp \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-in-place=false \
// RUN:   -mllvm -polly-escop-max-chunk=5 %unpacked" \
// RUN:   --args 33 97
// RUN: %exact %S/affine_guard_resumes.cpp \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-in-place=false %unpacked"
// RUN: %exact %S/raii.cpp --config "-O3 @optimized -mllvm -polly-escop-in-place=false" --args 8
