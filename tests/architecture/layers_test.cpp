// The direction of dependencies: core <- sim <- backends <- experiments <- python, and the order of the folders inside
// core and inside experiments.
#include <algorithm>
#include <array>
#include <optional>
#include <regex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tests/architecture/source_tree.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::architecture {

namespace {

// A file may include its own folder and what stands before it.
constexpr std::array<std::string_view, 5> kLayers = {"core", "sim", "backends", "experiments", "python"};
constexpr std::array<std::string_view, 12> kCoreFolders = {"base",   "problem", "workload", "hardware",
                                                           "kernel", "plan",    "pattern",  "allocation",
                                                           "cost",   "planner", "tuning",   "config"};
// Those of experiments that have an order; accuracy and engine include each other.
constexpr std::array<std::string_view, 5> kExperimentFolders = {"table", "engine", "measure", "laboratories", "report"};

constexpr std::string_view kCommandLine = "experiments/cli/";

/// The folder of `path` at a depth: of "core/plan/plan.hpp" core at 0, plan at 1.
std::string_view folder_at(std::string_view path, int depth) {
  for (int level = 0; level < depth; ++level) path.remove_prefix(std::min(path.size(), path.find('/') + 1));
  const std::size_t end = path.find('/');
  return end == std::string_view::npos ? std::string_view{} : path.substr(0, end);
}

std::optional<std::ptrdiff_t> rank_of(std::string_view folder, std::span<const std::string_view> order) {
  const auto found = std::ranges::find(order, folder);
  if (found == order.end()) return std::nullopt;
  return found - order.begin();
}

/// What is wrong when `file` includes `included`; empty when nothing is.
std::string fault_of_include(std::string_view file, std::string_view included) {
  const auto from = rank_of(folder_at(file, 0), kLayers);
  const auto to = rank_of(folder_at(included, 0), kLayers);
  if (!from) return "stands in no known layer";
  if (!to) return "includes what is not written from the root of a layer";
  if (*to > *from) return "includes a layer above its own";
  if (included.starts_with(kCommandLine) && !file.starts_with(kCommandLine)) return "includes the command line";
  if (folder_at(file, 0) == "experiments" && folder_at(included, 0) == "experiments") {
    const auto lower = rank_of(folder_at(file, 1), kExperimentFolders);
    const auto upper = rank_of(folder_at(included, 1), kExperimentFolders);
    return lower && upper && *upper > *lower ? "includes a folder of experiments above its own" : "";
  }
  if (*from != 0) return "";

  const auto from_core = rank_of(folder_at(file, 1), kCoreFolders);
  const auto to_core = rank_of(folder_at(included, 1), kCoreFolders);
  if (!from_core) return "stands in no known folder of core";
  if (!to_core) return "includes no known folder of core";
  return *to_core > *from_core ? "includes a folder of core above its own" : "";
}

std::optional<std::string> match(const std::string& line, const std::regex& pattern) {
  std::smatch found;
  if (!std::regex_search(line, found, pattern)) return std::nullopt;
  return found[1].str();
}

/// "file:line: text" of every line of code, outside of the files allowed, that the pattern matches.
template <typename Allowed>
std::vector<std::string> lines_matching(const std::regex& pattern, const Allowed& allowed) {
  std::vector<std::string> found;
  for (const SourceFile& source : read_program_sources()) {
    if (allowed(source.path)) continue;
    for (std::size_t i = 0; i < source.lines.size(); ++i) {
      const std::string code(without_comment(source.lines[i]));
      if (std::regex_search(code, pattern)) {
        found.push_back(source.path + ":" + std::to_string(i + 1) + ": " + source.lines[i]);
      }
    }
  }
  return found;
}

}  // namespace

TEST_CASE("Every include points down the layers", "[architecture]") {
  const std::regex include(R"re(^\s*#\s*include\s+"([^"]+)")re");
  std::vector<std::string> faults;
  int includes = 0;
  for (const SourceFile& source : read_program_sources()) {
    for (const std::string& line : source.lines) {
      const std::optional<std::string> included = match(line, include);
      if (!included) continue;
      ++includes;
      const std::string fault = fault_of_include(source.path, *included);
      if (!fault.empty()) faults.push_back(source.path + " " + fault + ": \"" + *included + "\"");
    }
  }

  REQUIRE(includes > 0);
  CHECK(faults == std::vector<std::string>{});
}

TEST_CASE("The layer rule knows what is forbidden", "[architecture]") {
  CHECK(fault_of_include("sim/machine.cpp", "core/plan/plan.hpp").empty());
  CHECK(fault_of_include("core/plan/plan.cpp", "core/plan/plan.hpp").empty());
  CHECK(fault_of_include("core/cost/makespan.cpp", "core/allocation/max_min.hpp").empty());
  CHECK(fault_of_include("experiments/cli/main.cpp", "backends/backend.hpp").empty());
  CHECK(fault_of_include("python/src/planner.cpp", "experiments/engine/workbench.hpp").empty());

  CHECK(fault_of_include("experiments/cli/hw.cpp", "experiments/cli/verbs.hpp").empty());
  CHECK(fault_of_include("experiments/engine/study.cpp", "python/src/plans.hpp") == "includes a layer above its own");
  CHECK(fault_of_include("experiments/engine/study.cpp", "experiments/table/timing_table.hpp").empty());
  CHECK(fault_of_include("experiments/table/timing_table.cpp", "experiments/engine/regret.hpp") ==
        "includes a folder of experiments above its own");
  CHECK(fault_of_include("experiments/report/roofs.cpp", "experiments/engine/experiment.hpp").empty());
  CHECK(fault_of_include("experiments/engine/run_table.cpp", "experiments/report/report.hpp") ==
        "includes a folder of experiments above its own");
  CHECK(fault_of_include("experiments/laboratories/laboratories.cpp", "experiments/report/report.hpp") ==
        "includes a folder of experiments above its own");
  CHECK(fault_of_include("core/plan/plan.cpp", "sim/simulator.hpp") == "includes a layer above its own");
  CHECK(fault_of_include("sim/machine.cpp", "backends/backend.hpp") == "includes a layer above its own");
  CHECK(fault_of_include("core/kernel/tuner.cpp", "core/plan/plan.hpp") == "includes a folder of core above its own");
  CHECK(fault_of_include("core/cost/wave.cpp", "core/planner/planner.hpp") ==
        "includes a folder of core above its own");
  CHECK(fault_of_include("sim/machine.cpp", "machine.hpp") == "includes what is not written from the root of a layer");
  CHECK(fault_of_include("sim/machine.cpp", "tests/support/catch.hpp") ==
        "includes what is not written from the root of a layer");
  CHECK(fault_of_include("python/src/planner.cpp", "experiments/cli/verbs.hpp") == "includes the command line");
  CHECK(fault_of_include("experiments/engine/study.cpp", "experiments/cli/verbs.hpp") == "includes the command line");
  CHECK(fault_of_include("core/misc/x.cpp", "core/base/error.hpp") == "stands in no known folder of core");
}

TEST_CASE("Only the YAML reader includes yaml-cpp", "[architecture]") {
  const auto reader = [](std::string_view path) { return path == "core/config/yaml_reader.cpp"; };

  CHECK(lines_matching(std::regex(R"(#\s*include\s*[<"]yaml-cpp)"), reader) == std::vector<std::string>{});
}

TEST_CASE("Only the CUDA backend includes CUDA", "[architecture]") {
  const auto cuda = [](std::string_view path) { return path.starts_with("backends/cuda/"); };

  CHECK(lines_matching(std::regex(R"(#\s*include\s*[<"]cu(da|blas|tensor))"), cuda) == std::vector<std::string>{});
}

TEST_CASE("Only the command line and the studies' programs print and exit", "[architecture]") {
  const auto command_line = [](std::string_view path) {
    return path.starts_with(kCommandLine) || path.starts_with("experiments/studies/");
  };
  const std::regex prints(R"(std::(cout|cerr|clog)\b|\bfmt::print\s*\(|\bf?printf\s*\(|\bf?puts\s*\()");
  const std::regex exits(R"(\b(exit|_Exit|quick_exit|abort|terminate)\s*\()");

  CHECK(lines_matching(prints, command_line) == std::vector<std::string>{});
  CHECK(lines_matching(exits, command_line) == std::vector<std::string>{});
}

}  // namespace mikpoly::architecture
