// What tuning on a device shows while it times candidates, and its journal afterwards.
#pragma once

#include <cstdint>
#include <string>

namespace mikpoly::cli {

/// The journal of a library that is being made at `path`.
std::string journal_of(const std::string& path);

/// On a terminal, a line that is written over: "timed 3 of 200 candidates".
/// Errors: Error with the stop signal's exit code, between two candidates; it names the journal.
void show_timed(std::int64_t done, std::int64_t all, const std::string& journal);

/// Unless another tuning has taken it up.
void remove_journal(const std::string& path);

}  // namespace mikpoly::cli
