// A kernel library as Python sees it.
#pragma once

#include <memory>
#include <string>

#include "core/kernel/kernel_library.hpp"
#include "python/src/bindings.hpp"

namespace mikpoly::python {

struct Library {
  std::shared_ptr<const KernelLibrary> library;
  std::string origin;  ///< one sentence; empty where it is not known
};

}  // namespace mikpoly::python
