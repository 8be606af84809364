// What stands in for a GPU that holds a compiled library: launches of its kernels run under the SIMT emulator.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "backends/cuda/kernel/arguments.cuh"
#include "backends/cuda/kernel_design.hpp"
#include "backends/cuda/launch_plan.hpp"

namespace mikpoly::test {

/// One compiled function.
struct EmulatedFunction {
  int threads = 0;
  std::size_t shared_bytes = 0;
  std::function<void(const cuda::Arguments&)> run;
};

using EmulatedFunctions = std::map<std::string, EmulatedFunction>;

/// The kernels of a library with their functions, f32, small enough for a fiber a thread.
class EmulatedLibrary {
 public:
  EmulatedLibrary();

  [[nodiscard]] const KernelLibrary& library() const { return library_; }

  /// The function `name` of a kernel's code, or of the reduction's, "add_parts_f32"; null when there is none.
  [[nodiscard]] const EmulatedFunction* find(const std::string& kernel, const std::string& name) const;

  /// Runs a launch with addresses of the host.
  /// Errors: as simt::launch(); std::out_of_range for a function that was not compiled.
  void run(const cuda::Launch& launch, const cuda::Arguments& arguments, const cuda::OperandAccess& access) const;

 private:
  template <typename Block>
  void add();

  KernelLibrary library_;
  std::map<std::string, EmulatedFunctions> functions_;  // by kernel
};

/// Runs so many blocks of a function.
/// Errors: as simt::launch().
void run_blocks(const EmulatedFunction& function, std::int64_t blocks, const cuda::Arguments& arguments);

}  // namespace mikpoly::test
