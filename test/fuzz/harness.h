// What the programs that fuzz.py generates have in common; it is copied into each of them.
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <sys/mman.h>
#include <vector>
#define NOINLINE __attribute__((noinline))

struct Err {
  long id, a, b;
  uint64_t v;
};
struct Range {
  long i, j;
};
typedef uint32_t __attribute__((may_alias)) Part32;
typedef uint16_t __attribute__((may_alias)) Part16;
typedef uint8_t __attribute__((may_alias)) Part8;
[[noreturn]] NOINLINE void fail(long id, long a, long b, uint64_t v) { throw Err{id, a, b, v}; }
template <class T> struct Matrix {
  T *p;
  long rows, cols;
  T &operator()(long i, long j) const {
    if (i < 0 || i >= rows || j < 0 || j >= cols)
      throw Range{i, j};
    return p[i * cols + j];
  }
};
struct Cleanup {
  uint64_t *out;
  ~Cleanup() { out[15] = out[0] + 11; }
};
struct Counted {
  long &count;
  ~Counted() { ++count; }
};

// A checked matrix that is passed by reference: extents and pointer are loaded in the nest.
template <class T> struct Mat {
  T *p;
  long rows, cols;
  T &operator()(long i, long j) const {
    if (i < 0 || i >= rows || j < 0 || j >= cols)
      throw Range{i, j};
    return p[i * cols + j];
  }
  T &get(size_t i, size_t j) const {
    if (!(i < (size_t)rows && j < (size_t)cols))
      fail(70, i, j, rows);
    return p[i * cols + j];
  }
  T &flat(long i, long j) const {
    long k = i * cols + j;
    if (k < 0 || k >= rows * cols)
      throw Range{i, k};
    return p[k];
  }
};
template <class T> static NOINLINE T &cell(const Mat<T> &m, long i, long j) {
  if ((unsigned long)i >= (unsigned long)m.rows || (unsigned long)j >= (unsigned long)m.cols)
    throw Range{j, i};
  return m.p[i * m.cols + j];
}
template <class T> static NOINLINE __attribute__((cold)) void shrink(Mat<T> &m) {
  if (m.rows > 2)
    --m.rows;
}
// Functions that check and throw; they are not inlined before the nests are looked at.
template <class T> static NOINLINE T checked(T x, T bad) {
  if (x == bad)
    throw Err{90, (long)x, 1, 2};
  return x;
}
template <class T> static NOINLINE void add_checked(T &c, T x, T bad) {
  if (x == bad)
    fail(91, (long)x, 3, 4);
  c += x;
}
// Calls with effects.
static unsigned long noted;
static long tallied;
static thread_local long tallied_here;
static NOINLINE void tally() { ++tallied; }
static NOINLINE void tally_here() { ++tallied_here; }
static NOINLINE void note(long a, long b) { noted = noted * 31 + 7 * a + b; }
static NOINLINE __attribute__((cold)) void note_cold(long a, long b) { note(a + 1, b); }
static NOINLINE void note_out(uint64_t *out, long a) { out[18] = out[18] * 3 + a; }
static void (*volatile note_far)(long, long) = note_cold;
static NOINLINE void note_label(long a, long b) {
  asm volatile("noted_at_label:\n\tnop");
  note(a, b);
}

// Elements of which a part is accessed. The names of vectors with little alignment end with U.
struct Sample {
  uint32_t v : 24;
  uint8_t w;
};
struct Entry {
  uint64_t v : 48;
  uint16_t w;
};
struct Balance {
  int64_t v : 48;
  int16_t w;
};
struct Real {
  unsigned char byte[10];
  Real() = default;
  Real(long double x) { memcpy(byte, &x, sizeof byte); }
  operator double() const {
    long double x;
    memcpy(&x, byte, sizeof byte);
    return x;
  }
};
struct Record {
  Real v;
  int16_t w;
  int32_t x;
};
template <class T> struct alignas(4 * sizeof(T)) Body {
  T v, w, x, y;
};
typedef uint32_t Words __attribute__((vector_size(16)));
typedef uint32_t WordsU __attribute__((vector_size(16), aligned(8)));
typedef uint64_t Longs __attribute__((vector_size(32)));
typedef uint64_t LongsU __attribute__((vector_size(32), aligned(8)));
typedef double Two __attribute__((vector_size(16)));
typedef double TwoU __attribute__((vector_size(16), aligned(8)));
typedef double Four __attribute__((vector_size(32)));
typedef double FourU __attribute__((vector_size(32), aligned(8)));

enum { U8, U16, U32, I32, U64, I64, F64, F80 };
struct Array {
  int type, lanes, fill;
  void *(*get)(size_t); // Null: the array lies in a region.
  int head;             // It has a header, in region HEADS or else at *global.
  void *global;
};
// The header of a Mat.
struct Head {
  void *p;
  long rows, cols, pad[253];
};
// Where an array lies in a run: region, first byte, elements, offset of element 0, extents.
struct Place {
  int region;
  long begin, count, zero, ld[3];
  void *data() const;
};
enum { ARRAYS = 12 };
struct Run {
  unsigned seed;
  long size[32];
  int poisons;
  struct {
    int array;
    long part; // Of a million.
  } poison[6];
  Place a[ARRAYS];
  void *at(int i) const { return a[i].region < 0 ? nullptr : (char *)a[i].data() + a[i].zero; }
  void *head(int i) const;
  void **rows(int i, long size) const; // Of elements of so many bytes.
};
struct Nest {
  int number;
  long (*call)(const Run &, uint64_t *);
  const Array *arrays;
  const Run *runs;
  int count;
};

#pragma clang optimize off // No remarks about what follows.

// Regions lie between pages that cannot be accessed. So many bytes before and behind an array are
// watched.
enum { REGION = 1 << 18, ZONE = 512, PAGE = 4096, HEADS = ARRAYS };
static char *regions[HEADS + 1];
void *Run::head(int i) const { return regions[HEADS] + i * sizeof(Head); }
void *Place::data() const { return regions[region] + begin; }
// A table of rows; ld[0] is the index of the last one. In one run of four, two rows are exchanged.
void **Run::rows(int i, long size) const {
  static void *tables[ARRAYS][512];
  void **table = tables[i] + 128;
  for (long row = -128; row < 384; ++row)
    table[row] = (char *)at(i) + row * a[i].ld[1] * size;
  if (seed % 4 == 0 && a[i].ld[0] >= 2) {
    void *first = table[1];
    table[1] = table[2];
    table[2] = first;
  }
  return table;
}
static const long width[] = {1, 2, 4, 4, 8, 8, 8, 16};

static void put(void *p, int type, uint64_t v) {
  double d = (double)(int64_t)v;
  Record r = {d, int16_t(v % 8), int32_t(v % 5)};
  memcpy(p, type == F80 ? (void *)&r : type == F64 ? (void *)&d : (void *)&v, width[type]);
}
static uint64_t state;
static uint64_t next() {
  state += 0x9e3779b97f4a7c15;
  uint64_t z = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9;
  return z ^ (z >> 27);
}
static void fill(char *p, const Array &a, const Place &place) {
  for (long i = 0; i < place.count * a.lanes; ++i) {
    uint64_t v = next();
    switch (a.fill) {
    case 0: v = v % 17 - 8; break;
    case 1: v = v % 101 - 50; break;
    case 2: v = v >> 63 ? v : v & 0xff; break;
    case 3: v = v % 8; break;
    case 4: v = v % 16 + 1; break;
    case 5: v |= 1; break;
    case 6: v = i % place.ld[1] < place.ld[2] ? v % 16 + 1 : 0; break; // See Nest.emit_run.
    }
    put(p + i * width[a.type], a.type, v);
  }
}
static unsigned hash(const char *p, const char *end) {
  uint64_t h = 0xcbf29ce484222325;
  for (; p != end; ++p)
    h = (h ^ (unsigned char)*p) * 0x100000001b3;
  return h ^ (h >> 32);
}

static void run_one(const Nest &nest, const Run &r) {
  char *data[ARRAYS] = {}, *begin[ARRAYS] = {}, *end[ARRAYS] = {};
  state = r.seed;
  noted = tallied = tallied_here = 0;
  for (int i = 0; i < ARRAYS; ++i)
    for (int k = 0; k < 253; ++k)
      ((Head *)r.head(i))->pad[k] = (k * 5 + i) % 12;
  for (int i = 0; i < ARRAYS && nest.arrays[i].lanes; ++i) {
    const Array &a = nest.arrays[i];
    const Place &p = r.a[i];
    if (!a.get && p.region < 0)
      continue;
    data[i] = (char *)(a.get ? a.get(p.count) : p.data());
    begin[i] = data[i];
    end[i] = data[i] + p.count * a.lanes * width[a.type];
    if (!a.get && p.region != HEADS) {
      char *low = regions[p.region], *high = low + REGION;
      begin[i] = data[i] - low < ZONE ? low : data[i] - ZONE;
      end[i] = high - end[i] < ZONE ? high : end[i] + ZONE;
      for (char *c = begin[i]; c != end[i]; ++c)
        *c = (char)next();
    }
    fill(data[i], a, p);
  }
  for (int i = 0; i < r.poisons; ++i) {
    int k = r.poison[i].array;
    const Array &a = nest.arrays[k];
    long count = r.a[k].count * a.lanes, at = count * r.poison[i].part / 1000000;
    if (data[k] && at < count)
      put(data[k] + at * width[a.type], a.type,
          a.fill == 0 || a.fill == 3 ? 3000000 : r.seed % 3 ? -1 : 0);
  }
  for (int i = 0; i < ARRAYS; ++i)
    if (data[i] && nest.arrays[i].head) {
      Head *h = (Head *)(nest.arrays[i].global ? nest.arrays[i].global : r.head(i));
      h->p = data[i] + r.a[i].zero;
      h->rows = r.a[i].ld[0];
      h->cols = r.a[i].ld[1];
    }
  uint64_t out[24] = {};
  char left[96] = "";
  errno = 77;
  try {
    snprintf(left, sizeof left, "returned %ld", nest.call(r, out));
  } catch (const Err &e) {
    snprintf(left, sizeof left, "threw %ld %ld %ld %lx", e.id, e.a, e.b, (long)e.v);
  } catch (const Range &e) {
    snprintf(left, sizeof left, "out of range %ld %ld", e.i, e.j);
  } catch (const std::exception &e) {
    snprintf(left, sizeof left, "%s", e.what());
  }
  printf(" %s; errno %d; out", left, errno);
  for (int i = 0; i < 24; ++i)
    if (out[i])
      printf(" %d:%lx", i, (long)out[i]);
  if (noted)
    printf("; noted %lx", noted);
  if (tallied + tallied_here)
    printf("; tallied %ld %ld", tallied, tallied_here);
  for (int i = 0; i < ARRAYS; ++i)
    if (data[i] && nest.arrays[i].head) {
      Head *h = (Head *)(nest.arrays[i].global ? nest.arrays[i].global : r.head(i));
      int k = 0;
      while (k < ARRAYS && !(data[k] && h->p == data[k] + r.a[k].zero))
        ++k;
      printf("; %ldx%ld of %d", h->rows, h->cols, k);
    }
  printf("; arrays");
  for (int i = 0; i < ARRAYS; ++i)
    if (data[i])
      printf(" %x", hash(begin[i], end[i]));
}

// Run the nests from the one with number first on.
static int run_all(const Nest *nests, int count, const char *first) {
  setvbuf(stdout, nullptr, _IOLBF, 0);
  for (char *&r : regions) {
    r = (char *)mmap(nullptr, REGION + 2 * PAGE, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) + PAGE;
    mprotect(r, REGION, PROT_READ | PROT_WRITE);
  }
  for (int i = 0; i < count; ++i)
    for (int k = 0; nests[i].number >= atoi(first) && k < nests[i].count; ++k) {
      printf("nest %d run %d:", nests[i].number, k);
      fflush(stdout);
      run_one(nests[i], nests[i].runs[k]);
      printf("\n");
    }
  return 0;
}
#pragma clang optimize on
