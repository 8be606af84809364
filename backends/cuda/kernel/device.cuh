// What a kernel asks of the GPU, one thin function an instruction. No standard header: NVRTC has none.
#pragma once

namespace mikpoly::cuda {

/// Bits of an f16 and of a bf16 number.
struct Half {
  unsigned short bits;
};
struct Bfloat {
  unsigned short bits;
};

}  // namespace mikpoly::cuda

#if defined(__CUDACC__)
#include "backends/cuda/kernel/device_ptx.cuh"
#else
#include "backends/cuda/kernel/device_host.cuh"
#endif
