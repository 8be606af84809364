// device.cuh for a GPU, sm_80 and newer: all inline PTX of the project.
// Source of instructions and lane maps: PTX ISA 8.x, "Warp-level matrix instructions" and "cp.async".
#pragma once

#define MIKPOLY_DEVICE __device__ __forceinline__
#define MIKPOLY_UNROLL _Pragma("unroll")
#define MIKPOLY_PRAGMA(words) _Pragma(#words)
#define MIKPOLY_UNROLL_BY(times) MIKPOLY_PRAGMA(unroll times)
#define MIKPOLY_NO_UNROLL _Pragma("unroll 1")

namespace mikpoly::cuda {

MIKPOLY_DEVICE int thread_index() {
  return static_cast<int>(threadIdx.x);
}

MIKPOLY_DEVICE long long block_index() {
  return blockIdx.x;
}

/// The block's shared memory, aligned to 128 bytes; its size is given at the launch.
MIKPOLY_DEVICE unsigned char* shared_memory() {
  extern __shared__ __align__(128) unsigned char memory[];
  return memory;
}

MIKPOLY_DEVICE void synchronize() {
  __syncthreads();
}

MIKPOLY_DEVICE void synchronize_warp() {
  __syncwarp();
}

MIKPOLY_DEVICE unsigned shared_address(const void* shared) {
  return static_cast<unsigned>(__cvta_generic_to_shared(shared));
}

/// Begins to copy `valid` bytes to shared memory and fills up to kBytes with zeros; kBytes is 4, 8 or 16 and divides
/// both addresses. `global` is not read where nothing is valid.
template <int kBytes>
MIKPOLY_DEVICE void copy_async(void* shared, const void* global, int valid) {
  if constexpr (kBytes == 16) {  // past L1: a block reads its operands once
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(shared_address(shared)), "l"(global), "r"(valid)
                 : "memory");
  } else {
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(shared_address(shared)), "l"(global),
                 "n"(kBytes), "r"(valid)
                 : "memory");
  }
}

/// The copies begun since the last call are a group.
MIKPOLY_DEVICE void commit_copies() {
  asm volatile("cp.async.commit_group;" ::: "memory");
}

/// Waits until at most kPending of this thread's groups are under way.
template <int kPending>
MIKPOLY_DEVICE void wait_for_copies() {
  asm volatile("cp.async.wait_group %0;" ::"n"(kPending) : "memory");
}

/// Four 8x8 matrices of 16-bit elements: lanes 8 i to 8 i + 7 name the rows of matrix i. Lane l gets the elements
/// (l / 4, 2 (l % 4)) and the one after it of each.
MIKPOLY_DEVICE void load_matrices(unsigned (&r)[4], const void* row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(shared_address(row))
               : "memory");
}

/// The same of the transposed matrices.
MIKPOLY_DEVICE void load_matrices_transposed(unsigned (&r)[4], const void* row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(shared_address(row))
               : "memory");
}

/// c += a b of a 16x16, b 16x8. Lane l holds of c the elements (l / 4, 2 (l % 4)), the one after it, and both eight
/// rows below.
MIKPOLY_DEVICE void multiply_add(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2], Half /*type*/) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%0, %1, %2, %3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

MIKPOLY_DEVICE void multiply_add(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2], Bfloat /*type*/) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%0, %1, %2, %3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

/// c += a b of a 16x8, b 8x8, of f32 numbers whose low 13 bits do not count. Lane l holds of a the elements
/// (l / 4, l % 4), eight rows below, four columns on, and both; of b (l % 4, l / 4) and four rows below.
MIKPOLY_DEVICE void multiply_add_tf32(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
  asm volatile(
      "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%0, %1, %2, %3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

/// The nearest tf32 number, ties away from zero.
MIKPOLY_DEVICE unsigned to_tf32(float x) {
  unsigned bits;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(x));
  return bits;
}

MIKPOLY_DEVICE float from_bits(unsigned bits) {
  return __uint_as_float(bits);
}

MIKPOLY_DEVICE float to_float(float x) {
  return x;
}

MIKPOLY_DEVICE float to_float(Half x) {
  float value;
  asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(x.bits));
  return value;
}

MIKPOLY_DEVICE float to_float(Bfloat x) {
  return __uint_as_float(static_cast<unsigned>(x.bits) << 16U);
}

/// The nearest number of the type, ties to even.
MIKPOLY_DEVICE void from_float(float x, float& to) {
  to = x;
}

MIKPOLY_DEVICE void from_float(float x, Half& to) {
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(to.bits) : "f"(x));
}

MIKPOLY_DEVICE void from_float(float x, Bfloat& to) {
  asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(to.bits) : "f"(x));
}

MIKPOLY_DEVICE float exponential(float x) {
  return __expf(x);
}

MIKPOLY_DEVICE float error_function(float x) {
  return erff(x);
}

MIKPOLY_DEVICE float fused_multiply_add(float a, float b, float c) {
  return __fmaf_rn(a, b, c);
}

}  // namespace mikpoly::cuda
