#include "backends/cpu/dot_kernel.hpp"
#include "backends/cpu/finish_kernel.hpp"
#include "backends/cpu/simd/avx512.hpp"
#include "backends/cpu/stream_kernel.hpp"
#include "backends/cpu/tile_kernel.hpp"
#include "backends/cpu/transpose_kernel.hpp"

namespace mikpoly::cpu {

const KernelFunctions& avx512_functions() {
  static const KernelFunctions functions = [] {
    KernelFunctions all;
    all.name = "avx512";
    all.width = Avx512::kWidth;
    fill_tiles<Avx512>(all);
    fill_dots<Avx512>(all);
    fill_streams<Avx512>(all);
    all.transpose = &transpose_kernel<Avx512>;
    all.finish = &finish_kernel<Avx512>;
    return all;
  }();
  return functions;
}

}  // namespace mikpoly::cpu
