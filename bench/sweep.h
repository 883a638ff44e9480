// What the programs of bench/run.py sweep share. Each of them defines T, the type of elements,
// and I, the type of indices, in front of this. With MAIN it is the program that calls both
// functions; without, one of them.
//
//   program MILLISECONDS REPEATS SIZE… -- FAULT…
//
// calls both for each size and each fault (percent; -1: none), compares what they leave, and
// prints "cell SIZE FAULT A B END", the least nanoseconds of a call of each, and how it ended, or
// "wrong SIZE FAULT WHAT". The time to read the clock, some 20 ns, is in those of a short call
// whose arrays are large.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

struct Failure {
  long Where;
};

[[noreturn, gnu::cold, gnu::noinline]] static void fail(long Where) { throw Failure{Where}; }

static inline bool outside(T Value, T Low, T High) { return !(Value >= Low && Value <= High); }

// A pointer and a size.
static inline I checked(I Index, I Size) {
  if (Index < 0 || Index >= Size)
    throw std::out_of_range("pointer");
  return Index;
}

// Of one, two or three dimensions; S: the type of its sizes.
template <class E, class S> struct Matrix {
  S Rows, Columns, Planes;
  std::vector<E> Data;

  E &operator()(S X) {
    if (X < 0 || X >= Rows)
      throw std::out_of_range("vector");
    return Data[X];
  }
  E &operator()(S X, S Y) {
    if (X < 0 || X >= Rows || Y < 0 || Y >= Columns)
      throw std::out_of_range("matrix");
    return Data[X * Columns + Y];
  }
  E &operator()(S X, S Y, S Z) {
    if (X < 0 || X >= Rows || Y < 0 || Y >= Columns || Z < 0 || Z >= Planes)
      throw std::out_of_range("cube");
    return Data[(X * Columns + Y) * Planes + Z];
  }
  const E &operator()(S X) const { return const_cast<Matrix &>(*this)(X); }
  const E &operator()(S X, S Y) const { return const_cast<Matrix &>(*this)(X, Y); }
  const E &operator()(S X, S Y, S Z) const { return const_cast<Matrix &>(*this)(X, Y, Z); }
};

#ifdef MAIN

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <type_traits>

// The arrays. R: the rows that the container says it has; N: the extents of the others.
// each() calls F with each part that is contiguous.

template <class E, int D> struct Flat {
  std::vector<E> Data;
  Flat(std::size_t R, std::size_t N) : Data(D == 1 ? R : D == 2 ? R * N : R * N * N) {}
  template <class F> void each(F Call) { Call(Data.data(), Data.size()); }
};

template <class E, int D> struct Levels {
  using Type = std::vector<typename Levels<E, D - 1>::Type>;
};
template <class E> struct Levels<E, 1> {
  using Type = std::vector<E>;
};

// Rows are allocated in order, or in another one with gaps between them.
template <class E, int D, bool Shuffled> struct Nested {
  typename Levels<E, D>::Type Data;
  std::vector<std::vector<char>> Gaps;
  std::mt19937 Random{7};

  Nested(std::size_t R, std::size_t N) { make(Data, R, N); }
  void make(std::vector<E> &Row, std::size_t R, std::size_t) {
    if (Shuffled)
      Gaps.emplace_back(Random() % 10 * 16 + 1);
    Row.resize(R);
  }
  template <class V> void make(std::vector<V> &Rows, std::size_t R, std::size_t N) {
    Rows.resize(R);
    std::vector<std::size_t> Order(R);
    for (std::size_t K = 0; K < R; K++)
      Order[K] = K;
    if (Shuffled)
      std::shuffle(Order.begin(), Order.end(), Random);
    for (std::size_t K : Order)
      make(Rows[K], N, N);
  }
  template <class F> void each(F Call) { each(Data, Call); }
  template <class F> void each(std::vector<E> &Row, F Call) { Call(Row.data(), Row.size()); }
  template <class V, class F> void each(std::vector<V> &Rows, F Call) {
    for (V &Row : Rows)
      each(Row, Call);
  }
};

template <class E, int D, class S> struct Classes {
  Matrix<E, S> Data;
  // What is behind the last row is there.
  Classes(std::size_t R, std::size_t N)
      : Data{S(R), S(D > 1 ? N : 1), S(D > 2 ? N : 1),
             std::vector<E>((D == 1 ? R : N) * (D > 1 ? N : 1) * (D > 2 ? N : 1))} {}
  template <class F> void each(F Call) { Call(Data.Data.data(), Data.Data.size()); }
};

// Its size is known: V is the array.
template <class E, class V> struct Fixed {
  struct Held {
    alignas(64) V Data;
  };
  std::unique_ptr<Held> Memory{new Held()};
  V &Data = Memory->Data;
  Fixed(std::size_t, std::size_t) {}
  template <class F> void each(F Call) {
    Call(reinterpret_cast<E *>(&Data), sizeof(V) / sizeof(E));
  }
};

// -- Values --

// Signed: -1 and 1, so that sums stay small; Sparse: 50 of them are not 0.
enum class Values { Mixed, Positive, Sparse, Diagonal };

static inline std::uint64_t mix(std::uint64_t Key) {
  Key = (Key ^ Key >> 31) * 0x9E3779B97F4A7C15u;
  return (Key ^ Key >> 29) * 0xBF58476D1CE4E5B9u >> 20;
}

template <class A> std::size_t count(A &Array) {
  std::size_t Count = 0;
  Array.each([&](auto *, std::size_t Size) { Count += Size; });
  return Count;
}

template <class A, class F> void modify(A &Array, std::size_t At, F Call) {
  std::size_t First = 0;
  Array.each([&](auto *Part, std::size_t Size) {
    if (At >= First && At - First < Size)
      Call(Part[At - First]);
    First += Size;
  });
}

template <class A> void fill(A &Array, Values Kind, int Seed, std::size_t Extent) {
  std::size_t Count = count(Array), At = 0;
  Array.each([&](T *Part, std::size_t Size) {
    for (std::size_t K = 0; K < Size; K++, At++) {
      std::uint64_t Random = mix(At * 16 + Seed);
      bool Left = Kind == Values::Sparse && At % (Count / 50 + 1);
      if (std::is_floating_point_v<T>)
        Part[K] = T(0.25) + T(Random % 4096) / 4096;
      else if (Kind == Values::Positive)
        Part[K] = T(1 + Random % 3);
      else if (std::is_signed_v<T>)
        Part[K] = Left ? T(0) : Random % 2 ? T(1) : T(-1);
      else
        Part[K] = Left || Random % 8 ? T(0) : T(1);
    }
  });
  if (Kind == Values::Diagonal)
    for (std::size_t K = 0; K < Extent; K++)
      modify(Array, K * (Extent + 1), [&](T &Value) { Value += T(Extent); });
}

template <class A> void fill_indices(A &Array, std::size_t Extent) {
  std::size_t At = 0;
  Array.each([&](I *Part, std::size_t Size) {
    for (std::size_t K = 0; K < Size; K++)
      Part[K] = I(mix(At++) % Extent);
  });
}

enum class Bad { None, Infinite, Large, Largest };
static const T High = std::is_floating_point_v<T> ? T(1e6) : sizeof(T) == 1 ? T(100) : T(10000);
static const T Low = std::is_signed_v<T> || std::is_floating_point_v<T> ? T(-High) : T(0);

template <class A> void spoil(A &Array, Bad Kind, std::size_t At) {
  modify(Array, At, [&](auto &Value) {
    if (Kind == Bad::Infinite)
      Value = std::numeric_limits<T>::infinity();
    else if (Kind == Bad::Largest)
      Value = std::numeric_limits<T>::max();
    else if (Kind == Bad::Large)
      Value = std::is_floating_point_v<T> ? T(1e7) : sizeof(T) == 1 ? T(120) : T(20000);
  });
}

// -- Both functions --

template <class Problem> struct Subject {
  Problem Of;
  std::vector<char> Before;

  Subject(long Size, int Fault) : Of(Size, Fault) { Before = memory(); }
  std::vector<char> memory() {
    std::vector<char> All;
    Of.each([&](auto *Part, std::size_t Size) {
      const char *Bytes = reinterpret_cast<const char *>(Part);
      All.insert(All.end(), Bytes, Bytes + Size * sizeof *Part);
    });
    return All;
  }
  void restore() {
    const char *From = Before.data();
    Of.each([&](auto *Part, std::size_t Size) {
      if (Size)
        std::memcpy(Part, From, Size * sizeof *Part);
      From += Size * sizeof *Part;
    });
  }
  // Two NaNs are equal: which one an operation returns is not defined.
  std::string difference(const std::vector<char> &Left, const std::vector<char> &Right) {
    std::size_t From = 0, Number = 0;
    std::string Found;
    Of.each([&](auto *Part, std::size_t Size) {
      for (std::size_t K = 0; K < Size; K++, From += sizeof *Part) {
        auto L = *Part, R = L;
        std::memcpy(&L, &Left[From], sizeof L);
        std::memcpy(&R, &Right[From], sizeof R);
        if (Found.empty() && std::memcmp(&L, &R, sizeof L) && (L == L || R == R))
          Found = "memory, part " + std::to_string(Number) + ", element " + std::to_string(K) +
                  ": " + std::to_string(L) + " and " + std::to_string(R);
      }
      Number++;
    });
    return Found;
  }
  std::string call(bool Other) {
    try {
      return "returns " + std::to_string(Of.call(Other));
    } catch (const Failure &Caught) {
      return "throws " + std::to_string(Caught.Where);
    } catch (const std::exception &Caught) {
      return std::string("throws ") + Caught.what();
    }
  }
  void call_only(bool Other) {
    try {
      Of.call(Other);
    } catch (...) {
    }
  }
};

static inline double nanoseconds() {
  auto Now = std::chrono::steady_clock::now().time_since_epoch();
  return double(std::chrono::duration_cast<std::chrono::nanoseconds>(Now).count());
}

template <class Problem> int harness(int Count, char **Arguments) {
  double Budget = std::atof(Arguments[1]) * 1e6;
  int Repeats = std::atoi(Arguments[2]), Dashes = 3;
  while (std::strcmp(Arguments[Dashes], "--"))
    Dashes++;
  for (int S = 3; S < Dashes; S++) {
    std::string Usual;
    for (int F = Dashes + 1; F < Count; F++) {
      long Size = std::atol(Arguments[S]);
      int Fault = std::atoi(Arguments[F]);
      std::vector<std::unique_ptr<Subject<Problem>>> All;
      All.emplace_back(new Subject<Problem>(Size, Fault));
      Subject<Problem> &First = *All[0];
      std::string Ends[2];
      std::vector<char> Left[2];
      double Longest = 0;
      // Often, so that what a function remembers of former calls is tested, too.
      for (int Time = 0; Time < 3; Time++)
        for (int Other = 0; Other < 2; Other++) {
          First.restore();
          double Begun = nanoseconds();
          Ends[Other] = First.call(Other);
          double Took = nanoseconds() - Begun;
          Longest = Other ? Longest : Took;
          Left[Other] = First.memory();
          std::string What = Other ? First.difference(Left[0], Left[1]) : "";
          if (Other && Ends[0] != Ends[1])
            What = "A " + Ends[0] + ", B " + Ends[1];
          if (!What.empty())
            return std::printf("wrong %ld %d %s\n", Size, Fault, What.c_str()), 0;
        }
      // A fault that does not fire is the same program again.
      if (Fault < 0)
        Usual = Ends[0];
      else if (!Problem::Goes_on && Ends[0] == Usual)
        continue;
      // As many problems in a row as take 2 us, but fit into L1.
      double Batch = 2000 / (Longest + 10);
      Batch = std::min(Batch, 16384.0 / double(First.Before.size() + 1));
      while (double(All.size()) < Batch)
        All.emplace_back(new Subject<Problem>(Size, Fault));
      // Else several times: a clock whose resolution is 10 ns is right in the mean.
      int Times = Longest * double(All.size()) < 1000 ? 30 : 1;
      double Least[2] = {1e30, 1e30}, Begun = nanoseconds();
      for (int Turn = 0; Turn < Repeats || (nanoseconds() - Begun < Budget && Turn < 1000); Turn++)
        for (int Second = 0; Second < 2; Second++) {
          int Other = Second ^ Turn % 2;
          double Took = 0;
          for (int Time = 0; Time < Times; Time++) {
            for (auto &Each : All)
              Each->restore();
            double From = nanoseconds();
            for (auto &Each : All)
              Each->call_only(Other);
            Took += nanoseconds() - From;
          }
          Least[Other] = std::min(Least[Other], Took / Times / double(All.size()));
        }
      std::printf("cell %ld %d %.2f %.2f %s\n", Size, Fault, Least[0], Least[1], Ends[0].c_str());
      std::fflush(stdout);
    }
  }
  return 0;
}

#endif
