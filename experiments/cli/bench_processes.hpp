// The measuring processes of a bench: this one, or as many children as --repeat asks for.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace mikpoly::cli {

/// The rows of one process in a bench's folder.
std::filesystem::path rows_file(const std::filesystem::path& folder, std::int64_t process);

/// Runs this program again with `arguments`, once for each process, one after the other; each gets
/// `--process I --rows FILE` besides.
/// Returns: 0, or the exit code of the first that did not end well; then the others are not started.
int run_processes(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                  std::int64_t processes);

/// The text of a bench.csv without its header.
std::string rows_without_header(const std::filesystem::path& file);

/// Draws the figures of plots/bench.py into the folder; says so on stderr when it cannot.
void draw_bench_figures(const std::filesystem::path& folder);

}  // namespace mikpoly::cli
