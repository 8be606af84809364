#include <charconv>
#include <functional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "experiments/accuracy/table_columns.hpp"
#include "experiments/table/table_cells.hpp"
#include "experiments/table/table_formats.hpp"
#include "experiments/table/triton_config.hpp"
#include "experiments/table/triton_entries.hpp"

namespace mikpoly::lab {
namespace {

// Not of lists and maps: they may lie in each other without end.
std::string scalar_text(const TritonJson& value) {
  if (value.is_structured()) return value.is_array() ? "[...]" : "{...}";
  return value.is_string() ? value.get<std::string>()
                           : value.dump(-1, ' ', false, TritonJson::error_handler_t::replace);
}

std::int64_t extent_of(const TritonJson& value, std::string_view name) {
  std::int64_t extent = 0;
  const std::string text = scalar_text(value);
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), extent);
  if (status == std::errc{} && end == text.data() + text.size() && extent >= 1 && extent <= kMaxExtent) return extent;
  throw ConfigError(fmt::format("{}: \"{}\" is not an integer in 1..{}", name, text, kMaxExtent));
}

const TritonJson* find(const TritonJson& entry, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    if (const auto found = entry.find(name); found != entry.end()) return &*found;
  }
  return nullptr;
}

// The list `[M, N, K, ...]`: numbers, or texts of numbers; types may follow.
GemmShape shape_of_list(const TritonJson& list) {
  std::vector<std::int64_t> extents;
  for (const TritonJson& value : list) {
    if (extents.size() == 3 || !(value.is_number() || value.is_string())) break;
    extents.push_back(extent_of(value, "key"));
  }
  if (extents.size() != 3) {
    throw ConfigError("key: M, N and K are not its first three values; tune with key=[\"M\", \"N\", \"K\"]");
  }
  return {extents[0], extents[1], extents[2]};
}

GemmShape shape_of_map(const TritonJson& map) {
  const auto extent = [&map](std::string_view upper, std::string_view lower) {
    const TritonJson* value = find(map, {upper, lower});
    if (value == nullptr) throw ConfigError(fmt::format("{} is missing", upper));
    return extent_of(*value, upper);
  };
  GemmShape shape{extent("M", "m"), extent("N", "n"), extent("K", "k")};
  if (const TritonJson* batch = find(map, {"batch", "BATCH"})) shape.batch = extent_of(*batch, "batch");
  return shape;
}

GemmShape shape_of(const TritonJson& entry) {
  const TritonJson* shape = find(entry, {"key", "shape"});
  const GemmShape read = shape == nullptr    ? shape_of_map(entry)
                         : shape->is_array() ? shape_of_list(*shape)
                                             : shape_of_map(*shape);
  validate(read);
  return read;
}

// Of the entry, or among the texts of its key, as torch.float16.
std::optional<DataType> type_of(const TritonJson& entry) {
  if (const TritonJson* type = find(entry, {"dtype"})) return type_named(scalar_text(*type));
  const TritonJson* key = find(entry, {"key"});
  if (key == nullptr || !key->is_array()) return std::nullopt;
  for (const TritonJson& value : *key) {
    if (value.is_string() && value.get_ref<const std::string&>().starts_with("torch.")) {
      return type_named(value.get_ref<const std::string&>());
    }
  }
  return std::nullopt;
}

// `{kwargs: {...}, num_warps: 4, ...}`, `{BLOCK_M: 64, ...}` or `BLOCK_M: 64, ...`.
TritonConfig config_of(const TritonJson& config) {
  if (config.is_string()) return parse_triton_config(config.get_ref<const std::string&>());
  TritonConfig settings;
  for (const auto& [name, value] : config.items()) {
    if (name == "kwargs" && value.is_object()) {
      for (const auto& [kwarg, own] : value.items()) settings[kwarg] = scalar_text(own);
    } else if (is_triton_setting(name) && value.is_primitive()) {
      settings[name] = scalar_text(value);
    }
  }
  return settings;
}

// The record's own settings, without the problem that may stand beside them.
TritonConfig config_of_record(const TritonJson& record) {
  if (const TritonJson* config = find(record, {"config"})) return config_of(*config);
  return config_of(record);
}

constexpr std::string_view kTimingsAre = "is no list of [CONFIGURATION, TIMES], nor a map from one to the other";

/// Adds the timings of one entry after the other, collecting what is wrong.
class Entries {
 public:
  explicit Entries(TableRows& rows) : rows_(rows) {}

  void add(const TritonEntry& entry) {
    collect(entry.place, [&] {
      if (!entry.value.is_object()) {
        throw ConfigError("is no object; an entry is one configuration's time, or a cache's file");
      }
      TimedKernel timed{.place = entry.place.text(), .shape = shape_of(entry.value), .dtype = type_of(entry.value)};
      if (const TritonJson* cached = find(entry.value, {"configs_timings"})) {
        add_cached(*cached, {.line = entry.place.line, .pointer = entry.place.pointer / "configs_timings"}, timed);
      } else {
        add_record(entry.value, timed);
      }
    });
  }

  /// Errors: ConfigError, if anything was wrong.
  void throw_if_any() const { faults_.throw_if_any(); }

 private:
  void collect(const JsonPlace& place, const std::function<void()>& read) {
    try {
      read();
    } catch (const Error& fault) {
      faults_.add(fmt::format("{}: {}", place.text(), fault.what()));
    }
  }

  void add_cached(const TritonJson& cached, const JsonPlace& place, TimedKernel& timed) {
    if (!cached.is_structured()) throw ConfigError(fmt::format("configs_timings: {}", kTimingsAre));
    for (const auto& item : cached.items()) {
      const JsonPlace at{.line = place.line, .pointer = place.pointer / item.key()};
      const TritonJson& value = item.value();
      collect(at, [&] {
        const bool is_pair = cached.is_array() && value.is_array() && value.size() == 2;
        if (!cached.is_object() && !is_pair) throw ConfigError(std::string(kTimingsAre));
        timed.place = at.text();
        take_triton_config(is_pair ? config_of(value[0]) : parse_triton_config(item.key()), timed);
        add_time(median_of(is_pair ? value[1] : value), kMillisecond, timed);
      });
    }
  }

  void add_record(const TritonJson& record, TimedKernel& timed) {
    take_triton_config(config_of_record(record), timed);
    const TritonJson* time = nullptr;
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
  static double median_of(const TritonJson& time) {
    const TritonJson& first = time.is_array() && !time.empty() ? time.front() : time;
    if (first.is_null()) return 0.0;
    if (!first.is_number()) throw ConfigError(fmt::format("the time \"{}\" is not a number", scalar_text(first)));
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
  CsvFaults faults_;
};

}  // namespace

TableRows read_triton_json(std::string_view text, const std::string& file) {
  TableRows rows;
  rows.source = TimeSource::device_event;
  Entries entries(rows);
  for (const TritonEntry& entry : triton_entries(std::string(text), file)) entries.add(entry);
  entries.throw_if_any();
  return rows;
}

}  // namespace mikpoly::lab
