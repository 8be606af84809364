// A selector that no table lists: made by the program that starts a run, for that run.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "experiments/engine/workbench.hpp"

namespace mikpoly::lab {

struct OwnSelector {
  std::string name;      ///< of its rows
  std::string identity;  ///< what it is, with a hash of its source: rows of two identities are never in one run
  /// For one machine and pattern set. Its plans must be of these patterns.
  std::function<std::unique_ptr<Selector>(std::shared_ptr<const Workbench>, const std::vector<std::string>& patterns)>
      make;
};

/// Thrown by a selector that was interrupted: its point is done again when the run is resumed. No std::exception, so
/// that it is not taken for a selector that failed.
struct SelectionStopped {};

/// Errors: ConfigError unless the name is of lower-case letters, digits, "-" and "_", and none that find_selector()
/// knows, such as "oracle" or "ranges-5".
void check_own_name(const std::string& name);

/// Errors: ConfigError unless every name is known or of an own selector and stands once, and every own name is as
/// check_own_name() wants it, and among `names`.
void check_selectors(const std::vector<std::string>& names, const std::vector<OwnSelector>& own);

/// The own selector of that name, or nullptr.
const OwnSelector* find_own(const std::vector<OwnSelector>& own, const std::string& name);

}  // namespace mikpoly::lab
