#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "experiments/accuracy/table_columns.hpp"
#include "experiments/table/table_cells.hpp"
#include "experiments/table/table_formats.hpp"
#include "experiments/table/triton_config.hpp"

namespace mikpoly::lab {
namespace {

using Json = nlohmann::json;

constexpr double kMillisecond = 1e3;
constexpr double kLongestUs = static_cast<double>(kLongestTime) / 1e6;

// JSON has no word for them, yet Python writes them. A negative number of the same length or less stands in: no time.
std::string without_infinities(std::string text) {
  constexpr std::array<std::string_view, 3> kWords{"-Infinity", "Infinity", "NaN"};
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (in_string && text[i] == '\\')
      ++i;
    else if (text[i] == '"')
      in_string = !in_string;
    if (in_string || i >= text.size()) continue;
    for (const std::string_view word : kWords) {
      if (text.compare(i, word.size(), word) != 0) continue;
      text.replace(i, word.size(), "-1" + std::string(word.size() - 2, ' '));
      break;
    }
  }
  return text;
}

// Not of lists and maps: they may lie in each other without end.
std::string text_of(const Json& value) {
  if (value.is_structured()) return value.is_array() ? "[...]" : "{...}";
  return value.is_string() ? value.get<std::string>() : value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::int64_t extent_of(const Json& value, std::string_view name) {
  std::int64_t extent = 0;
  const std::string text = text_of(value);
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), extent);
  if (status == std::errc{} && end == text.data() + text.size() && extent >= 1 && extent <= kMaxExtent) return extent;
  throw ConfigError(fmt::format("{}: \"{}\" is not an integer in 1..{}", name, text, kMaxExtent));
}

const Json* find(const Json& entry, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    if (const auto found = entry.find(name); found != entry.end()) return &*found;
  }
  return nullptr;
}

// The list `[M, N, K, ...]`: numbers, or texts of numbers; types may follow.
GemmShape shape_of_list(const Json& list) {
  std::vector<std::int64_t> extents;
  for (const Json& value : list) {
    if (extents.size() == 3 || !(value.is_number() || value.is_string())) break;
    extents.push_back(extent_of(value, "key"));
  }
  if (extents.size() != 3) {
    throw ConfigError("key: M, N and K are not its first three values; tune with key=[\"M\", \"N\", \"K\"]");
  }
  return {extents[0], extents[1], extents[2]};
}

GemmShape shape_of_map(const Json& map) {
  const auto extent = [&map](std::string_view upper, std::string_view lower) {
    const Json* value = find(map, {upper, lower});
    if (value == nullptr) throw ConfigError(fmt::format("{} is missing", upper));
    return extent_of(*value, upper);
  };
  GemmShape shape{extent("M", "m"), extent("N", "n"), extent("K", "k")};
  if (const Json* batch = find(map, {"batch", "BATCH"})) shape.batch = extent_of(*batch, "batch");
  return shape;
}

GemmShape shape_of(const Json& entry) {
  const Json* shape = find(entry, {"key", "shape"});
  const GemmShape read = shape == nullptr    ? shape_of_map(entry)
                         : shape->is_array() ? shape_of_list(*shape)
                                             : shape_of_map(*shape);
  validate(read);
  return read;
}

// Of the entry, or among the texts of its key, as torch.float16.
std::optional<DataType> type_of(const Json& entry) {
  if (const Json* type = find(entry, {"dtype"})) return type_named(text_of(*type));
  const Json* key = find(entry, {"key"});
  if (key == nullptr || !key->is_array()) return std::nullopt;
  for (const Json& value : *key) {
    if (value.is_string() && value.get_ref<const std::string&>().starts_with("torch.")) {
      return type_named(value.get_ref<const std::string&>());
    }
  }
  return std::nullopt;
}

// `{kwargs: {...}, num_warps: 4, ...}`, `{BLOCK_M: 64, ...}` or `BLOCK_M: 64, ...`.
TritonConfig config_of(const Json& config) {
  if (config.is_string()) return parse_triton_config(config.get_ref<const std::string&>());
  TritonConfig settings;
  for (const auto& [name, value] : config.items()) {
    if (name == "kwargs" && value.is_object()) {
      for (const auto& [kwarg, own] : value.items()) settings[kwarg] = text_of(own);
    } else if (is_triton_setting(name) && value.is_primitive()) {
      settings[name] = text_of(value);
    }
  }
  return settings;
}

// The record's own settings, without the problem that may stand beside them.
TritonConfig config_of_record(const Json& record) {
  if (const Json* config = find(record, {"config"})) return config_of(*config);
  return config_of(record);
}

/// Adds the timings of one entry after the other.
class Entries {
 public:
  explicit Entries(TableRows& rows) : rows_(rows) {}

  /// Errors: Error, without its place.
  void add(const Json& entry, const std::string& place) {
    if (!entry.is_object()) throw ConfigError("is no object; an entry is one configuration's time, or a cache's file");
    TimedKernel timed{.place = place, .shape = shape_of(entry), .dtype = type_of(entry)};
    const Json* cached = find(entry, {"configs_timings"});
    if (cached == nullptr) return add_record(entry, timed);
    for (const auto& [name, value] : cached->items()) {
      const bool is_pair = cached->is_array() && value.is_array() && value.size() == 2;
      if (!cached->is_object() && !is_pair) {
        throw ConfigError("configs_timings: is no list of [CONFIGURATION, TIMES], nor a map from one to the other");
      }
      timed.kernel = {};
      take_triton_config(is_pair ? config_of(value[0]) : parse_triton_config(name), timed);
      add_time(median_of(is_pair ? value[1] : value), kMillisecond, timed);
    }
  }

 private:
  void add_record(const Json& record, TimedKernel& timed) {
    take_triton_config(config_of_record(record), timed);
    const Json* time = nullptr;
    double unit = 0.0;
    for (const auto& [name, value] : record.items()) {
      if (time_unit(name) == 0.0) continue;
      if (time != nullptr) throw ConfigError(fmt::format("two times: \"{}\" is the second", name));
      time = &value;
      unit = time_unit(name);
    }
    if (time == nullptr) throw ConfigError("no time; a name such as time_ms tells the unit: _s, _ms, _us or _ns");
    add_time(median_of(*time), unit, timed);
  }

  // A number, or the quantiles that Triton takes, the median first.
  static double median_of(const Json& time) {
    const Json& first = time.is_array() && !time.empty() ? time.front() : time;
    if (first.is_null()) return 0.0;
    if (!first.is_number()) throw ConfigError(fmt::format("the time \"{}\" is not a number", text_of(first)));
    return first.get<double>();
  }

  void add_time(double time, double unit, TimedKernel& timed) {
    timed.timing.time_us = time * unit;
    if (!(timed.timing.time_us >= kLeastTimeUs)) {
      ++rows_.skipped[std::string(kNoTime)];
    } else if (timed.timing.time_us >= kLongestUs) {
      throw ConfigError(fmt::format("the time \"{}\" is longer than 13 days (2^60 ps); times end there", time));
    } else {
      rows_.rows.push_back(timed);
    }
  }

  TableRows& rows_;
};

Json parse(const std::string& text, const std::string& file, std::int64_t first_line) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& fault) {
    const std::size_t at = std::min(fault.byte, text.size());
    const std::int64_t line =
        first_line + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    throw ConfigError(fmt::format("{}:{}: is neither JSON nor JSON Lines", file, line));
  } catch (const Json::out_of_range&) {
    throw ConfigError(fmt::format("{}: a number is larger than 1e308, where numbers end", file));
  }
}

/// Entries with their places.
std::vector<std::pair<std::string, Json>> entries_of(const std::string& text, const std::string& file) {
  std::vector<std::pair<std::string, Json>> entries;
  const std::size_t first_end = std::min(text.find('\n'), text.size());
  const bool is_lines = text.find_first_not_of(" \r\n\t", first_end) != std::string::npos &&
                        Json::accept(text.substr(0, first_end)) && text.front() == '{';
  if (!is_lines) {
    Json all = parse(text, file, 1);
    if (!all.is_array()) return {{file, std::move(all)}};
    for (std::size_t i = 0; i < all.size(); ++i) {
      entries.emplace_back(fmt::format("{}: entry {}", file, i + 1), std::move(all[i]));
    }
    return entries;
  }
  std::int64_t line = 1;
  for (std::size_t begin = 0; begin < text.size(); ++line) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string one = text.substr(begin, end - begin);
    if (one.find_first_not_of(" \r\t") != std::string::npos) {
      entries.emplace_back(fmt::format("{}:{}", file, line), parse(one, file, line));
    }
    begin = end + 1;
  }
  return entries;
}

}  // namespace

TableRows read_triton_json(std::string_view text, const std::string& file) {
  TableRows rows;
  rows.source = TimeSource::device_event;
  Entries entries(rows);
  CsvFaults faults;
  for (const auto& [place, entry] : entries_of(without_infinities(std::string(text)), file)) {
    try {
      entries.add(entry, place);
    } catch (const Error& fault) {
      faults.add(fmt::format("{}: {}", place, fault.what()));
    }
  }
  faults.throw_if_any();
  return rows;
}

}  // namespace mikpoly::lab
