#include "core/workload/draws.hpp"

#include <algorithm>
#include <cmath>

namespace mikpoly {
namespace {

std::unique_ptr<Draw> make_log_uniform(const DrawRange& range) {
  return std::make_unique<LogUniform>(range.low, range.high, range.seed);
}

std::unique_ptr<Draw> make_uniform(const DrawRange& range) {
  return std::make_unique<Uniform>(range.low, range.high, range.seed);
}

std::unique_ptr<Draw> make_zipf(const DrawRange& range) {
  return std::make_unique<Zipf>(range.low, range.high, range.seed, range.exponent);
}

// log(1 + x) / x and (exp(x) - 1) / x, 1 at 0: the exponent 1 needs no formula of its own.
double log1p_over(double x) {
  return std::abs(x) > 1e-8 ? std::log1p(x) / x : 1.0 - x / 2.0;
}

double expm1_over(double x) {
  return std::abs(x) > 1e-8 ? std::expm1(x) / x : 1.0 + x / 2.0;
}

}  // namespace

const Registry<DrawFactory>& draws() {
  static const Registry<DrawFactory> table{
      "distribution", {{"log_uniform", &make_log_uniform}, {"uniform", &make_uniform}, {"zipf", &make_zipf}}};
  return table;
}

bool takes_exponent(std::string_view draw) {
  return draw == "zipf";
}

LogUniform::LogUniform(std::int64_t low, std::int64_t high, std::int64_t seed)
    : low_(static_cast<double>(low)),
      ratio_(static_cast<double>(high) / static_cast<double>(low)),
      generator_(static_cast<std::uint64_t>(seed)) {}

std::int64_t LogUniform::next() {
  return std::llround(low_ * std::pow(ratio_, generator_.uniform()));
}

Uniform::Uniform(std::int64_t low, std::int64_t high, std::int64_t seed)
    : low_(low), count_(high - low + 1), generator_(static_cast<std::uint64_t>(seed)) {}

std::int64_t Uniform::next() {
  return low_ + static_cast<std::int64_t>(generator_.uniform() * static_cast<double>(count_));
}

Zipf::Zipf(std::int64_t low, std::int64_t high, std::int64_t seed, double exponent)
    : low_(low),
      count_(static_cast<double>(high - low + 1)),
      exponent_(exponent),
      first_(integral(1.5) - 1.0),
      last_(integral(count_ + 0.5)),
      sure_(2.0 - inverse_integral(integral(2.5) - density(2.0))),
      generator_(static_cast<std::uint64_t>(seed)) {}

double Zipf::integral(double x) const {
  const double log_x = std::log(x);
  return expm1_over((1.0 - exponent_) * log_x) * log_x;
}

double Zipf::inverse_integral(double y) const {
  return std::exp(log1p_over(std::max(-1.0, y * (1.0 - exponent_))) * y);
}

double Zipf::density(double x) const {
  return std::exp(-exponent_ * std::log(x));
}

std::int64_t Zipf::next() {
  while (true) {
    const double y = last_ + generator_.uniform() * (first_ - last_);
    const double x = inverse_integral(y);
    const double rank = std::clamp(std::round(x), 1.0, count_);
    if (rank - x <= sure_ || y >= integral(rank + 0.5) - density(rank)) {
      return low_ - 1 + static_cast<std::int64_t>(rank);
    }
  }
}

}  // namespace mikpoly
