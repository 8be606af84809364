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
    if (problem.deterministic) return "does not promise that a row of D is independent of the others";
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

// B as a library packed it, with what it was packed from.
class PackedForPeer final : public PackedOperand {
 public:
  PackedForPeer(std::unique_ptr<PackedOperand> packed, const RowMajorGemm& gemm)
      : packed_(std::move(packed)), n_(gemm.shape.n), k_(gemm.shape.k) {}
  [[nodiscard]] const void* data() const override { return packed_->data(); }
  [[nodiscard]] std::int64_t bytes() const override { return packed_->bytes(); }
  [[nodiscard]] const PackedOperand& of_library() const { return *packed_; }
  [[nodiscard]] bool fits(const GemmShape& shape) const { return shape.n == n_ && shape.k == k_; }

 private:
  std::unique_ptr<PackedOperand> packed_;
  std::int64_t n_;
  std::int64_t k_;
};

class PackingPeer final : public Backend, public PackingBackend {
 public:
  explicit PackingPeer(std::unique_ptr<PackingLibrary> library)
      : library_(*library), peer_(make_peer(std::unique_ptr<PeerLibrary>(std::move(library)))) {}

  [[nodiscard]] std::string unsupported(const GemmProblem& problem) const override {
    return peer_->unsupported(problem);
  }
  [[nodiscard]] std::unique_ptr<PreparedGemm> prepare(const GemmProblem& problem) override {
    return peer_->prepare(problem);
  }
  void run(const GemmProblem& problem, const GemmOperands& operands) override { peer_->run(problem, operands); }
  [[nodiscard]] std::string description() const override { return peer_->description(); }

  [[nodiscard]] std::unique_ptr<PackedOperand> pack_a(const GemmProblem& /*problem*/, const void* /*a*/) override {
    throw BackendUnavailable("packs B only");
  }

  [[nodiscard]] std::unique_ptr<PackedOperand> pack_b(const GemmProblem& problem, const void* b) override {
    const RowMajorGemm gemm = packable(problem);
    if (b == nullptr) throw ShapeError("B is a null pointer");
    return std::make_unique<PackedForPeer>(library_.pack_b(gemm, static_cast<const float*>(b)), gemm);
  }

  [[nodiscard]] std::unique_ptr<PreparedGemm> prepare_packed(const GemmProblem& problem,
                                                             const PackedOperand& packed) override {
    const RowMajorGemm gemm = packable(problem);
    const auto* ours = dynamic_cast<const PackedForPeer*>(&packed);
    if (ours == nullptr || !ours->fits(problem.shape)) {
      throw ShapeError(fmt::format("B was not packed for {} by this backend", to_text(problem.shape)));
    }
    return library_.prepare_packed(gemm, ours->of_library());
  }

 private:
  [[nodiscard]] RowMajorGemm packable(const GemmProblem& problem) const {
    validate(problem);
    if (const std::string reason = peer_->unsupported(problem); !reason.empty()) throw BackendUnavailable(reason);
    if (problem.shape.empty() || problem.shape.k == 0) throw BackendUnavailable("packs no empty B");
    const RowMajorGemm gemm = row_major(problem);
    if (gemm.swapped) throw BackendUnavailable("packs B for a row-major D only");
    if (gemm.shape.batch > 1 && gemm.b.batch_stride != 0) throw BackendUnavailable("packs one B, not a batch");
    return gemm;
  }

  PackingLibrary& library_;
  std::unique_ptr<Backend> peer_;
};

}  // namespace

std::unique_ptr<Backend> make_peer(std::unique_ptr<PeerLibrary> library) {
  return std::make_unique<Peer>(std::move(library));
}

std::unique_ptr<Backend> make_peer(std::unique_ptr<PackingLibrary> library) {
  return std::make_unique<PackingPeer>(std::move(library));
}

std::string beyond_32_bits(const RowMajorGemm& gemm) {
  const std::int64_t largest = std::max({gemm.shape.m, gemm.shape.n, gemm.shape.k, gemm.a.leading_dimension,
                                         gemm.b.leading_dimension, gemm.d.leading_dimension});
  if (largest <= std::numeric_limits<std::int32_t>::max()) return "";
  return fmt::format("takes 32-bit extents and leading dimensions, not {}", largest);
}

}  // namespace mikpoly
