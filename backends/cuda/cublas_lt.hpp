// NVIDIA's cuBLASLt, opened when it is asked for: what the engine is measured against.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "backends/backend.hpp"
#include "backends/cuda/device.hpp"

namespace mikpoly::cuda {

/// cublasLtMatmulHeuristicResult_t.
struct CublasAlgorithm {
  std::array<std::uint64_t, 8> algorithm{};
  std::size_t workspace_bytes = 0;
  int status = 0;
  float waves = 0.0F;
  std::array<int, 4> reserved{};
};

/// The library's functions, and its handle for the current context.
class CublasLt {
 public:
  /// Empty when it can be opened; else what is missing and what brings it.
  static std::string missing();

  /// The device must outlive it.
  /// Errors: BackendUnavailable with the sentence of missing(); DeviceError.
  explicit CublasLt(const Device& device);
  ~CublasLt();
  CublasLt(const CublasLt&) = delete;
  CublasLt& operator=(const CublasLt&) = delete;

  /// "cuBLASLt 13.0.0".
  [[nodiscard]] std::string name() const;

 private:
  friend class CublasProduct;
  struct Api;

  const Device& device_;
  std::unique_ptr<Api> api_;
  void* handle_ = nullptr;
  DeviceBuffer workspace_;
};

/// A product of row-major matrices without gaps, D = A B, by the algorithms that the library thinks best.
class CublasProduct {
 public:
  /// `types` are those of a kernel library; `layout` is "NN", "NT", "TN" or "TT". The library must outlive it.
  /// Errors: ShapeError when it has no algorithm for the product; DeviceError.
  CublasProduct(const CublasLt& library, const GemmShape& shape, const GemmTypes& types, const std::string& layout,
                int most_algorithms);
  ~CublasProduct();
  CublasProduct(const CublasProduct&) = delete;
  CublasProduct& operator=(const CublasProduct&) = delete;

  /// The best first: that is what a plain call runs.
  [[nodiscard]] std::int64_t algorithms() const { return std::ssize(algorithms_); }

  /// Gives the product to a stream and returns at once. Addresses are the device's.
  /// Errors: DeviceError.
  void add(std::int64_t algorithm, const GemmOperands& operands, Stream stream) const;

 private:
  struct Descriptions;

  const CublasLt& library_;
  std::unique_ptr<Descriptions> descriptions_;
  std::vector<CublasAlgorithm> algorithms_;
};

}  // namespace mikpoly::cuda
