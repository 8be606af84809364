// The line on the terminal that says how far a long verb is.
#pragma once

#include <string>

#include "experiments/engine/runner.hpp"

namespace mikpoly::cli {

/// `3.2 s`, `4 min 10 s`, `2 h 5 min`.
std::string duration_text(double seconds);

/// `820 KiB`, `1.3 GiB`.
std::string size_text(double bytes);

/// Notices to stderr; progress too, in one line that overwrites itself, where stderr is a terminal; stops on a signal.
/// `unit` is what is counted, such as "points".
lab::RunObserver terminal_observer(const std::string& unit);

}  // namespace mikpoly::cli
