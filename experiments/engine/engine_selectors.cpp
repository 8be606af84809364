#include "experiments/engine/engine_selectors.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "experiments/backend_names.hpp"

namespace mikpoly::lab {

SelectorFactory find_engine_selector(std::string_view name) {
  const bool is_further = further_selectors().contains(name) || is_ranges(name);
  if (!is_further) return selectors().find(name);
  static_cast<void>(find_selector(name));  // ranges-0
  throw ConfigError(fmt::format(
      "selector \"{}\" is for simulated machines, for {}; with backend {}: {}", name,
      in_oracle_space(name) ? "it is tuned by their times" : "its plans are not of whole tasks of the library",
      kMeasuredBackend, fmt::join(selectors().names(), ", ")));
}

}  // namespace mikpoly::lab
