// A tile of A or B in shared memory: lines of elements that lie side by side in global memory too.
#pragma once

#include "backends/cuda/kernel/device.cuh"

namespace mikpoly::cuda {

/// kLines lines of kLength elements of T; a line is a multiple of 16 bytes. Eight lines' chunks of 16 bytes at the same
/// place of the line lie in different banks: swizzled where a line has a power of two of chunks, else with the next
/// line an odd number of chunks on. Both make ldmatrix free of conflicts.
template <typename T, int kLines, int kLength>
struct SharedTile {
  static constexpr int kChunks = kLength * static_cast<int>(sizeof(T)) / 16;
  static constexpr bool kSwizzled = (kChunks & (kChunks - 1)) == 0;
  static constexpr int kPitch = (kSwizzled ? kChunks : kChunks | 1) * 16;  ///< bytes from line to line
  static constexpr int kBytes = kLines * kPitch;
  static constexpr int kElementsOfChunk = 16 / static_cast<int>(sizeof(T));

  /// Bytes from the tile's beginning to an element.
  static MIKPOLY_DEVICE int offset(int line, int element) {
    const int chunk = element / kElementsOfChunk;
    const int within = element % kElementsOfChunk * static_cast<int>(sizeof(T));
    return line * kPitch + (chunk ^ turned(line)) * 16 + within;
  }

 private:
  // Lines of less than 128 bytes share the banks' width.
  static MIKPOLY_DEVICE int turned(int line) {
    if constexpr (!kSwizzled) return 0;
    constexpr int kTogether = kChunks < 8 ? 8 / kChunks : 1;
    constexpr int kMask = kChunks < 8 ? kChunks - 1 : 7;
    return line / kTogether & kMask;
  }
};

}  // namespace mikpoly::cuda
