#include "backends/peers/libxsmm.hpp"

#include <array>
#include <cstdlib>
#include <optional>

#include <fmt/format.h>

#include "backends/peers/aligned_buffer.hpp"
#include "backends/peers/libxsmm_blocked.hpp"
#include "backends/peers/peer.hpp"
#include "backends/shared_library.hpp"
#include "core/base/counted.hpp"
#include "core/base/error.hpp"

namespace mikpoly {
namespace {

using libxsmm::Blocked;
using libxsmm::Dispatch;
using libxsmm::Kernel;
using libxsmm::Output;
using libxsmm::Weights;

const LibrarySought& sought() {
  static const LibrarySought library{{"libxsmm.so.1", "libxsmm.so"},
                                     "package libxsmm-dev with a C compiler, or experiments/peers/setup.sh,"};
  return library;
}

AlignedBuffer buffer_for(std::int64_t rows, std::int64_t columns) {
  return AlignedBuffer(static_cast<std::size_t>(rows * columns) * sizeof(float));
}

class PackedPanels final : public PackedOperand {
 public:
  PackedPanels(const RowMajorGemm& gemm, const float* b) : buffer_(buffer_for(gemm.shape.k, gemm.shape.n)) {
    libxsmm::pack_panels(gemm.b, gemm.shape.k, gemm.shape.n, b, buffer_.floats());
  }
  [[nodiscard]] const void* data() const override { return buffer_.data(); }
  [[nodiscard]] std::int64_t bytes() const override { return static_cast<std::int64_t>(buffer_.bytes()); }

 private:
  AlignedBuffer buffer_;
};

// The kernels know alpha = 1 and beta in {0, 1}; everything else goes through a product of its own.
enum class Finish { write, accumulate, scale };

Finish finish_of(float alpha, float beta) {
  if (alpha == 1.0F && beta == 0.0F) return Finish::write;
  return alpha == 1.0F && beta == 1.0F ? Finish::accumulate : Finish::scale;
}

// One problem with one kind of alpha and beta: what is copied first, and the kernels.
class Driver {
 public:
  Driver(Dispatch* library, ThreadPool& pool, const RowMajorGemm& gemm, Finish finish, bool packed)
      : pool_(pool),
        gemm_(gemm),
        finish_(finish),
        packs_b_(!packed && gemm.b.transposed),
        blocked_(library, gemm.shape,
                 {gemm.a.transposed ? gemm.shape.k : gemm.a.leading_dimension, gemm.b.leading_dimension,
                  finish == Finish::scale ? gemm.shape.n : gemm.d.leading_dimension},
                 packed || packs_b_ ? Weights::panels : Weights::plain,
                 finish == Finish::accumulate ? Output::accumulate : Output::write, pool.threads()) {}

  /// The kernel that is all there is to do, or null.
  [[nodiscard]] Kernel* single() const {
    const bool as_it_is = !gemm_.a.transposed && finish_ != Finish::scale && gemm_.shape.batch == 1;
    return as_it_is ? blocked_.single() : nullptr;
  }

  void run(const PeerOperands& first) const {
    const auto [m, n, k, batch] = gemm_.shape;
    const AlignedBuffer a = buffer_for(gemm_.a.transposed ? m : 0, k);
    const AlignedBuffer b = buffer_for(packs_b_ ? k : 0, n);
    const AlignedBuffer product = buffer_for(finish_ == Finish::scale ? m : 0, n);
    for (std::int64_t z = 0; z < batch; ++z) {
      PeerOperands at = batch_element(gemm_, first, z);
      if (gemm_.a.transposed) at.a = by_rows(at.a, a.floats());
      if (packs_b_) {
        libxsmm::pack_panels(gemm_.b, k, n, at.b, b.floats());
        at.b = b.floats();
      }
      blocked_.run(pool_, at.a, at.b, finish_ == Finish::scale ? product.floats() : at.d);
      if (finish_ == Finish::scale) scale(product.floats(), at);
    }
  }

 private:
  const float* by_rows(const float* columns, float* rows) const {
    float* to = rows;
    for (std::int64_t i = 0; i < gemm_.shape.m; ++i) {
      for (std::int64_t j = 0; j < gemm_.shape.k; ++j) *to++ = columns[i + j * gemm_.a.leading_dimension];
    }
    return rows;
  }

  void scale(const float* product, const PeerOperands& at) const {
    for (std::int64_t i = 0; i < gemm_.shape.m; ++i) {
      for (std::int64_t j = 0; j < gemm_.shape.n; ++j) {
        float& d = at.d[i * gemm_.d.leading_dimension + j];
        const float scaled = at.alpha * *product++;
        d = at.beta == 0.0F ? scaled : scaled + at.beta * d;
      }
    }
  }

  ThreadPool& pool_;
  RowMajorGemm gemm_;
  Finish finish_;
  bool packs_b_;
  Blocked blocked_;
};

// Kernels for beta = 0 are generated when the problem is prepared, others when they are first needed.
class PreparedDriver final : public PreparedGemm {
 public:
  PreparedDriver(Dispatch* library, ThreadPool& pool, const RowMajorGemm& gemm, bool packed)
      : library_(library), pool_(pool), gemm_(gemm), packed_(packed) {
    single_ = driver(Finish::write).single();
  }

  void run(const GemmOperands& operands) override {
    if (!load_output(gemm_, operands)) return;
    const PeerOperands pointers = operands_of(gemm_, operands);
    const Finish finish = finish_of(pointers.alpha, pointers.beta);
    if (finish == Finish::write && single_ != nullptr) return single_(pointers.b, pointers.a, pointers.d);
    driver(finish).run(pointers);
  }

 private:
  Driver& driver(Finish finish) {
    std::optional<Driver>& one = drivers_[static_cast<std::size_t>(finish)];
    if (!one) one.emplace(library_, pool_, gemm_, finish, packed_);
    return *one;
  }

  Dispatch* library_;
  ThreadPool& pool_;
  RowMajorGemm gemm_;
  bool packed_;
  Kernel* single_ = nullptr;
  std::array<std::optional<Driver>, 3> drivers_;
};

// libxsmm_init() sets OMP_PROC_BIND in the environment: OpenMP would bind every process that is started from here, and
// with it all threads, to one core.
void initialise(const SharedLibrary& library) {
  constexpr const char* kBinding = "OMP_PROC_BIND";
  const bool was_set = std::getenv(kBinding) != nullptr;
  if (auto* init = library.function<void()>("libxsmm_init"); init != nullptr) init();
  if (!was_set) unsetenv(kBinding);
}

class Libxsmm final : public PackingLibrary {
 public:
  Libxsmm(const SharedLibrary& library, std::int64_t threads)
      : dispatch_(library.function<Dispatch>("libxsmm_smmdispatch")), pool_(threads) {
    initialise(library);
    auto* target = library.function<const char*()>("libxsmm_get_target_arch");
    description_ = fmt::format("libxsmm 1.x, kernels generated for {}, {} ({})",
                               target == nullptr ? "an unknown target" : target(), counted(pool_.threads(), "thread"),
                               library.file_name());
  }

  [[nodiscard]] std::string unsupported(const RowMajorGemm& gemm) const override { return beyond_32_bits(gemm); }

  [[nodiscard]] std::unique_ptr<PreparedGemm> prepare(const RowMajorGemm& gemm) override {
    return std::make_unique<PreparedDriver>(dispatch_, pool_, gemm, false);
  }

  void run(const RowMajorGemm& gemm, const GemmOperands& operands) override {
    if (!load_output(gemm, operands)) return;
    const PeerOperands pointers = operands_of(gemm, operands);
    const Driver driver(dispatch_, pool_, gemm, finish_of(pointers.alpha, pointers.beta), false);
    if (Kernel* kernel = driver.single(); kernel != nullptr) return kernel(pointers.b, pointers.a, pointers.d);
    driver.run(pointers);
  }

  [[nodiscard]] std::string description() const override { return description_; }

  [[nodiscard]] std::unique_ptr<PackedOperand> pack_b(const RowMajorGemm& gemm, const float* b) override {
    return std::make_unique<PackedPanels>(gemm, b);
  }

  [[nodiscard]] std::unique_ptr<PreparedGemm> prepare_packed(const RowMajorGemm& gemm,
                                                             const PackedOperand& /*packed*/) override {
    return std::make_unique<PreparedDriver>(dispatch_, pool_, gemm, true);
  }

 private:
  Dispatch* dispatch_;
  ThreadPool pool_;
  std::string description_;
};

}  // namespace

std::string missing_libxsmm() {
  const std::optional<SharedLibrary> library = SharedLibrary::open(sought());
  if (!library) return SharedLibrary::missing(sought());
  if (library->function<Dispatch>("libxsmm_smmdispatch") != nullptr) return "";
  return fmt::format("{} has no libxsmm_smmdispatch; version 1.17 is needed", library->file_name());
}

std::unique_ptr<Backend> make_libxsmm(const BackendOptions& options) {
  if (const std::string reason = missing_libxsmm(); !reason.empty()) throw BackendUnavailable(reason);
  return make_peer(
      std::unique_ptr<PackingLibrary>(std::make_unique<Libxsmm>(*SharedLibrary::open(sought()), options.threads)));
}

}  // namespace mikpoly
