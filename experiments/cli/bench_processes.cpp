#include "experiments/cli/bench_processes.hpp"

#include <fstream>
#include <sstream>
#include <unistd.h>

#include <fmt/format.h>

#include "core/config/config_folder.hpp"
#include "experiments/cli/child_process.hpp"
#include "experiments/cli/common_flags.hpp"
#include "experiments/cli/stop_signal.hpp"

namespace mikpoly::cli {

namespace fs = std::filesystem;

fs::path rows_file(const fs::path& folder, std::int64_t process) {
  return folder / "processes" / fmt::format("{}.csv", process);
}

int run_processes(const std::vector<std::string>& arguments, const fs::path& folder, std::int64_t processes) {
  const std::atomic<int>& stop = stop_signal();
  for (std::int64_t process = 1; process <= processes; ++process) {
    if (::isatty(STDERR_FILENO) != 0) notify(fmt::format("process {} of {}", process, processes));
    std::vector<std::string> words{own_path()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    words.insert(words.end(), {"--process", fmt::to_string(process), "--rows", rows_file(folder, process).string()});
    const int code = run_child(words);
    if (code != 0) return code;
    if (stop != 0) return exit_code_for(stop);
  }
  return 0;
}

std::string rows_without_header(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str().substr(text.str().find('\n') + 1);
}

// Figures are a service: without Python or matplotlib the bench is complete all the same.
void draw_bench_figures(const fs::path& folder) {
  constexpr int kNoPython = 77;
  const fs::path above = fs::path(config_folder()).parent_path();
  const std::string root = above.empty() ? "." : above.string();
  // $0 and $1: the program's files, and the folder.
  const std::string script = R"sh(
    python="$("$0/scripts/find_python.sh")" || exit 77
    exec "$python" -B "$0/plots/bench.py" "$1")sh";
  const int code = run_child({"sh", "-c", script, root, folder.string()});
  if (code == kNoPython) {
    notify("no figure: no Python with matplotlib, package python3-matplotlib");
  } else if (code != 0) {
    notify(fmt::format("no figure: plots/bench.py ended with {}", code));
  }
}

}  // namespace mikpoly::cli
