// The table of selectors. To add one: write its file, declare its factory here, add its line.
#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/planner/planned.hpp"
#include "core/planner/selector.hpp"

namespace mikpoly {

std::unique_ptr<Selector> make_oracle(const SelectorContext& context);
std::unique_ptr<Selector> make_default_tile(const SelectorContext& context);
std::unique_ptr<Selector> make_best_tile(const SelectorContext& context);
std::unique_ptr<Selector> make_first_ranked(const SelectorContext& context);
std::unique_ptr<Selector> make_vendor(const SelectorContext& context);
std::unique_ptr<Selector> make_split_k(const SelectorContext& context);
std::unique_ptr<Selector> make_stream_k(const SelectorContext& context);
std::unique_ptr<Selector> make_bucketed(const SelectorContext& context);
std::unique_ptr<Selector> make_ranges(const SelectorContext& context);
std::unique_ptr<Selector> make_symbolic(const SelectorContext& context);

namespace {

constexpr std::string_view kRanges = "ranges";
constexpr std::string_view kRangesOf = "ranges-";

// R of `ranges-R`; 0 for any other name.
std::int64_t most_m_in(std::string_view name) {
  if (!name.starts_with(kRangesOf) || name.size() == kRangesOf.size()) return 0;
  const std::string_view text = name.substr(kRangesOf.size());
  std::int64_t most = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), most);
  const bool whole = status == std::errc{} && end == text.data() + text.size() && text.front() != '0';
  return whole && most >= 1 && most <= kMaxExtent ? most : 0;
}

}  // namespace

const Registry<SelectorFactory>& selectors() {
  static const Registry<SelectorFactory> table{
      "selector",
      {
          {"mikpoly", [](const SelectorContext& context) { return make_planned("mikpoly", context); }},
          {"wave", [](const SelectorContext& context) { return make_planned("wave", context); }},
          {"pipe", [](const SelectorContext& context) { return make_planned("pipe", context); }},
          {"makespan", [](const SelectorContext& context) { return make_planned("makespan", context); }},
          {"oracle", &make_oracle},
          {"default-tile", &make_default_tile},
          {"best-tile", &make_best_tile},
          {"first-ranked", &make_first_ranked},
          {"makespan-bare", [](const SelectorContext& context) { return make_planned("makespan-bare", context); }},
          {"wave-by-pipe", [](const SelectorContext& context) { return make_planned("wave-by-pipe", context); }},
          {"pipe-throughput", [](const SelectorContext& context) { return make_planned("pipe-throughput", context); }},
      }};
  return table;
}

const Registry<SelectorFactory>& further_selectors() {
  static const Registry<SelectorFactory> table{"selector",
                                               {{std::string(kVendorSelector), &make_vendor},
                                                {"makespan-split-k", &make_split_k},
                                                {"stream_k", &make_stream_k},
                                                {"bucketed", &make_bucketed},
                                                {std::string(kRanges), &make_ranges},
                                                {"symbolic", &make_symbolic}}};
  return table;
}

bool in_oracle_space(std::string_view name) {
  return name != kVendorSelector && name != "makespan-split-k" && name != "stream_k";
}

bool has_one_kernel(std::string_view name) {
  static constexpr std::array<std::string_view, 7> kNames{"default-tile", "best-tile", "first-ranked", kVendorSelector,
                                                          "stream_k",     "bucketed",  "symbolic"};
  return is_ranges(name) || std::ranges::find(kNames, name) != kNames.end();
}

bool is_ranges(std::string_view name) {
  return name == kRanges || name.starts_with(kRangesOf);
}

std::vector<std::string> selector_names() {
  std::vector<std::string> names = selectors().names();
  for (std::string& further : further_selectors().names()) names.push_back(std::move(further));
  return names;
}

SelectorFactory find_selector(std::string_view name) {
  if (selectors().contains(name)) return selectors().find(name);
  if (further_selectors().contains(name)) return further_selectors().find(name);
  if (most_m_in(name) > 0) return &make_ranges;
  if (name.starts_with(kRangesOf)) {
    throw ConfigError(
        fmt::format("selector \"{}\": R = \"{}\" is not a number of rows in 1..{}; it is written as in ranges-128",
                    name, name.substr(kRangesOf.size()), kMaxExtent));
  }
  throw ConfigError(
      fmt::format("unknown selector \"{}\"{}", name, nearest_and_known(std::string(name), selector_names())));
}

std::unique_ptr<Selector> make_selector(std::string_view name, SelectorContext context) {
  const SelectorFactory make = find_selector(name);
  if (const std::int64_t most = most_m_in(name); most > 0) context.settings.range.most_m = most;
  return make(context);
}

Plan accepted_plan(Selection selection, std::string_view selector) {
  if (selection.unsupported.empty()) return std::move(selection.plan);
  throw ShapeError(fmt::format("selector {} declines GEMM shape \"{}\": {}", selector, to_text(selection.plan.shape),
                               selection.unsupported));
}

}  // namespace mikpoly
