#include "backends/cpu/kernel_table.hpp"
#include "backends/cpu/simd/avx512.hpp"

namespace mikpoly::cpu {

constinit const KernelFunctions kAvx512Functions = kernel_table<Avx512>("avx512");

}  // namespace mikpoly::cpu
