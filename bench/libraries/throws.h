// Failed checks throw, or there are none.
#include <exception>
#include <string>

static void prepare() {}
template <typename FunctionT> static std::string guarded(FunctionT Function) {
  try {
    Function();
  } catch (const std::exception &) {
    return "exception";
  }
  return "none";
}
