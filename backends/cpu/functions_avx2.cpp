#include "backends/cpu/kernel_table.hpp"
#include "backends/cpu/simd/avx2.hpp"

namespace mikpoly::cpu {

constinit const KernelFunctions kAvx2Functions = kernel_table<Avx2>("avx2");

}  // namespace mikpoly::cpu
