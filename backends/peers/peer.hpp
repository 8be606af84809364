// What all peers share: checks, problems without a product, and one sentence for what libraries cannot do.
#pragma once

#include <memory>
#include <string>

#include "backends/backend.hpp"
#include "backends/peers/row_major_gemm.hpp"

namespace mikpoly {

/// One library. Problems that reach it are valid, f32, with m, n, k and batch at least 1 and without an epilogue.
class PeerLibrary {
 public:
  virtual ~PeerLibrary() = default;

  /// Empty when the library can compute it; else why not.
  [[nodiscard]] virtual std::string unsupported(const RowMajorGemm& gemm) const = 0;

  /// The library's own prepared object: a primitive, a kernel pointer.
  [[nodiscard]] virtual std::unique_ptr<PreparedGemm> prepare(const RowMajorGemm& gemm) = 0;

  /// A plain call; the library's own cache is all that it may profit from.
  virtual void run(const RowMajorGemm& gemm, const GemmOperands& operands) = 0;

  [[nodiscard]] virtual std::string description() const = 0;
};

/// A library that takes its B packed.
class PackingLibrary : public PeerLibrary {
 public:
  [[nodiscard]] virtual std::unique_ptr<PackedOperand> pack_b(const RowMajorGemm& gemm, const float* b) = 0;
  [[nodiscard]] virtual std::unique_ptr<PreparedGemm> prepare_packed(const RowMajorGemm& gemm,
                                                                     const PackedOperand& packed) = 0;
};

std::unique_ptr<Backend> make_peer(std::unique_ptr<PeerLibrary> library);
/// The backend is a PackingBackend too, for row-major D.
std::unique_ptr<Backend> make_peer(std::unique_ptr<PackingLibrary> library);

/// Empty when extents and leading dimensions fit the 32-bit integers of a library's interface.
std::string beyond_32_bits(const RowMajorGemm& gemm);

}  // namespace mikpoly
