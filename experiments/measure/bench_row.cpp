#include "experiments/measure/bench_row.hpp"

#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/nearest_name.hpp"

namespace mikpoly::lab {
namespace {

struct ModeRow {
  Mode mode;
  std::string_view name;
  std::string_view call;
};

constexpr std::array<ModeRow, 5> kModes{{{Mode::warm, "warm", "plain"},
                                         {Mode::cold, "cold", "plain"},
                                         {Mode::first, "first", "plain"},
                                         {Mode::prepared, "prepared", "prepared"},
                                         {Mode::packed, "packed", "packed"}}};

const ModeRow& row_of(Mode mode) {
  for (const ModeRow& row : kModes) {
    if (row.mode == mode) return row;
  }
  fail_internal("a mode is not in the table", __FILE__, __LINE__);
}

}  // namespace

std::string_view name_of(Mode mode) {
  return row_of(mode).name;
}

std::string_view call_of(Mode mode) {
  return row_of(mode).call;
}

Mode parse_mode(std::string_view text) {
  std::vector<std::string> names;
  for (const ModeRow& row : kModes) {
    if (row.name == text) return row.mode;
    names.emplace_back(row.name);
  }
  throw ConfigError(fmt::format("unknown mode \"{}\"{}", text, nearest_and_known(text, names)));
}

}  // namespace mikpoly::lab
