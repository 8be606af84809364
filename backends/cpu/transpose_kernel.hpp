// Transposes a block in registers, W x W elements at a time: how operands that lie across the vector are packed.
#pragma once

#include "backends/cpu/kernel_functions.hpp"

namespace mikpoly::cpu {

template <typename V>
void transpose_kernel(const TransposeArguments& given) {
  const TransposeArguments t = given;
  for (std::int64_t line = 0; line < t.lines; line += V::kWidth) {
    const int lines = static_cast<int>(t.lines - line < V::kWidth ? t.lines - line : V::kWidth);
    const typename V::Mask written = V::first(lines);
    const float* from = t.from + line * t.from_stride;
    float* to = t.to + line;
    typename V::Vector block[V::kWidth];
    std::int64_t j = 0;
    if (lines == V::kWidth) {
      for (; j + V::kWidth <= t.length; j += V::kWidth) {
#pragma GCC unroll 16
        for (int i = 0; i < V::kWidth; ++i) block[i] = V::load(from + i * t.from_stride + j);
        V::transpose(block);
#pragma GCC unroll 16
        for (int i = 0; i < V::kWidth; ++i) V::store(to + (j + i) * t.to_stride, block[i]);
      }
    }
    for (; j < t.length; j += V::kWidth) {
      const int length = static_cast<int>(t.length - j < V::kWidth ? t.length - j : V::kWidth);
      const typename V::Mask read = V::first(length);
      for (int i = 0; i < V::kWidth; ++i) {
        block[i] = i < lines ? V::load(read, from + i * t.from_stride + j) : V::zero();
      }
      V::transpose(block);
      for (int i = 0; i < length; ++i) V::store(written, to + (j + i) * t.to_stride, block[i]);
    }
  }
}

}  // namespace mikpoly::cpu
