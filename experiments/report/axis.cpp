#include "experiments/report/axis.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace mikpoly::lab {
namespace {

constexpr double kRoom = 0.04;  // of the range, on each side
// Of the values: between some that hardly differ the steps of ticks would be lost in rounding.
constexpr double kLeastRoom = 0.001;
constexpr std::int64_t kMostTicks = 8;

// 1, 2 or 5 times a power of ten, so that `range` has about five steps.
double round_step(double range) {
  const double raw = range / 5.0;
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= raw) return factor * power;
  }
  return 10.0 * power;
}

std::vector<double> even_ticks(double least, double most) {
  const double step = round_step(most - least);
  std::vector<double> ticks;
  for (double index = std::ceil(least / step); index * step <= most + 1e-12 * step; ++index) {
    ticks.push_back(index * step);
  }
  return ticks;
}

// The given multiples of every power of ten in the range.
std::vector<double> decade_ticks(double least, double most, const std::vector<double>& factors) {
  std::vector<double> ticks;
  for (double power = std::floor(std::log10(least)); power <= std::ceil(std::log10(most)); ++power) {
    for (const double factor : factors) {
      const double tick = factor * std::pow(10.0, power);
      if (tick >= least && tick <= most) ticks.push_back(tick);
    }
  }
  return ticks;
}

std::vector<double> every(const std::vector<double>& ticks, std::size_t step) {
  std::vector<double> kept;
  for (std::size_t i = 0; i < ticks.size(); i += step) kept.push_back(ticks[i]);
  return kept;
}

}  // namespace

Axis::Axis(std::string label, Scale scale, const std::vector<double>& values)
    : label_(std::move(label)), scale_(scale) {
  std::vector<double> placed;
  std::ranges::copy_if(values, std::back_inserter(placed), [this](double value) { return has_place(value); });
  if (placed.empty()) return;
  const auto [least, most] = std::ranges::minmax(placed);
  if (scale == Scale::logarithmic) {
    const double room = least == most ? 2.0 : std::max(std::pow(most / least, kRoom), 1.0 + kLeastRoom);
    least_ = least / room;
    most_ = most * room;
  } else {
    const double room =
        least == most ? std::max(1.0, std::abs(most)) : std::max((most - least) * kRoom, kLeastRoom * std::abs(most));
    least_ = least - room;
    most_ = most + room;
  }
}

Axis::Axis(std::string label, Scale scale, double least, double most)
    : label_(std::move(label)), scale_(scale), least_(least), most_(most) {}

bool Axis::has_place(double value) const {
  return std::isfinite(value) && (scale_ == Scale::linear || value > 0.0);
}

bool Axis::holds(double value) const {
  return has_place(value) && value >= least_ && value <= most_;
}

double Axis::position(double value) const {
  if (scale_ == Scale::linear) return (value - least_) / (most_ - least_);
  return std::log(value / least_) / std::log(most_ / least_);
}

std::vector<double> Axis::ticks() const {
  if (scale_ == Scale::linear || most_ / least_ < 10.0) return even_ticks(least_, most_);
  if (most_ / least_ < 100.0) return decade_ticks(least_, most_, {1.0, 2.0, 5.0});
  const std::vector<double> powers = decade_ticks(least_, most_, {1.0});
  return every(powers, static_cast<std::size_t>(std::ssize(powers) / kMostTicks + 1));
}

std::string tick_text(double value) {
  if (value == 0.0) return "0";
  const double size = std::abs(value);
  if (size >= 1e-3 && size < 1e6) return fmt::format("{:.6g}", value);
  const double power = std::floor(std::log10(size) + 1e-9);
  return fmt::format("{:.6g}e{:.0f}", value / std::pow(10.0, power), power);
}

}  // namespace mikpoly::lab
