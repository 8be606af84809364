// device.cuh for a host: declared here and defined by who stands in for the GPU, tests/support/simt/device.cpp.
#pragma once

#define MIKPOLY_DEVICE inline
#define MIKPOLY_UNROLL
#define MIKPOLY_UNROLL_BY(times)
#define MIKPOLY_NO_UNROLL

namespace mikpoly::cuda {

int thread_index();
long long block_index();
unsigned char* shared_memory();
void synchronize();
void synchronize_warp();

void copy_async(void* shared, const void* global, int bytes, int valid);
template <int kBytes>
void copy_async(void* shared, const void* global, int valid) {
  static_assert(kBytes == 4 || kBytes == 8 || kBytes == 16, "bytes of one copy");
  copy_async(shared, global, kBytes, valid);
}
void commit_copies();
void wait_for_copies(int pending);
template <int kPending>
void wait_for_copies() {
  wait_for_copies(kPending);
}

void load_matrices(unsigned (&r)[4], const void* row);
void load_matrices_transposed(unsigned (&r)[4], const void* row);
void multiply_add(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2], Half type);
void multiply_add(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2], Bfloat type);
void multiply_add_tf32(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2]);

unsigned to_tf32(float x);
float from_bits(unsigned bits);
float to_float(float x);
float to_float(Half x);
float to_float(Bfloat x);
void from_float(float x, float& to);
void from_float(float x, Half& to);
void from_float(float x, Bfloat& to);
float exponential(float x);
float error_function(float x);
float fused_multiply_add(float a, float b, float c);

}  // namespace mikpoly::cuda
