// Eigen's product by instruction set. Each is eigen_product.cpp compiled with other flags, under another name.
#pragma once

#include "backends/peers/row_major_gemm.hpp"

namespace mikpoly {

/// D = alpha A B + beta D for one matrix; beta = 0 does not read D.
void eigen_product_portable(const RowMajorGemm& gemm, const PeerOperands& operands);
void eigen_product_avx2(const RowMajorGemm& gemm, const PeerOperands& operands);
void eigen_product_avx512(const RowMajorGemm& gemm, const PeerOperands& operands);

}  // namespace mikpoly
