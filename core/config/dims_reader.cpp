#include "core/config/dims_reader.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/config/extent_reader.hpp"
#include "core/workload/workload_items.hpp"

namespace mikpoly {
namespace {

bool is_name(std::string_view text) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  return !text.empty() && is_letter(text.front()) &&
         std::ranges::all_of(text, [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
}

std::vector<YamlValue> entries_of(const YamlValue& map) {
  std::vector<YamlValue> entries;
  for (const YamlEntry& entry : map.node->entries) entries.push_back({&entry.value, join_path(map.path, entry.key)});
  return entries;
}

NamedDim read_dim(const YamlEntry& entry, const YamlValue& value, const std::vector<std::string>& names,
                  Diagnostics& diagnostics) {
  NamedDim dim{.name = entry.key, .values = {}, .formula = {}};
  if (!is_name(entry.key)) {
    diagnostics.error(
        entry.place, value.path,
        fmt::format("\"{}\" is not a name of letters, digits and \"_\" that begins with a letter or \"_\"", entry.key));
  }
  if (is_formula(value)) {
    dim.formula = read_formula(value, names, diagnostics);
  } else {
    told_at(value, diagnostics, [&] { dim.values = merged(read_values(value, diagnostics)); });
  }
  return dim;
}

// Tells who listens that the keys are names, and that a name may stand for a formula.
void record(const YamlValue& value, Diagnostics& diagnostics) {
  FormatRecorder* const recorder = diagnostics.recorder();
  if (recorder == nullptr) return;
  recorder->any_key(recorder->open(value.path),
                    {.kind = ScalarForm::Kind::pattern, .pattern = "^[A-Za-z_][A-Za-z0-9_]*$", .wanted = "a name"});
  for (const YamlValue& entry : entries_of(value)) recorder->scalar(entry.path, formula_form());
}

void report(const std::vector<DimFault>& faults, const std::vector<YamlValue>& entries, Diagnostics& diagnostics) {
  for (const DimFault& fault : faults) {
    report_fault(entries[static_cast<std::size_t>(fault.dim)], fault.fault, diagnostics);
  }
}

}  // namespace

Combinations read_dims(const YamlValue& value, Diagnostics& diagnostics) {
  Combinations none{.names = value.node->keys(), .values = {}, .uses = {}};
  if (!value.node->is_map()) {
    diagnostics.error(value.node->place, value.path,
                      fmt::format("{} is not a map of names, such as {{b: [1, 8], s: 128}}", described(*value.node)));
    return none;
  }
  record(value, diagnostics);
  Diagnostics own(diagnostics.recorder());
  const std::vector<YamlValue> entries = entries_of(value);
  std::vector<NamedDim> dims;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    dims.push_back(read_dim(value.node->entries[i], entries[i], none.names, own));
  }
  const DimOrder sorted = order_of(dims);
  report(sorted.cycles, entries, own);
  if (combination_count(dims) > static_cast<double>(kMaxWorkloadItems)) {
    own.error(value.node->place, value.path,
              fmt::format("more than {} combinations of values; that is the limit", kMaxWorkloadItems));
  }
  Combinations all = none;
  if (!own.has_errors()) {
    std::vector<DimFault> faults;
    told_at(value, own, [&] { all = combine(dims, sorted.order, faults); });
    report(faults, entries, own);
  }
  if (own.has_errors()) all = none;
  diagnostics.take(own);
  return all;
}

}  // namespace mikpoly
