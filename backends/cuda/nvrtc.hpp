// NVIDIA's run-time compiler, opened when it is asked for: used while tuning, never when a shape is known.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "backends/shared_library.hpp"

namespace mikpoly::cuda {

struct Compiled {
  std::string cubin;  ///< machine code for one architecture
  std::string log;    ///< what the assembler reports of each function
};

class Nvrtc {
 public:
  /// Nothing when no NVRTC is found, or one without the functions that are needed.
  static std::optional<Nvrtc> open();

  /// Empty when open() finds it; else what is missing and what brings it.
  static std::string missing();

  /// e.g. "NVRTC 13.0".
  [[nodiscard]] std::string name() const;

  /// What it compiles for: 80, 90 ... ascending.
  [[nodiscard]] std::vector<int> architectures() const;

  /// Compiles source that includes the kernel's headers, for `sm_<architecture>` and its own features (90: wgmma is
  /// not asked for).
  /// Errors: InternalFault with the compiler's log: the source is ours.
  /// Cost: about a second a function.
  [[nodiscard]] Compiled compile(const std::string& source, int architecture) const;

 private:
  explicit Nvrtc(SharedLibrary library) : library_(std::move(library)) {}

  SharedLibrary library_;
};

/// Hash of the kernel's sources and of what compiles them into functions: cubins of other sources are not used.
std::string kernel_source_hash();

}  // namespace mikpoly::cuda
