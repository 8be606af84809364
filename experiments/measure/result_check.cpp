#include "experiments/measure/result_check.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "core/base/splitmix64.hpp"

namespace mikpoly::lab {
namespace {

constexpr std::int64_t kAllBelow = 4096;
constexpr std::int64_t kRandomEntries = 300;
constexpr double kRoundoff = 0x1p-24;

struct Entry {
  std::int64_t row = 0;
  std::int64_t column = 0;
  std::int64_t batch = 0;
};

struct Reference {
  double sum = 0.0;
  double magnitude = 0.0;  // sum |a||b|
};

Entry entry_at(const GemmShape& shape, std::int64_t index) {
  return {.row = index / shape.n % shape.m, .column = index % shape.n, .batch = index / shape.n / shape.m};
}

std::vector<Entry> entries_of(const GemmShape& shape, std::uint64_t seed) {
  const std::int64_t count = shape.batch * shape.m * shape.n;
  std::vector<Entry> entries;
  if (count <= kAllBelow) {
    for (std::int64_t i = 0; i < count; ++i) entries.push_back(entry_at(shape, i));
    return entries;
  }
  for (const std::int64_t row : {std::int64_t{0}, shape.m - 1}) {
    for (const std::int64_t column : {std::int64_t{0}, shape.n - 1}) {
      entries.push_back({.row = row, .column = column, .batch = shape.batch - 1});
    }
  }
  SplitMix64 random(seed);
  for (std::int64_t i = 0; i < kRandomEntries; ++i) {
    entries.push_back(entry_at(shape, static_cast<std::int64_t>(random.next() % static_cast<std::uint64_t>(count))));
  }
  return entries;
}

Reference reference_of(const GemmProblem& problem, const GemmOperands& operands, const Entry& entry) {
  const auto [m, n, k, batch] = problem.shape;
  const ElementStrides a = strides_of(problem.a, m, k);
  const ElementStrides b = strides_of(problem.b, k, n);
  const float* row = static_cast<const float*>(operands.a) + entry.row * a.row + entry.batch * a.batch;
  const float* column = static_cast<const float*>(operands.b) + entry.column * b.column + entry.batch * b.batch;
  Reference reference;
  for (std::int64_t i = 0; i < k; ++i) {
    const double product = static_cast<double>(row[i * a.column]) * static_cast<double>(column[i * b.row]);
    reference.sum += product;
    reference.magnitude += std::abs(product);
  }
  return reference;
}

}  // namespace

ResultCheck check_result(const GemmProblem& problem, const GemmOperands& operands, std::uint64_t seed) {
  ResultCheck check;
  if (problem.shape.empty()) return check;
  const ElementStrides d = strides_of(problem.d, problem.shape.m, problem.shape.n);
  for (const Entry& entry : entries_of(problem.shape, seed)) {
    const Reference want = reference_of(problem, operands, entry);
    const auto* output = static_cast<const float*>(operands.d);
    const double got = output[entry.row * d.row + entry.column * d.column + entry.batch * d.batch];
    const double bound = kRoundoff * (static_cast<double>(problem.shape.k) * want.magnitude + std::abs(want.sum));
    const double error = std::abs(got - want.sum);
    ++check.checked;
    if (error > 0.0) check.worst = std::max(check.worst, error / bound);
    if (error <= bound || !check.fault.empty()) continue;  // a NaN is not <=
    check.fault = fmt::format("D[{}, {}] of batch element {} is {:.9g}, not {:.9g} within {:.2g}", entry.row,
                              entry.column, entry.batch, got, want.sum, bound);
  }
  return check;
}

}  // namespace mikpoly::lab
