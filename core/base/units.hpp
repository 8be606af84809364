// Units as types. Time is integer picoseconds everywhere outside the simulator's cycle arithmetic, so that sums do not
// depend on their order and predictions not on the build type.
#pragma once

#include <cmath>
#include <compare>
#include <cstdint>

namespace mikpoly {

/// Times stop here (13 days): a few of them can be added without overflow, whatever the legal shape.
inline constexpr std::int64_t kLongestTime = std::int64_t{1} << 60;

struct Picoseconds {
  std::int64_t count = 0;

  /// Rounded to the nearest, at most kLongestTime.
  static Picoseconds rounded(double count) {
    return {count < static_cast<double>(kLongestTime) ? std::llround(count) : kLongestTime};
  }

  constexpr auto operator<=>(const Picoseconds&) const = default;
  constexpr Picoseconds operator+(Picoseconds other) const { return {count + other.count}; }
  constexpr Picoseconds operator-(Picoseconds other) const { return {count - other.count}; }
  /// At most kLongestTime.
  constexpr Picoseconds operator*(std::int64_t times) const {
    std::int64_t product = 0;
    if (__builtin_mul_overflow(count, times, &product) || product > kLongestTime) return {kLongestTime};
    return {product};
  }
  constexpr Picoseconds& operator+=(Picoseconds other) {
    count += other.count;
    return *this;
  }
  [[nodiscard]] constexpr double microseconds() const { return static_cast<double>(count) / 1e6; }
};

struct Bytes {
  std::int64_t count = 0;

  constexpr auto operator<=>(const Bytes&) const = default;
  constexpr Bytes operator+(Bytes other) const { return {count + other.count}; }
  constexpr Bytes operator*(std::int64_t times) const { return {count * times}; }
};

/// Clock cycles of a processing element. Fractions are meant: a rate need not divide a size.
struct Cycles {
  double count = 0.0;

  constexpr auto operator<=>(const Cycles&) const = default;
};

}  // namespace mikpoly
