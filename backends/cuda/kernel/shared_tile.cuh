// A tile of A or B in shared memory: lines of elements that lie side by side in global memory too.
#pragma once

#include "backends/cuda/kernel/device.cuh"

namespace mikpoly::cuda {

/// Lines of 16-bit elements with a power of two of chunks, 16 bytes each, are swizzled. Others are padded: a swizzled
/// element of 32 bits would cost an address, and so a register, each.
MIKPOLY_DEVICE constexpr bool is_swizzled(int chunks, int element_bytes) {
  return element_bytes == 2 && (chunks & (chunks - 1)) == 0;
}

/// Bytes from line to line, for lines of so many bytes, a multiple of 16. Padded lines are an odd number of chunks
/// apart, so that eight lines' chunks at the same place lie in different banks, as ldmatrix needs. Of 32-bit elements
/// across k a warp reads eight side by side of four lines: two chunks more than a multiple of four.
MIKPOLY_DEVICE constexpr int line_pitch(int bytes, int element_bytes, bool along_k) {
  const int chunks = bytes / 16;
  if (is_swizzled(chunks, element_bytes)) return bytes;
  if (element_bytes == 4 && !along_k) return ((chunks + 1) / 4 * 4 + 2) * 16;
  return (chunks | 1) * 16;
}

/// kLines lines of kLength elements of T, along k or across it.
template <typename T, int kLines, int kLength, bool kAlongK>
struct SharedTile {
  static constexpr int kElementBytes = static_cast<int>(sizeof(T));
  static constexpr int kChunks = kLength * kElementBytes / 16;
  static constexpr bool kSwizzled = is_swizzled(kChunks, kElementBytes);
  static constexpr int kPitch = line_pitch(kLength * kElementBytes, kElementBytes, kAlongK);
  static constexpr int kBytes = kLines * kPitch;
  static constexpr int kElementsOfChunk = 16 / kElementBytes;

  /// Bytes from the tile's beginning to an element.
  static MIKPOLY_DEVICE int offset(int line, int element) {
    if constexpr (kSwizzled) {
      const int chunk = element / kElementsOfChunk;
      const int within = element % kElementsOfChunk * kElementBytes;
      return line * kPitch + (chunk ^ turned(line)) * 16 + within;
    } else {
      return line * kPitch + element * kElementBytes;
    }
  }

 private:
  // Lines of less than 128 bytes share the banks' width.
  static MIKPOLY_DEVICE int turned(int line) {
    constexpr int kTogether = kChunks < 8 ? 8 / kChunks : 1;
    constexpr int kMask = kChunks < 8 ? kChunks - 1 : 7;
    return line / kTogether & kMask;
  }
};

}  // namespace mikpoly::cuda
