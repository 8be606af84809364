// The table of functions of one instruction set family, made by the compiler.
//
// It must be constant: a table that were filled at run time would be filled by code of its own source, compiled for its
// family, and that stops a processor without it even where the table is only listed.
#pragma once

#include <string_view>

#include "backends/cpu/dot_kernel.hpp"
#include "backends/cpu/finish_kernel.hpp"
#include "backends/cpu/kernel_functions.hpp"
#include "backends/cpu/stream_kernel.hpp"
#include "backends/cpu/tile_kernel.hpp"
#include "backends/cpu/tiny_kernel.hpp"
#include "backends/cpu/transpose_kernel.hpp"

namespace mikpoly::cpu {

/// V is a vector type of simd/.
template <typename V>
consteval KernelFunctions kernel_table(std::string_view name) {
  KernelFunctions all;
  all.name = name;
  all.width = V::kWidth;
  fill_tiles<V>(all);
  fill_tiny<V>(all);
  fill_dots<V>(all);
  fill_streams<V>(all);
  all.transpose = &transpose_kernel<V>;
  all.finish = &finish_kernel<V>;
  return all;
}

}  // namespace mikpoly::cpu
