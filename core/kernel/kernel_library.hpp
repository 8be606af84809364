// The micro-kernels of one accelerator: the product of S1, with the key it was made for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernel/micro_kernel.hpp"

namespace mikpoly {

/// n_gen, n_syn, n_mik, n_pred of MikPoly section 3.3, and the ranking criterion.
struct TuningParameters {
  std::int64_t n_gen = 32;
  std::int64_t n_syn = 12;
  std::int64_t n_mik = 40;
  std::int64_t n_pred = 5120;
  std::string ranking = "complementary";

  bool operator==(const TuningParameters&) const = default;
};

/// The class of a real device that a library was timed on; empty on simulated machines.
struct DeviceKey {
  std::string isa;            ///< e.g. "avx512"
  std::string caches;         ///< of a core and shared, e.g. "48K+1M+32M"
  std::string kernel_source;  ///< version or hash of the kernels' source
  std::string compiler;       ///< that built the kernels, with its version
  std::string layout;         ///< of the operands it was timed with, e.g. "NN"

  bool operator==(const DeviceKey&) const = default;
};

/// The workload that kernels were chosen for; empty: none, but every shape.
struct WorkloadKey {
  std::string name;
  std::string hash;            ///< of its shapes and their weights
  double general_share = 0.0;  ///< of the weight that synthetic shapes kept beside it

  bool operator==(const WorkloadKey&) const = default;
};

/// What a library was made for. library_key.hpp says when one may stand in for another.
struct LibraryKey {
  std::string hardware;       ///< name of the accelerator
  std::string hardware_hash;  ///< HardwareFile::hash
  std::string method;         ///< version of S1 and of the timer
  GemmTypes types;
  TuningParameters parameters;
  DeviceKey device = {};
  WorkloadKey workload = {};

  bool operator==(const LibraryKey&) const = default;
};

struct KernelLibrary {
  LibraryKey key;
  std::vector<MicroKernel> kernels;  ///< best first
  std::string hash;                  ///< content_hash of the file it was read from or would be written as

  /// Position of the kernel with this id, or -1.
  [[nodiscard]] std::int64_t find(std::string_view id) const;

  /// Whether any kernel trims its edges: then tasks of one region differ in length.
  [[nodiscard]] bool trimmed() const;
};

}  // namespace mikpoly
