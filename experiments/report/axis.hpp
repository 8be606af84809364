// An axis of a plot: its range, where a value stands on it, and its ticks.
#pragma once

#include <string>
#include <vector>

namespace mikpoly::lab {

enum class Scale { linear, logarithmic };

class Axis {
 public:
  /// The range of the values with some room around them. Values that have no place on the scale (not finite, or not
  /// above 0 on a logarithmic one) do not count; without any it is 1..10.
  Axis(std::string label, Scale scale, const std::vector<double>& values);
  /// From `least` to `most`, which must differ and have a place on the scale.
  Axis(std::string label, Scale scale, double least, double most);

  [[nodiscard]] const std::string& label() const { return label_; }
  [[nodiscard]] double least() const { return least_; }
  [[nodiscard]] double most() const { return most_; }

  /// Whether the value has a place on the axis.
  [[nodiscard]] bool holds(double value) const;

  /// 0 at the least value, 1 at the most.
  [[nodiscard]] double position(double value) const;

  /// Round values in the range, in order: at least two.
  [[nodiscard]] std::vector<double> ticks() const;

 private:
  [[nodiscard]] bool has_place(double value) const;

  std::string label_;
  Scale scale_;
  double least_ = 1.0;
  double most_ = 10.0;
};

/// A tick's number: `0.25`, `1000`, `1e6`.
std::string tick_text(double value);

}  // namespace mikpoly::lab
