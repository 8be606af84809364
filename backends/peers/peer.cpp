#include "backends/peers/peer.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace mikpoly {
namespace {

constexpr GemmTypes kAllF32{DataType::f32, DataType::f32, DataType::f32, DataType::f32};

// k = 0 or no output: the libraries disagree, so they are not asked.
class WithoutProduct final : public PreparedGemm {
 public:
  explicit WithoutProduct(const RowMajorGemm& gemm) : gemm_(gemm) {}
  void run(const GemmOperands& operands) override { write_scaled_c(gemm_, operands); }

 private:
  RowMajorGemm gemm_;
};

class Peer final : public Backend {
 public:
  explicit Peer(std::unique_ptr<PeerLibrary> library) : library_(std::move(library)) {}

  [[nodiscard]] std::string unsupported(const GemmProblem& problem) const override {
    if (problem.types != kAllF32) return fmt::format("called for f32 only, not {}", name_of(problem.types.a));
    if (problem.epilogue != Epilogue{}) return "has no fused bias, activation or residual in this interface";
    if (problem.shape.empty() || problem.shape.k == 0) return "";
    return library_->unsupported(row_major(problem));
  }

  [[nodiscard]] std::unique_ptr<PreparedGemm> prepare(const GemmProblem& problem) override {
    check(problem);
    const RowMajorGemm gemm = row_major(problem);
    if (problem.shape.empty() || problem.shape.k == 0) return std::make_unique<WithoutProduct>(gemm);
    return library_->prepare(gemm);
  }

  void run(const GemmProblem& problem, const GemmOperands& operands) override {
    check(problem);
    validate(problem, operands);
    const RowMajorGemm gemm = row_major(problem);
    if (problem.shape.empty() || problem.shape.k == 0) return write_scaled_c(gemm, operands);
    library_->run(gemm, operands);
  }

  [[nodiscard]] std::string description() const override { return library_->description(); }

 private:
  void check(const GemmProblem& problem) const {
    validate(problem);
    if (const std::string reason = unsupported(problem); !reason.empty()) throw BackendUnavailable(reason);
  }

  std::unique_ptr<PeerLibrary> library_;
};

}  // namespace

std::unique_ptr<Backend> make_peer(std::unique_ptr<PeerLibrary> library) {
  return std::make_unique<Peer>(std::move(library));
}

std::string beyond_32_bits(const RowMajorGemm& gemm) {
  const std::int64_t largest = std::max({gemm.shape.m, gemm.shape.n, gemm.shape.k, gemm.a.leading_dimension,
                                         gemm.b.leading_dimension, gemm.d.leading_dimension});
  if (largest <= std::numeric_limits<std::int32_t>::max()) return "";
  return fmt::format("takes 32-bit extents and leading dimensions, not {}", largest);
}

}  // namespace mikpoly
