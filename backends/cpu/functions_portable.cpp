#include "backends/cpu/kernel_table.hpp"
#include "backends/cpu/simd/portable.hpp"

namespace mikpoly::cpu {

constinit const KernelFunctions kPortableFunctions = kernel_table<Portable>("portable");

}  // namespace mikpoly::cpu
