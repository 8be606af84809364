// Global to shared memory: a tile with its edges, filled up with zeros.
#pragma once

#include "backends/cuda/kernel/device.cuh"

namespace mikpoly::cuda {

MIKPOLY_DEVICE int clamped(long long x, int most) {
  return static_cast<int>(x < 0 ? 0 : x > most ? most : x);
}

/// Begins to load a tile by all kThreads of the block. `from` is its first element, of `lines` valid lines of `length`
/// valid elements. Addresses of lines are multiples of kCopy bytes: 16, 8 or 4, copied without a register, or 2.
template <typename Tile, typename T, int kLines, int kLength, int kCopy, int kThreads>
MIKPOLY_DEVICE void load_tile(unsigned char* tile, const T* from, long long apart, long long lines, long long length) {
  constexpr int kElements = kCopy / static_cast<int>(sizeof(T));
  constexpr int kOfLine = kLength / kElements;
  constexpr int kTimes = (kLines * kOfLine + kThreads - 1) / kThreads;
  [[maybe_unused]] constexpr int kTogether = kCopy == 16 ? kTimes : 4;  // each has an address in registers
  MIKPOLY_UNROLL_BY(kTogether)
  for (int time = 0; time < kTimes; ++time) {
    const int i = time * kThreads + thread_index();
    if (i >= kLines * kOfLine) break;
    const int line = i / kOfLine;
    const int element = i % kOfLine * kElements;
    const int valid = line < lines ? clamped(length - element, kElements) : 0;
    const T* const source = valid > 0 ? from + line * apart + element : from;
    unsigned char* const target = tile + Tile::offset(line, element);
    if constexpr (kCopy >= 4) {
      copy_async<kCopy>(target, source, valid * static_cast<int>(sizeof(T)));
    } else {
      *reinterpret_cast<T*>(target) = valid > 0 ? *source : T{};
    }
  }
}

}  // namespace mikpoly::cuda
