// A time with where it comes from, so that times of different origin cannot be mixed.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/units.hpp"

namespace mikpoly {

enum class TimeSource { wall_clock, device_event, simulated, predicted };

/// The spelling used in results.csv.
constexpr std::string_view name_of(TimeSource source) {
  switch (source) {
    case TimeSource::wall_clock:
      return "wall_clock";
    case TimeSource::device_event:
      return "device_event";
    case TimeSource::simulated:
      return "simulated";
    case TimeSource::predicted:
      return "predicted";
  }
  return "";
}

/// Median, spread and count of one timing. A simulated time has one sample and no spread.
struct Measurement {
  Picoseconds median;
  TimeSource source = TimeSource::predicted;
  Picoseconds interquartile_range;
  std::int64_t samples = 1;
};

}  // namespace mikpoly
