#include "core/config/units.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "core/base/nearest_name.hpp"

namespace mikpoly {
namespace {

struct Prefix {
  std::string_view name;
  double factor;
};

constexpr std::array<Prefix, 9> kSizePrefixes{{{"", 1},
                                               {"k", 1e3},
                                               {"M", 1e6},
                                               {"G", 1e9},
                                               {"T", 1e12},
                                               {"Ki", 1024.0},
                                               {"Mi", 1048576.0},
                                               {"Gi", 1073741824.0},
                                               {"Ti", 1099511627776.0}}};
constexpr std::array<Prefix, 6> kRatePrefixes{{{"", 1}, {"k", 1e3}, {"M", 1e6}, {"G", 1e9}, {"T", 1e12}, {"P", 1e15}}};
constexpr std::array<Prefix, 5> kTimePrefixes{{{"p", 1}, {"n", 1e3}, {"u", 1e6}, {"m", 1e9}, {"", 1e12}}};
constexpr std::array<Prefix, 1> kNoPrefix{{{"", 1}}};

// One spelling of a unit. A ratio is divided by its factor, so that 85% and 0.85 are the same double.
struct UnitRow {
  std::string_view name;
  Dimension dimension;
  std::span<const Prefix> prefixes;
  double factor = 1.0;
};

constexpr std::array<UnitRow, 9> kUnits{{{"B", Dimension::bytes, kSizePrefixes},
                                         {"B/s", Dimension::bytes_per_second, kSizePrefixes},
                                         {"B/cycle", Dimension::bytes_per_cycle, kSizePrefixes},
                                         {"Hz", Dimension::frequency, kRatePrefixes},
                                         {"s", Dimension::time, kTimePrefixes},
                                         {"cycles", Dimension::cycles, kNoPrefix},
                                         {"cycle", Dimension::cycles, kNoPrefix},
                                         {"FLOP/s", Dimension::flops, kRatePrefixes},
                                         {"%", Dimension::ratio, kNoPrefix, 100.0}}};

struct DimensionRow {
  Dimension dimension;
  std::string_view wanted;
  std::string_view bare;  // unit that the corrected line proposes
};

constexpr std::array<DimensionRow, 8> kDimensions{
    {{Dimension::bytes, "a size such as \"40 GiB\"", "B"},
     {Dimension::bytes_per_second, "a bandwidth such as \"1.555 TB/s\"", "B/s"},
     {Dimension::bytes_per_cycle, "a bandwidth such as \"64 B/cycle\"", "B/cycle"},
     {Dimension::frequency, "a clock such as \"1.41 GHz\"", "GHz"},
     {Dimension::time, "a time such as \"600 ns\"", "ns"},
     {Dimension::cycles, "a duration such as \"120 cycles\"", "cycles"},
     {Dimension::flops, "a rate such as \"312 TFLOP/s\"", "TFLOP/s"},
     {Dimension::ratio, "a ratio such as \"85%\" or \"0.85\"", ""}}};

const DimensionRow& row_of(Dimension dimension) {
  return *std::ranges::find(kDimensions, dimension, &DimensionRow::dimension);
}

struct Unit {
  Dimension dimension;
  double factor;
};

std::optional<Unit> find_unit(std::string_view name) {
  for (const UnitRow& row : kUnits) {
    for (const Prefix& prefix : row.prefixes) {
      if (name.size() == prefix.name.size() + row.name.size() && name.starts_with(prefix.name) &&
          name.ends_with(row.name)) {
        return Unit{row.dimension, prefix.factor * row.factor};
      }
    }
  }
  return std::nullopt;
}

bool contains(const std::vector<Dimension>& allowed, Dimension dimension) {
  return std::ranges::find(allowed, dimension) != allowed.end();
}

std::vector<std::string> unit_names(const std::vector<Dimension>& allowed) {
  std::vector<std::string> names;
  for (const UnitRow& row : kUnits) {
    if (!contains(allowed, row.dimension)) continue;
    for (const Prefix& prefix : row.prefixes) names.push_back(fmt::format("{}{}", prefix.name, row.name));
  }
  return names;
}

bool equal_but_for_case(std::string_view a, std::string_view b) {
  const auto lower = [](unsigned char c) { return std::tolower(c); };
  return std::ranges::equal(a, b, {}, lower, lower);
}

// A prefix changes a value by a thousand and more: another case of the same letters is meant before other letters, and
// the sign of micro is u.
std::string nearest_unit(std::string_view unit, const std::vector<std::string>& names) {
  std::string plain(unit);
  for (const std::string_view micro : {"\u00b5", "\u03bc"}) {
    if (plain.starts_with(micro)) plain.replace(0, micro.size(), "u");
  }
  for (const std::string& name : names) {
    if (equal_but_for_case(plain, name)) return fmt::format("; did you mean \"{}\"?", name);
  }
  return did_you_mean(plain, names);
}

std::string unknown_unit(std::string_view text, std::string_view unit, const std::vector<Dimension>& allowed) {
  if (unit.starts_with("K") && !unit.starts_with("Ki") && find_unit(fmt::format("k{}", unit.substr(1)))) {
    return fmt::format("\"{}\": {} is ambiguous; write k{} for 1000 or Ki{} for 1024", text, unit, unit.substr(1),
                       unit.substr(1));
  }
  const std::string nearest = nearest_unit(unit, unit_names(allowed));
  return fmt::format("\"{}\" has the unknown unit \"{}\"{}{} needs {}", text, unit, nearest, nearest.empty() ? ";" : "",
                     wanted_text(allowed));
}

// A number without a unit: fine for a ratio, otherwise the line is quoted as it should be.
std::string bare_fault(std::string_view text, const std::vector<Dimension>& allowed, std::string_view before) {
  if (contains(allowed, Dimension::ratio)) return "";
  return fmt::format("\"{}\" has no unit; write \"{}{} {}\"", text, before, text, row_of(allowed.front()).bare);
}

std::string range_fault(std::string_view text, const Quantity& quantity) {
  const bool whole = quantity.dimension == Dimension::bytes;
  const double most = whole || quantity.dimension == Dimension::time ? 0x1.0p62 : 1e30;
  if (!(quantity.value < most)) return fmt::format("\"{}\" is too large", text);
  const bool is_whole = std::abs(quantity.value - std::round(quantity.value)) <= 1e-9 * quantity.value;
  return whole && !is_whole ? fmt::format("\"{}\" is not a whole number of bytes", text) : "";
}

}  // namespace

std::string wanted_text(const std::vector<Dimension>& allowed) {
  std::string text;
  for (const Dimension dimension : allowed) {
    text += fmt::format("{}{}", text.empty() ? "" : " or ", row_of(dimension).wanted);
  }
  return text;
}

std::string quantity_pattern(const std::vector<Dimension>& allowed) {
  const bool bare = contains(allowed, Dimension::ratio);
  return fmt::format("^([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?( *({})){}$", fmt::join(unit_names(allowed), "|"),
                     bare ? "?" : "");
}

ParsedQuantity parse_quantity(std::string_view text, const std::vector<Dimension>& allowed, std::string_view before) {
  const auto refused = [](std::string fault) { return ParsedQuantity{.quantity = {}, .fault = std::move(fault)}; };
  double number = 0.0;
  const bool starts_as_number = !text.empty() && ((text[0] >= '0' && text[0] <= '9') || text[0] == '.');
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (starts_as_number && status == std::errc::result_out_of_range) {
    return refused(fmt::format("\"{}\" is out of range", text));
  }
  if (!starts_as_number || status != std::errc{}) {
    const std::string_view why = text.starts_with("-") ? "is negative" : "is not a number with a unit";
    return refused(fmt::format("\"{}\" {}; needs {}", text, why, wanted_text(allowed)));
  }
  std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
  unit.remove_prefix(std::min(unit.find_first_not_of(' '), unit.size()));
  if (unit.empty()) return {{number, Dimension::ratio}, bare_fault(text, allowed, before)};
  const std::optional<Unit> found = find_unit(unit);
  if (!found) return refused(unknown_unit(text, unit, allowed));
  if (!contains(allowed, found->dimension)) {
    return refused(fmt::format("\"{}\" is not {}", text, wanted_text(allowed)));
  }
  const bool divides = found->dimension == Dimension::ratio;
  const Quantity exact{divides ? number / found->factor : number * found->factor, found->dimension};
  const double value = exact.dimension == Dimension::bytes ? std::round(exact.value) : exact.value;
  return {{value, exact.dimension}, range_fault(text, exact)};
}

std::string quantity_text(double value, Dimension dimension) {
  const bool binary = dimension == Dimension::bytes;
  std::string best;
  double best_factor = 0.0;
  for (const UnitRow& row : kUnits) {
    if (row.dimension != dimension) continue;
    for (const Prefix& prefix : row.prefixes) {
      const bool fits = prefix.factor <= value || best.empty();
      const bool right_base = prefix.factor == 1.0 || prefix.name.ends_with("i") == binary;
      if (!fits || !right_base || prefix.factor <= best_factor) continue;
      best_factor = prefix.factor;
      best = fmt::format("{:.4g}{}{}{}", value / prefix.factor * row.factor, row.name == "%" ? "" : " ", prefix.name,
                         row.name);
    }
  }
  return best;
}

}  // namespace mikpoly
