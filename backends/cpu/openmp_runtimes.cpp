#include "backends/cpu/openmp_runtimes.hpp"

#include <algorithm>
#include <dlfcn.h>

namespace mikpoly {

OpenmpRuntimes::OpenmpRuntimes() {
  const auto add_from = [this](void* library) {
    auto* const in_parallel = reinterpret_cast<int (*)()>(dlsym(library, "omp_in_parallel"));
    if (in_parallel != nullptr && std::ranges::find(in_parallel_, in_parallel) == in_parallel_.end()) {
      in_parallel_.push_back(in_parallel);
    }
  };
  add_from(RTLD_DEFAULT);
  // What was loaded with RTLD_LOCAL is found by its name alone. The handle is kept: we hold a pointer into it.
  for (const char* name : {"libgomp.so.1", "libomp.so.5", "libomp.so", "libiomp5.so"}) {
    void* const library = dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
    if (library != nullptr) add_from(library);
  }
}

bool OpenmpRuntimes::in_parallel_region() const {
  return std::ranges::any_of(in_parallel_, [](int (*in_parallel)()) { return in_parallel() != 0; });
}

}  // namespace mikpoly
