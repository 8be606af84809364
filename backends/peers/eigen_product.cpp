// Compiled once per instruction set: MIKPOLY_EIGEN_PRODUCT names the function, and Eigen itself is renamed, so that the
// linker cannot take the AVX-512 code of one of its templates for the portable build.
#define Eigen MIKPOLY_EIGEN_NAMESPACE  // NOLINT(readability-identifier-naming)
#include "backends/peers/eigen_product.hpp"

#include <Eigen/Core>

namespace mikpoly {
namespace {

template <int order>
using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, order>;
template <int order>
using Input = Eigen::Map<const Matrix<order>, Eigen::Unaligned, Eigen::OuterStride<>>;
using OutputMap = Eigen::Map<Matrix<Eigen::RowMajor>, Eigen::Unaligned, Eigen::OuterStride<>>;

template <int order_a, int order_b>
void multiply(const RowMajorGemm& gemm, const PeerOperands& operands) {
  const auto [m, n, k, batch] = gemm.shape;
  const Input<order_a> a(operands.a, m, k, Eigen::OuterStride<>(gemm.a.leading_dimension));
  const Input<order_b> b(operands.b, k, n, Eigen::OuterStride<>(gemm.b.leading_dimension));
  OutputMap d(operands.d, m, n, Eigen::OuterStride<>(gemm.d.leading_dimension));
  if (operands.beta == 0.0F) {
    d.noalias() = operands.alpha * a * b;
    return;
  }
  if (operands.beta != 1.0F) d *= operands.beta;
  d.noalias() += operands.alpha * a * b;
}

}  // namespace

void MIKPOLY_EIGEN_PRODUCT(const RowMajorGemm& gemm, const PeerOperands& operands) {
  if (gemm.a.transposed) {
    gemm.b.transposed ? multiply<Eigen::ColMajor, Eigen::ColMajor>(gemm, operands)
                      : multiply<Eigen::ColMajor, Eigen::RowMajor>(gemm, operands);
  } else {
    gemm.b.transposed ? multiply<Eigen::RowMajor, Eigen::ColMajor>(gemm, operands)
                      : multiply<Eigen::RowMajor, Eigen::RowMajor>(gemm, operands);
  }
}

}  // namespace mikpoly
