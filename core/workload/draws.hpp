// Random extents with a seed. Written out over SplitMix64, because std:: distributions differ between libraries.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/registry.hpp"
#include "core/base/splitmix64.hpp"

namespace mikpoly {

/// Whole numbers of one distribution, the same for the same seed.
class Draw {
 public:
  virtual ~Draw() = default;
  virtual std::int64_t next() = 0;
};

/// Of low..high, both at least 1.
struct DrawRange {
  std::int64_t low = 1;
  std::int64_t high = 1;
  std::int64_t seed = 0;
  double exponent = 1.0;  ///< of zipf
};

using DrawFactory = std::unique_ptr<Draw> (*)(const DrawRange& range);

/// log_uniform, uniform and zipf.
const Registry<DrawFactory>& draws();

/// Whether the distribution takes an exponent.
bool takes_exponent(std::string_view draw);

/// round(low * (high/low)^u) for u uniform in [0, 1).
class LogUniform final : public Draw {
 public:
  LogUniform(std::int64_t low, std::int64_t high, std::int64_t seed);
  std::int64_t next() override;

 private:
  double low_;
  double ratio_;
  SplitMix64 generator_;
};

/// low + floor(u * (high - low + 1)) for u uniform in [0, 1).
class Uniform final : public Draw {
 public:
  Uniform(std::int64_t low, std::int64_t high, std::int64_t seed);
  std::int64_t next() override;

 private:
  std::int64_t low_;
  std::int64_t count_;
  SplitMix64 generator_;
};

/// low - 1 + r with probability proportional to r^-exponent, exponent > 0, r = 1..high - low + 1.
///
/// Cost:   no table: about one pow and two exp for each number, whatever the range.
/// Source: Hoermann, Derflinger, "Rejection-inversion to generate variates from monotone discrete distributions",
///         ACM TOMACS 6 (1996), https://doi.org/10.1145/235025.235029
class Zipf final : public Draw {
 public:
  Zipf(std::int64_t low, std::int64_t high, std::int64_t seed, double exponent);
  std::int64_t next() override;

 private:
  [[nodiscard]] double integral(double x) const;
  [[nodiscard]] double inverse_integral(double y) const;
  [[nodiscard]] double density(double x) const;

  std::int64_t low_;
  double count_;
  double exponent_;
  double first_;  ///< the integral where rank 1 begins
  double last_;   ///< the integral where the last rank ends
  double sure_;   ///< ranks this near to their rounding need no second look
  SplitMix64 generator_;
};

}  // namespace mikpoly
