#include "core/config/extent_reader.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/config/draw_reader.hpp"
#include "core/config/integer_span.hpp"
#include "core/config/value_tables.hpp"
#include "core/workload/weight_range.hpp"

namespace mikpoly {
namespace {

void refuse(const YamlValue& value, Diagnostics& diagnostics) {
  diagnostics.error(value.node->place, value.path,
                    fmt::format("{} is not an extent such as \"105\", \"[1, 8, 64]\", \"1..4096:256\" or \"b*s\"",
                                described(*value.node)));
}

// A map of an extent; of those in `dims` the schema does not tell that `value` may not be a formula.
constexpr std::string_view kSharedForm = "values";

void record_term(std::string_view path, bool formulas, FormatRecorder& recorder) {
  recorder.scalar(path, {.kind = ScalarForm::Kind::integer,
                         .most = kMaxExtent,
                         .wanted = fmt::format("an integer in 0..{}", kMaxExtent)});
  recorder.scalar(path, span_form());
  if (formulas) recorder.scalar(path, formula_form());
}

/// Gathers terms; `names` is null where no formula may stand.
class ExtentReader {
 public:
  ExtentReader(const std::vector<std::string>* names, Diagnostics& diagnostics)
      : names_(names), diagnostics_(diagnostics) {}

  ReadExtent read(const YamlValue& value) && {
    record(value);
    if (value.node->is_list()) {
      for (const YamlValue& item : read_list(value, diagnostics_)) add(item, {});
    } else {
      add(value, {});
    }
    return std::move(read_);
  }

 private:
  // Tells who listens how the value may be written, alone and in a list.
  void record(const YamlValue& value) const {
    FormatRecorder* const recorder = diagnostics_.recorder();
    if (recorder == nullptr) return;
    recorder->list(value.path);
    for (const std::string& path : {value.path, value.path + "[0]"}) {
      record_term(path, names_ != nullptr, *recorder);
      recorder->shared(path, kSharedForm);
    }
  }

  void add(const YamlValue& value, const Use& use) {
    if (value.node->is_map()) {
      add_map(value);
    } else if (!value.node->is_scalar() || value.node->is_null()) {
      refuse(value, diagnostics_);
    } else if (names_ != nullptr && is_formula(value)) {
      const auto position = static_cast<std::int64_t>(read_.extent.formulas.size());
      read_.extent.terms.push_back({{0, use}, position});
      read_.extent.formulas.push_back(read_formula(value, *names_, diagnostics_));
      read_.places.push_back(value);
    } else {
      add_span(value, use);
    }
  }

  void add_span(const YamlValue& value, const Use& use) {
    const std::optional<IntegerSpan> span = parse_integer_span(value.node->text);
    if (!span || span->last > kMaxExtent) return refuse(value, diagnostics_);
    const std::string wanted = fmt::format("\"{}\"", value.node->text);
    if (!has_room(value, span->size(), wanted)) return;
    for (std::int64_t i = 0; i < span->size(); ++i) {
      read_.extent.terms.push_back({{span->first + i * span->step, use}, -1});
    }
  }

  void add_map(const YamlValue& value) {
    MapReader map(value, diagnostics_);
    if (value.node->find("value") != nullptr) return add_weighted(map);
    if (value.node->find("histogram") != nullptr) return add_values(value, read_histogram(map));
    if (value.node->find("trace") != nullptr) return add_values(value, read_trace_column(map));
    for (const std::string& name : draws().names()) {
      if (value.node->find(name) != nullptr) return add_values(value, read_drawn_values(map, name));
    }
    diagnostics_.error(
        value.node->place, value.path,
        fmt::format("one of the keys value, histogram, trace, {} is missing", fmt::join(draws().names(), ", ")));
  }

  void add_weighted(MapReader& map) {
    const std::optional<YamlValue> value = map.required("value");
    const Use use = read_use(map);
    map.finish();
    if (!value) return;
    if (diagnostics_.recorder() != nullptr) record_term(value->path, true, *diagnostics_.recorder());
    if (value->node->is_map()) return refuse(*value, diagnostics_);
    add(*value, use);
  }

  void add_values(const YamlValue& value, const std::vector<WeightedValue>& values) {
    if (!has_room(value, std::ssize(values), "this")) return;
    for (const WeightedValue& each : values) read_.extent.terms.push_back({each, -1});
  }

  bool has_room(const YamlValue& value, std::int64_t more, std::string_view what) {
    if (more <= kMaxWorkloadItems - std::ssize(read_.extent.terms)) return true;
    diagnostics_.error(value.node->place, value.path,
                       fmt::format("{} makes it more than {} values; that is the limit", what, kMaxWorkloadItems));
    return false;
  }

  const std::vector<std::string>* names_;
  Diagnostics& diagnostics_;
  ReadExtent read_;
};

}  // namespace

ReadExtent read_extent(const YamlValue& value, const std::vector<std::string>& names, Diagnostics& diagnostics) {
  return ExtentReader(&names, diagnostics).read(value);
}

std::vector<WeightedValue> read_values(const YamlValue& value, Diagnostics& diagnostics) {
  std::vector<WeightedValue> values;
  for (const ExtentTerm& term : ExtentReader(nullptr, diagnostics).read(value).extent.terms) {
    values.push_back(term.number);
  }
  return values;
}

// Text in the characters of a formula that is no number.
ScalarForm formula_form() {
  return {.kind = ScalarForm::Kind::pattern,
          .pattern = "^-?[0-9]*[A-Za-z_(+*/ \\t-][A-Za-z0-9_(),+*/ \\t-]*$",
          .wanted = "a formula such as b*s"};
}

bool is_formula(const YamlValue& value) {
  if (!value.node->is_scalar() || value.node->text.empty()) return false;
  const std::string& text = value.node->text;
  return text.find_first_not_of("0123456789.:", text.front() == '-' ? 1 : 0) != std::string::npos;
}

Formula read_formula(const YamlValue& value, const std::vector<std::string>& names, Diagnostics& diagnostics) {
  ParsedFormula parsed = parse_formula(value.node->text, names);
  for (const FormulaFault& fault : parsed.faults) report_fault(value, fault, diagnostics);
  return std::move(parsed.formula);
}

void report_fault(const YamlValue& formula, const FormulaFault& fault, Diagnostics& diagnostics) {
  YamlPlace place = formula.node->place;
  if (!formula.node->quoted) place.column += static_cast<std::int32_t>(fault.offset);  // of quotes the text is not kept
  diagnostics.error(place, formula.path, fmt::format("{}: {}", described(*formula.node), fault.sentence));
}

double read_weight(const YamlValue& value, Diagnostics& diagnostics) {
  const double weight = read_number(value, diagnostics);
  if (weight >= 0.0 && weight <= kMaxWeight) return weight;
  diagnostics.error(value.node->place, value.path,
                    fmt::format("{} is not {}", described(*value.node), weight_range_text()));
  return 1.0;
}

Use read_use(MapReader& map) {
  Use use;
  use.count = map.integer_or("count", 1, {.least = 1, .most = kMaxExtent});
  if (const std::optional<YamlValue> weight = map.optional("weight")) {
    use.weight = read_weight(*weight, map.diagnostics());
  }
  return use;
}

}  // namespace mikpoly
