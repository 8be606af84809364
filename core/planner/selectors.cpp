// The table of selectors. To add one: write its file, declare its factory here, add its line.
#include "core/planner/planned.hpp"
#include "core/planner/selector.hpp"

namespace mikpoly {

std::unique_ptr<Selector> make_oracle(const SelectorContext& context);
std::unique_ptr<Selector> make_default_tile(const SelectorContext& context);
std::unique_ptr<Selector> make_best_tile(const SelectorContext& context);
std::unique_ptr<Selector> make_first_ranked(const SelectorContext& context);
std::unique_ptr<Selector> make_vendor(const SelectorContext& context);
std::unique_ptr<Selector> make_split_k(const SelectorContext& context);

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
  static const Registry<SelectorFactory> table{
      "selector", {{std::string(kVendorSelector), &make_vendor}, {"makespan-split-k", &make_split_k}}};
  return table;
}

std::vector<std::string> selector_names() {
  std::vector<std::string> names = selectors().names();
  for (std::string& further : further_selectors().names()) names.push_back(std::move(further));
  return names;
}

SelectorFactory find_selector(std::string_view name) {
  if (selectors().contains(name)) return selectors().find(name);
  if (further_selectors().contains(name)) return further_selectors().find(name);
  throw ConfigError(
      fmt::format("unknown selector \"{}\"{}", name, nearest_and_known(std::string(name), selector_names())));
}

}  // namespace mikpoly
