#include "backends/cpu/dot_kernel.hpp"
#include "backends/cpu/finish_kernel.hpp"
#include "backends/cpu/simd/portable.hpp"
#include "backends/cpu/stream_kernel.hpp"
#include "backends/cpu/tile_kernel.hpp"
#include "backends/cpu/transpose_kernel.hpp"

namespace mikpoly::cpu {

const KernelFunctions& portable_functions() {
  static const KernelFunctions functions = [] {
    KernelFunctions all;
    all.name = "portable";
    all.width = Portable::kWidth;
    fill_tiles<Portable>(all);
    fill_dots<Portable>(all);
    fill_streams<Portable>(all);
    all.transpose = &transpose_kernel<Portable>;
    all.finish = &finish_kernel<Portable>;
    return all;
  }();
  return functions;
}

}  // namespace mikpoly::cpu
