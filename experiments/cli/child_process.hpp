// Another program, or this one again, as a child that shares our terminal.
#pragma once

#include <string>
#include <vector>

namespace mikpoly::cli {

/// Runs `words` and waits; its standard output goes to our standard error. A stop signal that we get is passed on.
/// Returns: its exit code; 128 + the number of a signal that ended it.
/// Errors: Error (exit code 1) when there is no process to be had.
int run_child(const std::vector<std::string>& words);

/// The path of the running program.
std::string own_path();

}  // namespace mikpoly::cli
