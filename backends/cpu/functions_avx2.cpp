#include "backends/cpu/dot_kernel.hpp"
#include "backends/cpu/finish_kernel.hpp"
#include "backends/cpu/simd/avx2.hpp"
#include "backends/cpu/stream_kernel.hpp"
#include "backends/cpu/tile_kernel.hpp"
#include "backends/cpu/transpose_kernel.hpp"

namespace mikpoly::cpu {

const KernelFunctions& avx2_functions() {
  static const KernelFunctions functions = [] {
    KernelFunctions all;
    all.name = "avx2";
    all.width = Avx2::kWidth;
    fill_tiles<Avx2>(all);
    fill_dots<Avx2>(all);
    fill_streams<Avx2>(all);
    all.transpose = &transpose_kernel<Avx2>;
    all.finish = &finish_kernel<Avx2>;
    return all;
  }();
  return functions;
}

}  // namespace mikpoly::cpu
