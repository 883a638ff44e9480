// The driver's part of -fexception-safe-tiling: which form wins, what the
// compiler proper is told, and the diagnostics.

// Off by default.
// RUN: %clang -### -c -O2 %s 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: %clang -### -c -O2 -fno-exception-safe-tiling %s 2>&1 | FileCheck %s --check-prefix=OFF
// OFF: "-cc1"
// OFF-NOT: "-fexception-safe-tiling

// The plain form is =optimized.
// RUN: %clang -### -c -O2 -fexception-safe-tiling %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OPTIMIZED --implicit-check-not=warning:
// RUN: %clang -### -c -O3 -fexception-safe-tiling=optimized %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OPTIMIZED --implicit-check-not=warning:
// OPTIMIZED: "-cc1"
// OPTIMIZED-SAME: "-fexception-safe-tiling=optimized"

// RUN: %clang -### -c -O2 -fexception-safe-tiling=naive %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NAIVE --implicit-check-not=warning:
// NAIVE: "-cc1"
// NAIVE-SAME: "-fexception-safe-tiling=naive"

// The last one wins, and only that one is passed on.
// RUN: %clang -### -c -O2 -fexception-safe-tiling=naive -fexception-safe-tiling %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OPTIMIZED --implicit-check-not=tiling=naive
// RUN: %clang -### -c -O2 -fexception-safe-tiling -fexception-safe-tiling=naive %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NAIVE --implicit-check-not=tiling=optimized
// RUN: %clang -### -c -O2 -fno-exception-safe-tiling -fexception-safe-tiling=naive %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NAIVE
// RUN: %clang -### -c -O2 -fexception-safe-tiling=naive -fno-exception-safe-tiling %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OFF
// A wrong value that does not win is not looked at.
// RUN: %clang -### -c -O2 -fexception-safe-tiling=fast -fexception-safe-tiling=naive %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NAIVE --implicit-check-not=error:

// Wrong values: the driver lists the right ones.
// RUN: not %clang -### -c -O2 -fexception-safe-tiling=fast %s 2>&1 | FileCheck %s --check-prefix=FAST
// FAST: error: invalid value 'fast' in '-fexception-safe-tiling=', expected one of: naive, optimized
// RUN: not %clang -### -c -O2 -fexception-safe-tiling= %s 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: error: invalid value '' in '-fexception-safe-tiling=', expected one of: naive, optimized
// RUN: not %clang -### -c -O2 -fexception-safe-tiling=Naive %s 2>&1 | FileCheck %s --check-prefix=CASE
// CASE: error: invalid value 'Naive' in '-fexception-safe-tiling='
// RUN: not %clang_cc1 -fsyntax-only -fexception-safe-tiling=fast %s 2>&1 | FileCheck %s --check-prefix=CC1
// CC1: error: invalid value 'fast' in '-fexception-safe-tiling=fast'

// Below -O2 there is no pipeline for it.
// RUN: %clang -### -c -fexception-safe-tiling %s 2>&1 | FileCheck %s --check-prefix=LOW
// RUN: %clang -### -c -O0 -fexception-safe-tiling %s 2>&1 | FileCheck %s --check-prefix=LOW
// RUN: %clang -### -c -O1 -fexception-safe-tiling %s 2>&1 | FileCheck %s --check-prefix=LOW
// RUN: %clang -### -c -Og -fexception-safe-tiling %s 2>&1 | FileCheck %s --check-prefix=LOW
// RUN: %clang -### -c -O3 -O1 -fexception-safe-tiling=naive %s 2>&1 | FileCheck %s --check-prefix=LOW
// LOW: warning: '-fexception-safe-tiling' has no effect below '-O2' [-Wexception-safe-tiling]
// RUN: %clang -### -c -O1 -fexception-safe-tiling -Wno-exception-safe-tiling %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OPTIMIZED --implicit-check-not=warning:
// RUN: not %clang -### -c -O1 -fexception-safe-tiling -Werror=exception-safe-tiling %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WERROR
// WERROR: error: '-fexception-safe-tiling' has no effect below '-O2' [-Werror,-Wexception-safe-tiling]
// RUN: %clang -### -c -O1 -fexception-safe-tiling -fno-exception-safe-tiling %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OFF --implicit-check-not=warning:

// -Os and -Oz run the pipeline of -O2; -Ofast that of -O3.
// RUN: %clang -### -c -Os -fexception-safe-tiling %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OPTIMIZED --implicit-check-not=warning:
// RUN: %clang -### -c -Oz -fexception-safe-tiling %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OPTIMIZED --implicit-check-not=warning:
// RUN: %clang -### -c -Ofast -fexception-safe-tiling %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OPTIMIZED --implicit-check-not='has no effect'

// One warning, however many compiler runs; none for preprocessing alone.
// RUN: %clang -### -c -O1 -save-temps -fexception-safe-tiling %s 2>&1 | FileCheck %s --check-prefix=ONCE
// ONCE: has no effect
// ONCE-NOT: has no effect
// RUN: %clang -### -E -O1 -fexception-safe-tiling %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PREPROCESS --implicit-check-not=warning:
// PREPROCESS: "-E"

// Linking alone takes the option without a word.
// RUN: touch %t.o
// RUN: %clang -### --target=x86_64-unknown-linux-gnu -fexception-safe-tiling %t.o 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LINK --implicit-check-not=warning:
// LINK: "{{[^"]*}}.o"

// IR says for itself which functions are to be tiled.
// RUN: touch %t.ll
// RUN: %clang -### -c -O2 -fexception-safe-tiling %t.ll 2>&1 | FileCheck %s --check-prefix=IR
// IR: warning: argument unused during compilation: '-fexception-safe-tiling'
// IR-NOT: "-fexception-safe-tiling=

// RUN: %clang --help | FileCheck %s --check-prefix=HELP
// HELP: -fexception-safe-tiling=<value>
// HELP: -fexception-safe-tiling{{ }}
// HELP: -fno-exception-safe-tiling

int x;

// Where iterations are executed ahead, and how much memory that may take.
// RUN: %clang -### -c -O2 -fexception-safe-tiling -fexception-safe-tiling-in-place %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=IN-PLACE
// RUN: %clang -### -c -O2 -fexception-safe-tiling -fno-exception-safe-tiling-in-place \
// RUN:   -fexception-safe-tiling-in-place %s 2>&1 | FileCheck %s --check-prefix=IN-PLACE
// IN-PLACE: "-mllvm" "-polly-escop-in-place=true"
// RUN: %clang -### -c -O2 -fexception-safe-tiling -fexception-safe-tiling-in-place \
// RUN:   -fno-exception-safe-tiling-in-place %s 2>&1 | FileCheck %s --check-prefix=IN-COPY
// IN-COPY: "-mllvm" "-polly-escop-in-place=false"
// RUN: %clang -### -c -O2 -fexception-safe-tiling -fexception-safe-tiling-budget=10%% %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PERCENT
// PERCENT: "-mllvm" "-polly-escop-max-budget-percent=10"
// RUN: %clang -### -c -O2 -fexception-safe-tiling -fexception-safe-tiling-budget=3K %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BYTES
// RUN: %clang -### -c -O2 -fexception-safe-tiling -fexception-safe-tiling-budget=3072 %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BYTES
// BYTES: "-mllvm" "-polly-escop-max-budget=3072"
// RUN: not %clang -### -c -O2 -fexception-safe-tiling -fexception-safe-tiling-budget=many %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MANY
// MANY: error: invalid value 'many' in '-fexception-safe-tiling-budget=', expected one of: 64M, 10%
// RUN: not %clang -### -c -O2 -fexception-safe-tiling -fexception-safe-tiling-budget=17179869184G %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OVERFLOW
// OVERFLOW: error: invalid value '17179869184G'

// Without the tiling they say nothing, and no complaint is made.
// RUN: %clang -### -c -O2 -fexception-safe-tiling-in-place -fexception-safe-tiling-budget=many %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OFF --implicit-check-not=warning: --implicit-check-not=polly-escop

// RUN: %clang -### -c -O2 -fexception-safe-tiling -fno-exception-safe-tiling-procfs %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NO-PROCFS
// NO-PROCFS: "-mllvm" "-polly-escop-procfs=false"

// Threads that execute nests together: the tiling is implied, and libomp is linked.
// RUN: %clang -### --target=x86_64-unknown-linux-gnu -O2 -fexception-safe-tiling-parallel %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PARALLEL
// PARALLEL: "-cc1"
// PARALLEL-SAME: "-fexception-safe-tiling=optimized"
// PARALLEL-SAME: "-mllvm" "-polly-escop-parallel=true"
// PARALLEL: "-lomp"
// RUN: %clang -### --target=x86_64-unknown-linux-gnu -O2 -fexception-safe-tiling=naive \
// RUN:   -fexception-safe-tiling-parallel %s 2>&1 | FileCheck %s --check-prefix=NAIVE-PARALLEL
// NAIVE-PARALLEL: "-fexception-safe-tiling=naive"
// NAIVE-PARALLEL-SAME: "-polly-escop-parallel=true"
// RUN: touch %t.o
// RUN: %clang -### --target=x86_64-unknown-linux-gnu -fexception-safe-tiling-parallel %t.o 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LINK-PARALLEL --implicit-check-not=warning:
// LINK-PARALLEL: "-lomp"
// RUN: %clang -### --target=x86_64-unknown-linux-gnu -O2 -fexception-safe-tiling \
// RUN:   -fexception-safe-tiling-parallel -fno-exception-safe-tiling-parallel %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SERIAL --implicit-check-not=warning: \
// RUN:     --implicit-check-not=-lomp --implicit-check-not=-polly-escop-parallel
// SERIAL: "-fexception-safe-tiling=optimized"
// RUN: %clang -### --target=x86_64-unknown-linux-gnu -O2 -fexception-safe-tiling-parallel \
// RUN:   -fno-exception-safe-tiling %s 2>&1 | FileCheck %s --check-prefix=NO-TILING \
// RUN:     --implicit-check-not=warning: --implicit-check-not=-lomp --implicit-check-not=escop
// NO-TILING: "-cc1"
// RUN: not %clang -### --target=x86_64-unknown-linux-gnu -O2 -fopenmp=libgomp \
// RUN:   -fexception-safe-tiling-parallel %s 2>&1 | FileCheck %s --check-prefix=GOMP
// GOMP: error: invalid argument '-fexception-safe-tiling-parallel' not allowed with '-fopenmp=libgomp'
