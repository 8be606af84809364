#include "experiments/measure/mean_cases.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include <Eigen/Core>
#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/splitmix64.hpp"

namespace mikpoly::lab {
namespace {

constexpr float kUntouched = 7.0F;

// About half a second on one core; of what takes more, elements are drawn.
constexpr double kMostMacs = 2e8;

MeanCase plain(const GemmTypes& types, const std::string& what, const GemmShape& shape) {
  return {.what = what, .problem = {.shape = shape, .types = types}};
}

/// A matrix of -1, 0 and 1 in memory of its type.
template <typename T>
struct Matrix {
  Matrix(const MatrixLayout& layout, std::int64_t rows, std::int64_t columns, std::int64_t batch)
      : strides(strides_of(layout, rows, columns)),
        values(static_cast<std::size_t>(extent_of(strides, rows, columns, batch))) {}

  void draw(SplitMix64& random) {
    for (T& value : values) value = T(static_cast<float>(random.next() % 3) - 1.0F);
  }
  [[nodiscard]] std::size_t at(std::int64_t row, std::int64_t column, std::int64_t z) const {
    return static_cast<std::size_t>(row * strides.row + column * strides.column + z * strides.batch);
  }
  [[nodiscard]] float operator()(std::int64_t row, std::int64_t column, std::int64_t z) const {
    return static_cast<float>(values[at(row, column, z)]);
  }

  ElementStrides strides;
  std::vector<T> values;
};

template <typename T>
class Computed {
 public:
  explicit Computed(const MeanCase& mean)
      : mean_(mean),
        a_(mean.problem.a, shape().m, shape().k, shape().batch),
        b_(mean.problem.b, shape().k, shape().n, shape().batch),
        d_(mean.problem.d, shape().m, shape().n, shape().batch),
        bias_(static_cast<std::size_t>(std::max(shape().m, shape().n))) {
    SplitMix64 random(3);
    a_.draw(random);
    b_.draw(random);
    for (float& value : bias_) value = static_cast<float>(random.next() % 5) - 2.0F;
    for (T& value : d_.values) value = T(kUntouched);  // C, too: a constant that is no sum's
  }

  /// Empty when all is right.
  [[nodiscard]] std::string fault(Backend& backend) {
    const bool has_residual = mean_.problem.epilogue.residual;
    const Matrix<T> before = d_;
    backend.run(mean_.problem, {.a = a_.values.data(),
                                .b = b_.values.data(),
                                .c = mean_.beta == 0.0 ? nullptr : d_.values.data(),
                                .d = d_.values.data(),
                                .bias = bias_.data(),
                                .residual = has_residual ? before.values.data() : nullptr,
                                .alpha = mean_.alpha,
                                .beta = mean_.beta});
    std::vector<T> wanted = shape().macs() > kMostMacs ? with_some(before) : with_all(before);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const auto got = static_cast<float>(d_.values[i]);
      const auto want = static_cast<float>(wanted[i]);
      if (got == want || std::isnan(want)) continue;
      return fmt::format("element {} of D is {}, should be {}", i, got, want);
    }
    return "";
  }

 private:
  [[nodiscard]] const GemmShape& shape() const { return mean_.problem.shape; }

  // D as it must be.
  [[nodiscard]] std::vector<T> with_all(const Matrix<T>& before) const {
    std::vector<T> wanted = before.values;
    for (std::int64_t z = 0; z < shape().batch; ++z) {
      for (std::int64_t i = 0; i < shape().m; ++i) {
        for (std::int64_t j = 0; j < shape().n; ++j) wanted[d_.at(i, j, z)] = T(value(before, i, j, z));
      }
    }
    return wanted;
  }

  // The same of elements at random, NaN for the others.
  [[nodiscard]] std::vector<T> with_some(const Matrix<T>& before) const {
    std::vector<T> wanted(before.values.size(), T(std::numeric_limits<float>::quiet_NaN()));
    SplitMix64 random(5);
    const auto below = [&](std::int64_t count) {
      return static_cast<std::int64_t>(random.next() % static_cast<std::uint64_t>(count));
    };
    const auto elements = static_cast<std::int64_t>(kMostMacs / static_cast<double>(shape().k));
    for (std::int64_t checked = 0; checked < elements; ++checked) {
      const std::int64_t i = below(shape().m);
      const std::int64_t j = below(shape().n);
      const std::int64_t z = below(shape().batch);
      wanted[d_.at(i, j, z)] = T(value(before, i, j, z));
    }
    return wanted;
  }

  [[nodiscard]] float value(const Matrix<T>& before, std::int64_t i, std::int64_t j, std::int64_t z) const {
    const Epilogue& epilogue = mean_.problem.epilogue;
    float sum = 0.0F;
    for (std::int64_t k = 0; k < shape().k; ++k) sum += a_(i, k, z) * b_(k, j, z);
    float result = static_cast<float>(mean_.alpha) * sum;
    if (mean_.beta != 0.0) result += static_cast<float>(mean_.beta) * before(i, j, z);
    if (epilogue.bias == Bias::per_row) result += bias_[static_cast<std::size_t>(i)];
    if (epilogue.bias == Bias::per_column) result += bias_[static_cast<std::size_t>(j)];
    if (epilogue.activation == Activation::relu) result = std::max(result, 0.0F);
    return epilogue.residual ? result + before(i, j, z) : result;
  }

  MeanCase mean_;
  Matrix<T> a_;
  Matrix<T> b_;
  Matrix<T> d_;
  std::vector<float> bias_;
};

template <typename T>
std::string fault_of(Backend& backend, const MeanCase& mean) {
  return Computed<T>(mean).fault(backend);
}

}  // namespace

std::vector<MeanCase> mean_cases(const GemmTypes& types) {
  std::vector<MeanCase> cases{plain(types, "one element", {1, 1, 1}),
                              plain(types, "no output", {7, 0, 9}),
                              plain(types, "primes, lines of odd length", {17, 131, 35}),
                              plain(types, "lines of 4 elements' alignment", {129, 257, 84}),
                              plain(types, "full tiles", {512, 512, 512}),
                              plain(types, "tall", {4097, 16, 64}),
                              plain(types, "wide", {16, 4097, 64}),
                              plain(types, "deep", {3, 5, 20000}),
                              plain(types, "deep, of full tiles", {128, 128, 16384}),
                              plain(types, "batch", {33, 65, 48, 5}),
                              plain(types, "a batch of more than a grid's y", {1, 2, 8, 65537})};
  for (const bool a : {false, true}) {
    for (const bool b : {false, true}) {
      for (const Order order : {Order::row_major, Order::column_major}) {
        MeanCase mean = plain(types,
                              fmt::format("{}{}, D {}", a ? 'T' : 'N', b ? 'T' : 'N',
                                          order == Order::row_major ? "row by row" : "column by column"),
                              {130, 70, 90});
        mean.problem.a.transposed = a;
        mean.problem.b.transposed = b;
        mean.problem.c.order = mean.problem.d.order = order;
        mean.alpha = 2.0;
        mean.beta = -1.0;
        cases.push_back(mean);
      }
    }
  }
  MeanCase gaps = plain(types, "gaps between lines, bias, ReLU, residual", {61, 47, 53, 2});
  gaps.problem.a = {.leading_dimension = 59, .batch_stride = std::int64_t{59} * 70};
  gaps.problem.c = gaps.problem.d = {.leading_dimension = 50, .batch_stride = std::int64_t{50} * 64};
  gaps.problem.epilogue = {.bias = Bias::per_column, .activation = Activation::relu, .residual = true};
  cases.push_back(gaps);
  MeanCase none = plain(types, "no k: C alone", {40, 40, 0});
  none.beta = 2.0;
  cases.push_back(none);
  return cases;
}

CaseResult check_case(Backend& backend, const MeanCase& mean) {
  CaseResult result{.what = fmt::format("{}: {}", to_text(mean.problem.shape), mean.what),
                    .disposition = "unsupported",
                    .reason = backend.unsupported(mean.problem)};
  if (!result.reason.empty()) return result;
  const DataType type = mean.problem.types.a;
  try {
    result.reason = type == DataType::f16    ? fault_of<Eigen::half>(backend, mean)
                    : type == DataType::bf16 ? fault_of<Eigen::bfloat16>(backend, mean)
                                             : fault_of<float>(backend, mean);
    result.disposition = result.reason.empty() ? "passed" : "failed";
  } catch (const BackendUnavailable& fault) {  // too little memory
    result.reason = fault.what();
  }
  return result;
}

}  // namespace mikpoly::lab
