// Tables as text, and what is wrong with them.
#pragma once

#include <string>

#include "experiments/table/timing_table_loader.hpp"
#include "tests/core/config/message_of.hpp"

namespace mikpoly::lab {

inline TimingTable table_of(const std::string& text, const std::string& format = "auto") {
  return parse_timing_table(text, {.file = "t.csv", .format = format});
}

inline std::string refusal(const std::string& text, const std::string& format = "auto") {
  return message_of([&] { table_of(text, format); });
}

/// Time of the first kernel's program on the first shape, in microseconds; -1 in a hole.
inline double first_time(const TimingTable& table, std::int64_t k_parts = 1) {
  const TableTime* time = table.time(0, {0, k_parts});
  return time == nullptr ? -1.0 : time->measured.median.microseconds();
}

}  // namespace mikpoly::lab
