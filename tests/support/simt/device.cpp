// Lane maps and rounding after the PTX ISA, "Matrix fragments for mma.m16n8k16 / mma.m16n8k8", "ldmatrix" and "cvt".
#include "backends/cuda/kernel/device.cuh"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

#include "tests/support/simt/block.hpp"

namespace mikpoly::cuda {
namespace {

using simt::Block;
using simt::kLanes;

constexpr int kMatrixRows = 8;
constexpr int kRowBytes = 16;

struct MatrixLoad {
  const unsigned char* row;
  unsigned* r;
};

// How often the banks are gone to beyond the first time, for the eight rows of one matrix.
std::int64_t conflicts_of(const Block::Given& given, int matrix) {
  std::array<std::vector<std::uintptr_t>, 8> groups;  // different addresses, by their place among 128 bytes of banks
  for (int i = 0; i < kMatrixRows; ++i) {
    const auto* const load = static_cast<const MatrixLoad*>(given[static_cast<std::size_t>(matrix * kMatrixRows + i)]);
    const auto address = reinterpret_cast<std::uintptr_t>(load->row);
    std::vector<std::uintptr_t>& group = groups[address / kRowBytes % groups.size()];
    if (std::ranges::find(group, address) == group.end()) group.push_back(address);
  }
  std::size_t most = 1;
  for (const auto& group : groups) most = std::max(most, group.size());
  return static_cast<std::int64_t>(most) - 1;
}

unsigned element(const Block::Given& given, int matrix, int row, int column) {
  const auto* const load = static_cast<const MatrixLoad*>(given[static_cast<std::size_t>(matrix * kMatrixRows + row)]);
  std::uint16_t bits = 0;
  std::memcpy(&bits, load->row + column * 2, sizeof bits);
  return bits;
}

void load(unsigned (&r)[4], const void* row, bool transposed) {
  Block& block = Block::current();
  block.check_shared(row, kRowBytes, kRowBytes);
  MatrixLoad own{static_cast<const unsigned char*>(row), r};
  block.meet(transposed ? "ldmatrix.trans" : "ldmatrix", &own, [&](const Block::Given& given) {
    ++block.counts().matrix_loads;
    for (int matrix = 0; matrix < 4; ++matrix) {
      block.counts().conflicts += conflicts_of(given, matrix);
      for (int lane = 0; lane < kLanes; ++lane) {
        const int i = lane / 4;
        const int j = lane % 4 * 2;
        const unsigned low = transposed ? element(given, matrix, j, i) : element(given, matrix, i, j);
        const unsigned high = transposed ? element(given, matrix, j + 1, i) : element(given, matrix, i, j + 1);
        static_cast<MatrixLoad*>(given[static_cast<std::size_t>(lane)])->r[matrix] = low | high << 16U;
      }
    }
  });
}

struct Product {
  float* c;
  const unsigned* a;
  const unsigned* b;
};

// c (16x8) += a (16 x kDepth) b (kDepth x 8); the elements by row and column are asked for.
template <int kDepth, typename ElementA, typename ElementB>
void multiply(std::string_view instruction, Product own, ElementA element_a, ElementB element_b) {
  Block& block = Block::current();
  block.meet(instruction, &own, [&](const Block::Given& given) {
    const auto lane = [&](int index) { return static_cast<const Product*>(given[static_cast<std::size_t>(index)]); };
    for (int i = 0; i < 16; ++i) {
      for (int j = 0; j < 8; ++j) {
        float& sum = lane(i % 8 * 4 + j / 2)->c[i / 8 * 2 + j % 2];
        for (int k = 0; k < kDepth; ++k) sum += element_a(lane, i, k) * element_b(lane, k, j);
      }
    }
  });
}

// Two elements of 16 bits a register.
template <typename T>
void multiply_16(std::string_view instruction, Product own) {
  const auto half_of = [](unsigned r, int k) {
    return to_float(T{static_cast<unsigned short>(k % 2 == 0 ? r & 0xFFFFU : r >> 16U)});
  };
  multiply<16>(
      instruction, own,
      [&](const auto& lane, int i, int k) { return half_of(lane(i % 8 * 4 + k % 8 / 2)->a[k / 8 * 2 + i / 8], k); },
      [&](const auto& lane, int k, int j) { return half_of(lane(j * 4 + k % 8 / 2)->b[k / 8], k); });
}

}  // namespace

int thread_index() {
  return Block::current().thread();
}

long long block_index() {
  return Block::current().index();
}

unsigned char* shared_memory() {
  return Block::current().shared();
}

void synchronize() {
  Block::current().synchronize();
}

void copy_async(void* shared, const void* global, int bytes, int valid) {
  Block::current().begin_copy(shared, global, static_cast<std::size_t>(bytes), static_cast<std::size_t>(valid));
}

void commit_copies() {
  Block::current().commit_copies();
}

void wait_for_copies(int pending) {
  Block::current().wait_for_copies(static_cast<std::size_t>(pending));
}

void synchronize_warp() {
  int nothing = 0;
  Block::current().meet("bar.warp.sync", &nothing, [](const Block::Given&) {});
}

void load_matrices(unsigned (&r)[4], const void* row) {
  load(r, row, false);
}

void load_matrices_transposed(unsigned (&r)[4], const void* row) {
  load(r, row, true);
}

void multiply_add(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2], Half /*type*/) {
  multiply_16<Half>("mma.f16", {c, a, b});
}

void multiply_add(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2], Bfloat /*type*/) {
  multiply_16<Bfloat>("mma.bf16", {c, a, b});
}

void multiply_add_tf32(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
  constexpr unsigned kCounting = 0xFFFFE000U;
  const auto value = [](unsigned r) { return std::bit_cast<float>(r & kCounting); };
  multiply<8>(
      "mma.tf32", {c, a, b},
      [&](const auto& lane, int i, int k) { return value(lane(i % 8 * 4 + k % 4)->a[k / 4 * 2 + i / 8]); },
      [&](const auto& lane, int k, int j) { return value(lane(j * 4 + k % 4)->b[k / 4]); });
}

unsigned to_tf32(float x) {
  constexpr unsigned kHalfStep = 0x1000U;
  const auto bits = std::bit_cast<unsigned>(x);
  return std::isfinite(x) ? (bits + kHalfStep) & 0xFFFFE000U : bits;
}

float from_bits(unsigned bits) {
  return std::bit_cast<float>(bits);
}

float to_float(float x) {
  return x;
}

float to_float(Half x) {
  const int exponent = x.bits >> 10U & 0x1FU;
  const int fraction = x.bits & 0x3FFU;
  const float sign = (x.bits & 0x8000U) != 0 ? -1.0F : 1.0F;
  if (exponent == 0x1F) return fraction == 0 ? sign * INFINITY : NAN;
  if (exponent == 0) return sign * std::ldexp(static_cast<float>(fraction), -24);
  return sign * std::ldexp(static_cast<float>(fraction + 0x400), exponent - 25);
}

float to_float(Bfloat x) {
  return std::bit_cast<float>(static_cast<unsigned>(x.bits) << 16U);
}

void from_float(float x, float& to) {
  to = x;
}

void from_float(float x, Half& to) {
  const unsigned sign = std::signbit(x) ? 0x8000U : 0U;
  const float size = std::fabs(x);
  unsigned bits = 0x7FFFU;  // NaN
  if (size >= 65520.0F) {   // half a step above the largest
    bits = 0x7C00U;
  } else if (size < 0x1p-14F) {  // in steps of 2^-24; 1024 of them are the smallest normal number
    bits = static_cast<unsigned>(std::nearbyint(std::ldexp(size, 24)));
  } else if (!std::isnan(x)) {
    int exponent = 0;
    const float fraction = std::frexp(size, &exponent);  // in [1/2, 1)
    // 2048 after rounding carries into the exponent, as it should.
    bits =
        (static_cast<unsigned>(exponent + 13) << 10U) + static_cast<unsigned>(std::nearbyint(std::ldexp(fraction, 11)));
  }
  to.bits = static_cast<unsigned short>(sign | bits);
}

void from_float(float x, Bfloat& to) {
  auto bits = std::bit_cast<unsigned>(x);
  if (!std::isnan(x)) bits += 0x7FFFU + (bits >> 16U & 1U);
  to.bits = static_cast<unsigned short>(bits >> 16U);
}

float exponential(float x) {
  return std::exp(x);
}

float error_function(float x) {
  return std::erf(x);
}

float fused_multiply_add(float a, float b, float c) {
  return std::fma(a, b, c);
}

}  // namespace mikpoly::cuda
