#include "backends/peers/eigen.hpp"

#include <string>

#include <Eigen/src/Core/util/Macros.h>
#include <fmt/format.h>

#include "backends/peers/eigen_product.hpp"
#include "backends/peers/peer.hpp"
#include "backends/peers/product_blocks.hpp"
#include "core/base/counted.hpp"

namespace mikpoly {
namespace {

struct Product {
  void (*multiply)(const RowMajorGemm&, const PeerOperands&);
  const char* instructions;
};

Product best_here() {
#ifdef MIKPOLY_EIGEN_X86
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512bw")) {
    return {&eigen_product_avx512, "AVX-512"};
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return {&eigen_product_avx2, "AVX2"};
#endif
  return {&eigen_product_portable, "portable"};
}

void call(const Product& product, ThreadPool& pool, const RowMajorGemm& gemm, const GemmOperands& operands) {
  if (!load_output(gemm, operands)) return;
  const PeerOperands first = operands_of(gemm, operands);
  for (std::int64_t z = 0; z < gemm.shape.batch; ++z) {
    multiply_blocks(pool, gemm, batch_element(gemm, first, z), product.multiply);
  }
}

class PreparedProduct final : public PreparedGemm {
 public:
  PreparedProduct(const Product& product, ThreadPool& pool, const RowMajorGemm& gemm)
      : product_(product), pool_(pool), gemm_(gemm) {}
  void run(const GemmOperands& operands) override { call(product_, pool_, gemm_, operands); }

 private:
  Product product_;
  ThreadPool& pool_;
  RowMajorGemm gemm_;
};

class EigenLibrary final : public PeerLibrary {
 public:
  explicit EigenLibrary(std::int64_t threads) : pool_(threads) {}

  [[nodiscard]] std::string unsupported(const RowMajorGemm& /*gemm*/) const override { return ""; }
  [[nodiscard]] std::unique_ptr<PreparedGemm> prepare(const RowMajorGemm& gemm) override {
    return std::make_unique<PreparedProduct>(product_, pool_, gemm);
  }
  void run(const RowMajorGemm& gemm, const GemmOperands& operands) override { call(product_, pool_, gemm, operands); }
  [[nodiscard]] std::string description() const override {
    return fmt::format("Eigen {}.{}.{}, {}, {}", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION,
                       product_.instructions, counted(pool_.threads(), "thread"));
  }

 private:
  Product product_ = best_here();
  ThreadPool pool_;
};

}  // namespace

std::unique_ptr<Backend> make_eigen(const BackendOptions& options) {
  return make_peer(std::unique_ptr<PeerLibrary>(std::make_unique<EigenLibrary>(options.threads)));
}

}  // namespace mikpoly
