// The machine code of a kernel library: one file beside it, made while tuning, read when an engine starts.
//
// A line of JSON, `{"schema": "cubins/v1", key, kernels: [{kernel, bytes, hash, functions}]}`, then the cubins one
// after the other. Times and plans stand in the library; code is found by the kernel's id.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "backends/cuda/compiler_report.hpp"
#include "backends/cuda/kernel_design.hpp"
#include "backends/cuda/nvrtc.hpp"
#include "core/kernel/kernel_library.hpp"

namespace mikpoly::cuda {

/// What machine code depends on, beside the kernels' designs.
struct ArchiveKey {
  int architecture = 0;       ///< 80 of sm_80
  std::string kernel_source;  ///< kernel_source_hash()
  std::string compiler;       ///< e.g. "NVRTC 13.0"

  bool operator==(const ArchiveKey&) const = default;
};

struct KernelCode {
  std::string kernel;  ///< id in the library; "add_parts_f16" for the reduction
  std::string cubin;
  std::vector<FunctionReport> functions;
};

struct KernelArchive {
  ArchiveKey key;
  std::vector<KernelCode> kernels;

  /// The code of a kernel, or null.
  [[nodiscard]] const KernelCode* find(std::string_view kernel) const;
};

/// Name of the code that adds up parts of k for D of a type.
std::string reduction_name(DataType type);

/// The functions that a library's kernels get, best kernel first: copies of 16 bytes for all, of less for the first
/// kNarrowKernels, which serve operands that are not aligned. `layout` is "NN", "NT", "TN" or "TT".
std::vector<OperandAccess> accesses_of(std::int64_t position, DataType type, std::string_view layout);
inline constexpr std::int64_t kNarrowKernels = 8;

/// Kernels done, and all.
using CompileProgress = std::function<void(std::int64_t, std::int64_t)>;

/// Compiles the functions of all kernels of a library and its reduction, on all cores.
/// Errors: ConfigError for a kernel of another backend; InternalFault with the compiler's log.
/// Cost: about a second a function and core.
KernelArchive compile_library(const KernelLibrary& library, const Nvrtc& nvrtc, int architecture,
                              const CompileProgress& progress);

/// Writes the file, all or nothing.
/// Errors: OutputError.
void save_archive(const KernelArchive& archive, const std::string& path);

/// Errors: ConfigError naming the file when it is missing, of another schema, cut short or changed since it was
/// written.
KernelArchive load_archive(const std::string& path);

/// `x/cuda-a100-80-f16.yaml` -> `x/cuda-a100-80-f16.cubins`.
std::string archive_path(const std::string& library_path);

}  // namespace mikpoly::cuda
