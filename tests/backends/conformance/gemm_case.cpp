#include "tests/backends/conformance/gemm_case.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "backends/reference/activation.hpp"
#include "core/base/splitmix64.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::test {
namespace {

// A NaN of its own bits: what it taints is NaN, and what keeps it was not written.
constexpr std::uint32_t kPoison = 0x7fc0dead;

std::int64_t at(const ElementStrides& strides, std::int64_t row, std::int64_t column, std::int64_t z) {
  return row * strides.row + column * strides.column + z * strides.batch;
}

// A stored matrix in guarded memory; everything that is no element is poison.
class Operand {
 public:
  Operand(const GemmCase& gemm, const MatrixLayout& layout, std::int64_t rows, std::int64_t columns,
          const Values* values)
      : rows_(rows),
        columns_(columns),
        batch_(gemm.problem.shape.batch),
        strides_(strides_of(layout, rows, columns)),
        buffer_(last() + 2 * gemm.misalign, gemm.against),
        offset_(gemm.misalign) {
    std::fill_n(buffer_.data(), buffer_.size(), std::bit_cast<float>(kPoison));
    if (values != nullptr) fill(*values);
  }

  [[nodiscard]] float* data() const { return buffer_.data() + offset_; }
  [[nodiscard]] const ElementStrides& strides() const { return strides_; }
  [[nodiscard]] std::vector<std::uint32_t> bits() const {
    std::vector<std::uint32_t> all(static_cast<std::size_t>(buffer_.size()));
    if (!all.empty()) std::memcpy(all.data(), buffer_.data(), all.size() * sizeof(float));
    return all;
  }
  void restore(const std::vector<std::uint32_t>& bits) {
    if (!bits.empty()) std::memcpy(buffer_.data(), bits.data(), bits.size() * sizeof(float));
  }
  /// Index into bits() of an element.
  [[nodiscard]] std::size_t index(std::int64_t row, std::int64_t column, std::int64_t z) const {
    return static_cast<std::size_t>(offset_ + at(strides_, row, column, z));
  }

 private:
  [[nodiscard]] std::int64_t last() const {
    if (rows_ == 0 || columns_ == 0 || batch_ == 0) return 0;
    return at(strides_, rows_ - 1, columns_ - 1, batch_ - 1) + 1;
  }
  void fill(const Values& values) {
    for (std::int64_t z = 0; z < batch_; ++z) {
      for (std::int64_t i = 0; i < rows_; ++i) {
        for (std::int64_t j = 0; j < columns_; ++j) data()[at(strides_, i, j, z)] = values(i, j, z);
      }
    }
  }

  std::int64_t rows_;
  std::int64_t columns_;
  std::int64_t batch_;
  ElementStrides strides_;
  GuardedBuffer buffer_;
  std::int64_t offset_;
};

struct Wanted {
  std::vector<double> value;
  std::vector<double> allowed;  // greatest difference
};

// alpha op(A) op(B) and sum |a||b|, in double, from the stored operands.
void add_product(const GemmCase& gemm, const Operand& a, const Operand& b, Wanted& wanted) {
  const auto [m, n, k, batch] = gemm.problem.shape;
  if (gemm.alpha == 0.0) return;
  std::vector<double> row(static_cast<std::size_t>(n));
  std::vector<double> size(static_cast<std::size_t>(n));
  const ElementStrides sb = b.strides();
  for (std::int64_t z = 0; z < batch; ++z) {
    for (std::int64_t i = 0; i < m; ++i) {
      std::fill(row.begin(), row.end(), 0.0);
      std::fill(size.begin(), size.end(), 0.0);
      for (std::int64_t step = 0; step < k; ++step) {
        const double x = a.data()[at(a.strides(), i, step, z)];
        const float* y = b.data() + at(sb, step, 0, z);
        double* sum = row.data();
        double* sizes = size.data();
        for (std::int64_t j = 0; j < n; ++j) {
          const double product = x * y[j * sb.column];
          sum[j] += product;
          sizes[j] += std::fabs(product);
        }
      }
      for (std::int64_t j = 0; j < n; ++j) {
        const auto to = static_cast<std::size_t>((z * m + i) * n + j);
        wanted.value[to] = gemm.alpha * row[static_cast<std::size_t>(j)];
        wanted.allowed[to] = std::fabs(gemm.alpha) * size[static_cast<std::size_t>(j)];
      }
    }
  }
}

// Everything after the product; turns sizes into what is allowed.
void finish(const GemmCase& gemm, Wanted& wanted) {
  const auto [m, n, k, batch] = gemm.problem.shape;
  const Epilogue& epilogue = gemm.problem.epilogue;
  const double factor = static_cast<double>(k + 4) * 0x1p-24;
  const double underflow = static_cast<double>(k + 4) * 0x1p-149;
  std::size_t to = 0;
  for (std::int64_t z = 0; z < batch; ++z) {
    for (std::int64_t i = 0; i < m; ++i) {
      for (std::int64_t j = 0; j < n; ++j, ++to) {
        double& value = wanted.value[to];
        double& size = wanted.allowed[to];
        const double c = gemm.beta == 0.0 ? 0.0 : gemm.beta * gemm.c(i, j, z);
        const double bias = epilogue.bias == Bias::none      ? 0.0
                            : epilogue.bias == Bias::per_row ? gemm.bias(i, 0, 0)
                                                             : gemm.bias(j, 0, 0);
        value += c + bias;
        size = factor * (size + std::fabs(c) + std::fabs(bias)) + underflow;
        if (epilogue.activation != Activation::none) {
          // No activation here has a slope above 1.13; its own evaluation may cost four roundings of its argument.
          size = 1.13 * size + 4 * 0x1p-24 * std::fabs(value);
          value = activate(epilogue.activation, value);
        }
        if (epilogue.residual) value += gemm.residual(i, j, z);
        size += std::fabs(value) * 0x1p-24;
      }
    }
  }
}

Wanted wanted_of(const GemmCase& gemm, const Operand& a, const Operand& b) {
  const GemmShape& shape = gemm.problem.shape;
  const auto count = static_cast<std::size_t>(shape.m * shape.n * shape.batch);
  Wanted wanted{std::vector<double>(count, 0.0), std::vector<double>(count, 0.0)};
  add_product(gemm, a, b, wanted);
  finish(gemm, wanted);
  return wanted;
}

// Equal, both NaN, or near enough.
bool agrees(Compare compare, float got, double want, double allowed) {
  if (std::isnan(want) || std::isinf(want)) return std::isnan(want) ? std::isnan(got) : got == want;
  if (compare == Compare::exact) return static_cast<double>(got) == want;
  return std::fabs(static_cast<double>(got) - want) <= allowed;
}

std::string text_of(const MatrixLayout& layout) {
  return fmt::format("{}{}/{}/{}", layout.order == Order::row_major ? 'r' : 'c', layout.transposed ? "T" : "",
                     layout.leading_dimension, layout.batch_stride);
}

// The problem for a person who must find the fault: shape, layouts (order, transpose / leading dimension / batch
// stride, -1 = tight) and scalars.
std::string text_of(const GemmCase& gemm) {
  const GemmProblem& problem = gemm.problem;
  return fmt::format("{}, A {} B {} C {} D {}, alpha {} beta {}", to_text(problem.shape), text_of(problem.a),
                     text_of(problem.b), text_of(problem.c), text_of(problem.d), gemm.alpha, gemm.beta);
}

// Empty when D holds what is wanted and nothing else in its memory changed.
std::string first_fault(const GemmCase& gemm, const Wanted& wanted, const Operand& d,
                        const std::vector<std::uint32_t>& before) {
  const auto [m, n, k, batch] = gemm.problem.shape;
  std::vector<std::uint32_t> now = d.bits();
  std::size_t from = 0;
  for (std::int64_t z = 0; z < batch; ++z) {
    for (std::int64_t i = 0; i < m; ++i) {
      for (std::int64_t j = 0; j < n; ++j, ++from) {
        const std::size_t index = d.index(i, j, z);
        const auto got = std::bit_cast<float>(now[index]);
        if (now[index] == kPoison) return fmt::format("element ({}, {}) of batch {} was not written", i, j, z);
        if (!agrees(gemm.compare, got, wanted.value[from], wanted.allowed[from])) {
          return fmt::format("element ({}, {}) of batch {} is {} instead of {}, off by {} of {} allowed", i, j, z, got,
                             wanted.value[from], std::fabs(got - wanted.value[from]), wanted.allowed[from]);
        }
        now[index] = before[index];
      }
    }
  }
  const auto changed = std::mismatch(now.begin(), now.end(), before.begin());
  if (changed.first == now.end()) return "";
  return fmt::format("float {} of D's memory is no element of D, and was written", changed.first - now.begin());
}

}  // namespace

Values small_integers(int salt) {
  return [salt](std::int64_t row, std::int64_t column, std::int64_t z) {
    const std::int64_t mixed = row * 7 + column * 11 + (row ^ column) * 3 + z * 5 + salt * 13;
    return static_cast<float>(mixed % 9 - 4);
  };
}

Values fractions(int salt) {
  return [salt](std::int64_t row, std::int64_t column, std::int64_t z) {
    SplitMix64 random(static_cast<std::uint64_t>((row * 1'000'003 + column) * 1'009 + z * 31 + salt));
    return static_cast<float>(static_cast<double>(random.next() >> 40U) * 0x1p-23 - 1.0);
  };
}

Values constant(float value) {
  return [value](std::int64_t, std::int64_t, std::int64_t) { return value; };
}

GemmCase case_of(const GemmShape& shape) {
  GemmCase gemm;
  gemm.problem.shape = shape;
  return gemm;
}

int run_case(const GemmCase& gemm, const std::vector<Candidate>& on, const std::vector<Call>& calls) {
  const auto [m, n, k, batch] = gemm.problem.shape;
  const bool reads_c = gemm.beta != 0.0;
  const Operand a(gemm, gemm.problem.a, m, k, &gemm.a);
  const Operand b(gemm, gemm.problem.b, k, n, &gemm.b);
  const Operand c(gemm, gemm.problem.c, m, n, reads_c ? &gemm.c : nullptr);
  const bool c_in_d = gemm.in_place && reads_c;
  const bool residual_in_d = gemm.in_place && !reads_c && gemm.problem.epilogue.residual;
  const Operand residual(gemm, gemm.problem.d, m, n, &gemm.residual);
  Operand d(gemm, gemm.problem.d, m, n, c_in_d ? &gemm.c : residual_in_d ? &gemm.residual : nullptr);
  std::vector<float> bias;
  for (std::int64_t i = 0; i < std::max(m, n); ++i) bias.push_back(gemm.bias(i, 0, 0));

  const bool reads_product = gemm.alpha != 0.0 && k > 0;
  GemmOperands operands{.alpha = gemm.alpha, .beta = gemm.beta};
  operands.a = reads_product ? a.data() : nullptr;
  operands.b = reads_product ? b.data() : nullptr;
  if (reads_c) operands.c = c_in_d ? d.data() : c.data();
  operands.d = d.data();
  operands.bias = gemm.problem.epilogue.bias == Bias::none ? nullptr : bias.data();
  if (gemm.problem.epilogue.residual) operands.residual = residual_in_d ? d.data() : residual.data();

  if (gemm.problem.shape.empty()) operands = {.alpha = gemm.alpha, .beta = gemm.beta};

  const Wanted wanted = wanted_of(gemm, a, b);
  const std::vector<std::uint32_t> before = d.bits();
  const auto inputs = [&] { return std::vector{a.bits(), b.bits(), c.bits(), residual.bits()}; };
  const auto inputs_before = inputs();
  int runs = 0;
  for (const Candidate& candidate : on) {
    for (const Call call : calls) {
      if (is_packed(call) && !reads_product) continue;
      if (!refuses(candidate, call, gemm.problem).empty()) continue;
      d.restore(before);
      compute(candidate, call, gemm.problem, operands);
      const std::string fault = first_fault(gemm, wanted, d, before);
      if (!fault.empty() || inputs() != inputs_before) {
        FAIL_CHECK(fmt::format("{}, {} call of {}: {}", candidate.name, name_of(call), text_of(gemm),
                               fault.empty() ? "an input was changed" : fault));
      }
      ++runs;
    }
  }
  return runs;
}

}  // namespace mikpoly::test
