// Which kernel library an engine plans with, and the machine it plans for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/hardware/accelerator.hpp"
#include "core/kernel/kernel_library.hpp"

namespace mikpoly {

/// The class description that is shipped for an instruction set family, with this many worker threads.
Accelerator shipped_cpu(std::string_view isa, std::int64_t threads);

struct EngineLibrary {
  KernelLibrary library;
  std::string notice;  ///< one sentence when the library was not made on this very machine; else empty
};

/// `layout`: "NN" or "NT". A library given by path must have been made for that family; else the shipped one is taken.
/// Errors: ConfigError when the file cannot be read or was made for another family or layout.
EngineLibrary engine_library(std::string_view isa, std::string_view layout, const std::string& path);

}  // namespace mikpoly
