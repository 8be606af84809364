#include "experiments/measure/operand_sets.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <new>
#include <unistd.h>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/integer_math.hpp"
#include "core/base/splitmix64.hpp"

namespace mikpoly::lab {
namespace {

constexpr std::int64_t kLineElements = 16;  // 64 bytes
constexpr std::size_t kPageBytes = 4096;

struct Elements {
  std::int64_t a = 0;
  std::int64_t b = 0;
  std::int64_t d = 0;
};

Elements elements_of(const GemmShape& shape) {
  return {
      .a = shape.batch * shape.m * shape.k, .b = shape.batch * shape.k * shape.n, .d = shape.batch * shape.m * shape.n};
}

void fill(float* data, std::int64_t elements, SplitMix64& random) {
  constexpr float kUnit = 0x1p-23F;  // 24 bits: [0, 2^24) becomes [-1, 1)
  for (std::int64_t i = 0; i < elements; ++i) {
    data[i] = static_cast<float>(static_cast<std::int64_t>(random.next() >> 40)) * kUnit - 1.0F;
  }
}

}  // namespace

void check_measurable(const GemmProblem& problem, std::int64_t copies) {
  const GemmTypes& types = problem.types;
  for (const DataType type : {types.a, types.b, types.acc, types.d}) {
    if (type == DataType::f32) continue;
    throw ShapeError(fmt::format("type \"{}\" cannot be measured; allowed: f32", name_of(type)));
  }
  // In doubles: legal extents may ask for more bytes than 64 bits hold.
  const GemmShape& shape = problem.shape;
  const auto product = [](std::int64_t x, std::int64_t y) { return static_cast<double>(x) * static_cast<double>(y); };
  const double elements = product(shape.m, shape.k) + product(shape.k, shape.n) + product(shape.m, shape.n);
  const double needed = elements * product(shape.batch, copies) * sizeof(float);
  const double most = product(sysconf(_SC_PHYS_PAGES), sysconf(_SC_PAGESIZE)) / 2.0;
  if (needed > most) {
    throw ShapeError(
        fmt::format("GEMM shape \"{}\" needs {:.1f} GiB of operands; allowed: half of the memory, {:.1f} GiB",
                    to_text(shape), needed / 0x1p30, most / 0x1p30));
  }
}

std::int64_t footprint(const GemmProblem& problem) {
  const Elements elements = elements_of(problem.shape);
  return (elements.a + elements.b + elements.d) * static_cast<std::int64_t>(sizeof(float));
}

std::int64_t copies_for(const GemmProblem& problem, std::int64_t bytes) {
  return std::max<std::int64_t>(2, ceil_div(bytes, std::max<std::int64_t>(footprint(problem), 1)));
}

void OperandSets::Free::operator()(float* data) const {
  std::free(data);
}

OperandSets::OperandSets(const GemmProblem& problem, std::int64_t copies, std::uint64_t seed) : copies_(copies) {
  check_measurable(problem, copies);
  const Elements elements = elements_of(problem.shape);
  output_ = elements.d;
  b_ = round_up(elements.a, kLineElements);
  d_ = b_ + round_up(elements.b, kLineElements);
  stride_ = d_ + round_up(elements.d, kLineElements);
  const std::size_t bytes = static_cast<std::size_t>(copies * stride_) * sizeof(float);
  slab_.reset(static_cast<float*>(std::aligned_alloc(kPageBytes, (bytes / kPageBytes + 1) * kPageBytes)));
  if (!slab_) throw std::bad_alloc();

  SplitMix64 random(seed);
  fill(slab_.get(), elements.a, random);
  fill(slab_.get() + b_, elements.b, random);
  poison(0);
  for (std::int64_t copy = 1; copy < copies; ++copy) {
    float* const target = slab_.get() + copy * stride_;
    std::copy_n(slab_.get(), elements.a, target);
    std::copy_n(slab_.get() + b_, elements.b, target + b_);
    poison(copy);
  }
}

void OperandSets::poison(std::int64_t copy) {
  std::fill_n(slab_.get() + copy * stride_ + d_, output_, std::numeric_limits<float>::quiet_NaN());
}

}  // namespace mikpoly::lab
