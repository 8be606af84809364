// One template for each loop, compiled once for each instruction set. The vector extension of GCC and Clang takes the
// place of intrinsics; contraction is on for this file, so that a * b + c is one instruction where there is one.
#include "backends/cpu/probe/loops.hpp"

#include <array>

#if defined(__x86_64__)
#define MIKPOLY_TARGET(features) [[gnu::target(features)]]
#else
#define MIKPOLY_TARGET(features)
#endif

namespace mikpoly {
namespace {

template <std::int64_t lanes>
struct Vectors {
  typedef float Floats __attribute__((vector_size(4 * lanes)));
  typedef std::int32_t Integers __attribute__((vector_size(4 * lanes), may_alias));
};

// Twelve chains cover a latency of up to 6 cycles at two instructions a cycle and leave registers for the factors.
constexpr std::int64_t kChains = 12;
constexpr std::int64_t kBlockBytes = 512;
constexpr std::int64_t kAdditions = 64;

template <std::int64_t lanes>
[[gnu::always_inline]] inline double chains(std::int64_t rounds) {
  using Floats = typename Vectors<lanes>::Floats;
  Floats factor = Floats{} + 0.5F;
  Floats addend = Floats{} + 1.0F;
  asm volatile("" : "+m"(factor), "+m"(addend));
  std::array<Floats, kChains> sums{};
  asm volatile("" : "+m"(sums));  // may differ from now on: chains that are known to be alike become one
  for (std::int64_t round = 0; round < rounds; ++round) {
#pragma GCC unroll 12
    for (Floats& sum : sums) sum = sum * factor + addend;
  }
  asm volatile("" ::"m"(sums));
  return 2.0 * static_cast<double>(rounds * kChains * lanes);
}

template <std::int64_t lanes>
[[gnu::always_inline]] inline double reads(std::span<const std::int32_t> data, std::int64_t passes) {
  using Integers = typename Vectors<lanes>::Integers;
  constexpr std::int64_t kPerBlock = kBlockBytes / (4 * lanes);
  constexpr std::int64_t kSums = 4;
  const std::int64_t pairs = static_cast<std::int64_t>(data.size_bytes()) / (2 * kBlockBytes);
  std::array<Integers, kSums> sums{};
  for (std::int64_t pass = 0; pass < passes; ++pass) {
    const auto* first = reinterpret_cast<const Integers*>(data.data());
    const auto* second = first + pairs * kPerBlock;
    for (std::int64_t pair = 0; pair < pairs; ++pair, first += kPerBlock, second += kPerBlock) {
#pragma GCC unroll 32
      for (std::int64_t i = 0; i < kPerBlock; ++i) sums[static_cast<std::size_t>(i % kSums)] |= first[i] | second[i];
    }
    asm volatile("" : "+m"(sums)::"memory");
  }
  return static_cast<double>(passes * pairs * 2 * kBlockBytes);
}

template <std::int64_t lanes>
[[gnu::always_inline]] inline double writes(std::span<std::int32_t> data, std::int64_t passes) {
  using Integers = typename Vectors<lanes>::Integers;
  constexpr std::int64_t kPerBlock = kBlockBytes / (4 * lanes);
  const std::int64_t blocks = static_cast<std::int64_t>(data.size_bytes()) / kBlockBytes;
  Integers value{};
  asm volatile("" : "+m"(value));
  for (std::int64_t pass = 0; pass < passes; ++pass) {
    auto* to = reinterpret_cast<Integers*>(data.data());
    for (std::int64_t block = 0; block < blocks; ++block, to += kPerBlock) {
#pragma GCC unroll 32
      for (std::int64_t i = 0; i < kPerBlock; ++i) to[i] = value;
    }
    asm volatile("" ::: "memory");
  }
  return static_cast<double>(passes * blocks * kBlockBytes);
}

MIKPOLY_TARGET("avx512f") double chains_avx512(std::int64_t rounds) {
  return chains<16>(rounds);
}
MIKPOLY_TARGET("avx2,fma") double chains_avx2(std::int64_t rounds) {
  return chains<8>(rounds);
}
MIKPOLY_TARGET("avx512f") double reads_avx512(std::span<const std::int32_t> data, std::int64_t passes) {
  return reads<16>(data, passes);
}
MIKPOLY_TARGET("avx2,fma") double reads_avx2(std::span<const std::int32_t> data, std::int64_t passes) {
  return reads<8>(data, passes);
}
MIKPOLY_TARGET("avx512f") double writes_avx512(std::span<std::int32_t> data, std::int64_t passes) {
  return writes<16>(data, passes);
}
MIKPOLY_TARGET("avx2,fma") double writes_avx2(std::span<std::int32_t> data, std::int64_t passes) {
  return writes<8>(data, passes);
}

}  // namespace

double multiply_add(InstructionSet set, std::int64_t rounds) {
  if (set == InstructionSet::avx512) return chains_avx512(rounds);
  if (set == InstructionSet::avx2) return chains_avx2(rounds);
  return chains<4>(rounds);
}

double read_values(InstructionSet set, std::span<const std::int32_t> data, std::int64_t passes) {
  if (set == InstructionSet::avx512) return reads_avx512(data, passes);
  if (set == InstructionSet::avx2) return reads_avx2(data, passes);
  return reads<4>(data, passes);
}

double write_values(InstructionSet set, std::span<std::int32_t> data, std::int64_t passes) {
  if (set == InstructionSet::avx512) return writes_avx512(data, passes);
  if (set == InstructionSet::avx2) return writes_avx2(data, passes);
  return writes<4>(data, passes);
}

double dependent_additions(std::int64_t rounds) {
  std::uint64_t sum = 0;
  std::uint64_t addend = 1;
  asm volatile("" : "+r"(addend));
  for (std::int64_t round = 0; round < rounds; ++round) {
#if defined(__x86_64__)
    asm volatile(".rept 64\n\taddq %1, %0\n\t.endr" : "+r"(sum) : "r"(addend) : "cc");
#elif defined(__aarch64__)
    asm volatile(".rept 64\n\tadd %0, %0, %1\n\t.endr" : "+r"(sum) : "r"(addend));
#else
#pragma GCC unroll 64
    for (std::int64_t i = 0; i < kAdditions; ++i) {
      sum += addend;
      asm volatile("" : "+r"(sum));
    }
#endif
  }
  return static_cast<double>(rounds * kAdditions);
}

}  // namespace mikpoly
