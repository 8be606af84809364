#include "experiments/engine/own_selector.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace mikpoly::lab {
namespace {

bool is_plain(const std::string& name) {
  constexpr std::size_t kLongest = 64;
  return !name.empty() && name.size() <= kLongest &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-_") == std::string::npos;
}

// The tables do not list every name: ranges-5 is ranges with a setting.
bool is_known(const std::string& name) {
  try {
    return find_selector(name) != nullptr;
  } catch (const ConfigError&) {
    return false;
  }
}

}  // namespace

void check_own_name(const std::string& name) {
  if (!is_plain(name)) {
    throw ConfigError(
        fmt::format("selector name \"{}\" is not 1 to 64 lower-case letters, digits, \"-\" and \"_\"", name));
  }
  if (is_known(name)) {
    throw ConfigError(fmt::format("selector \"{}\" is one of this program's; give your own another name", name));
  }
}

void check_selectors(const std::vector<std::string>& names, const std::vector<OwnSelector>& own) {
  if (names.empty()) throw ConfigError("the list of selectors is empty; an experiment needs at least one");
  for (const OwnSelector& selector : own) {
    check_own_name(selector.name);
    ensure(std::ranges::find(names, selector.name) != names.end(), "an own selector is among those of the run");
  }
  for (const std::string& name : names) {
    if (std::ranges::count(names, name) > 1) {
      throw ConfigError(fmt::format("selector \"{}\" stands twice; each is run once", name));
    }
    if (find_own(own, name) == nullptr) static_cast<void>(find_selector(name));
  }
}

const OwnSelector* find_own(const std::vector<OwnSelector>& own, const std::string& name) {
  const auto found = std::ranges::find(own, name, &OwnSelector::name);
  return found == own.end() ? nullptr : &*found;
}

}  // namespace mikpoly::lab
