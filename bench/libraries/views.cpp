// Views with extents and strides, like std::mdspan with layout_stride, that
// check each index as a hardened standard library does, and trap.
//
// Libraries:

#include <array>
#include <cstddef>
#include <memory>
#include <setjmp.h>
#include <signal.h>
#include <string>
#ifdef CHECKED
#define PRECONDITION(Condition) ((Condition) ? (void)0 : __builtin_trap())
#else
#define PRECONDITION(Condition) (void)0
#endif
template <size_t Rank> class View {
  std::shared_ptr<double[]> Storage;
  double *Data;
  std::array<size_t, Rank> Extents, Strides;

public:
  explicit View(std::array<size_t, Rank> E) : Extents(E) {
    size_t Size = 1;
    for (size_t Dim = Rank; Dim-- > 0; Size *= E[Dim])
      Strides[Dim] = Size;
    Storage.reset(new double[Size]());
    Data = Storage.get();
  }
  size_t extent(size_t Dim) const { return Extents[Dim]; }
  template <typename... IndexT> double &operator()(IndexT... Index) const {
    const std::array<size_t, Rank> I{size_t(Index)...};
    size_t Offset = 0;
    for (size_t Dim = 0; Dim < Rank; ++Dim) {
      PRECONDITION(I[Dim] < Extents[Dim]);
      Offset += I[Dim] * Strides[Dim];
    }
    return Data[Offset];
  }
};
using Matrix = View<2>;
using Vector = View<1>;
static Matrix makeMatrix(size_t Rows, size_t Columns) {
  return Matrix({Rows, Columns});
}
static Vector makeVector(size_t Size) { return Vector({Size}); }
static sigjmp_buf Trapped;
static void prepare() {
  signal(SIGILL, [](int) { siglongjmp(Trapped, 1); });
}
template <typename FunctionT> static std::string guarded(FunctionT Function) {
  if (sigsetjmp(Trapped, 1))
    return "trap";
  Function();
  return "none";
}
#define ROWS(M) (M).extent(0)
#define COLUMNS(M) (M).extent(1)
#define SIZE(V) (V).extent(0)
#define AT(M, i, j) (M)(i, j)
#define VAT(V, i) (V)(i)

#include "loops.h"
