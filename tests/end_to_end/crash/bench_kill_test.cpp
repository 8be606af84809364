// A bench that is killed goes on with the shapes that are missing; what it measured stays as it was.
#include <csignal>
#include <fstream>
#include <set>

#include <fmt/format.h>

#include "core/config/csv_reader.hpp"
#include "tests/end_to_end/program.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace mikpoly::test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr int kShapes = 24;

/// A bench of some seconds.
struct SlowBench {
  SlowBench() {
    std::string text = "m,n,k\n";
    for (int i = 1; i <= kShapes; ++i) text += fmt::format("{},{},{}\n", 8 + i, 9, 10);
    workload = folder.write("slow.csv", text);
  }

  [[nodiscard]] std::vector<std::string> command(const std::vector<std::string>& more) const {
    std::vector<std::string> words{"bench",
                                   workload,
                                   "--backend",
                                   "reference",
                                   "--set",
                                   "round=2 ms",
                                   "--rounds",
                                   "4",
                                   "--no-figure",
                                   "--format",
                                   "csv",
                                   "--out",
                                   (folder.path() / "out").string()};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  [[nodiscard]] fs::path run_folder() const {
    return fs::directory_iterator(folder.path() / "out" / "bench-slow")->path();
  }
  [[nodiscard]] fs::path rows() const { return run_folder() / "processes" / "1.csv"; }

  TemporaryFolder folder;
  std::string workload;
};

std::set<std::string> lines_of(const std::string& text, bool whole_only) {
  std::set<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    if (end == std::string::npos && whole_only) break;
    lines.insert(text.substr(begin, end - begin));
    begin = end == std::string::npos ? text.size() : end + 1;
  }
  return lines;
}

}  // namespace

TEST_CASE("A bench killed again and again keeps every row that was whole", "[crash]") {
  const SlowBench bench;
  std::set<std::string> kept;

  for (int kills = 0; kills < 8; ++kills) {
    static_cast<void>(
        run_program(bench.command({"--resume"}), {.interruption = {.signal = SIGKILL, .file = {}, .delay = 150ms}}));
    if (!fs::exists(bench.folder.path() / "out" / "bench-slow") ||
        fs::is_empty(bench.folder.path() / "out" / "bench-slow"))
      continue;
    const std::set<std::string> now = lines_of(read_all(bench.rows()), true);
    CHECK(std::includes(now.begin(), now.end(), kept.begin(), kept.end()));
    kept = now;
  }
  const ProgramResult finished = run_program(bench.command({"--resume"}));

  CAPTURE(finished.err);
  REQUIRE(finished.exit_code == 0);
  CHECK(parse_csv(finished.out, "rows").rows.size() == kShapes);
  const std::set<std::string> all = lines_of(read_all(bench.rows()), true);
  CHECK(std::includes(all.begin(), all.end(), kept.begin(), kept.end()));
}

TEST_CASE("A digit that changed in a row of a bench is noticed, and its shape measured again", "[crash]") {
  const SlowBench bench;
  REQUIRE(run_program(bench.command({})).exit_code == 0);
  const std::string sound = read_all(bench.rows());
  std::string text = sound;
  const std::size_t digit = text.find_first_of("123456789", text.find("wall_clock") - 6);
  text[digit] = text[digit] == '1' ? '2' : '1';
  std::ofstream(bench.rows(), std::ios::binary) << text;

  const ProgramResult resumed = run_program(bench.command({"--resume"}));

  CHECK(resumed.exit_code == 0);
  CHECK(resumed.err ==
        fmt::format("{}: damaged or cut short: line 2; their shapes are measured again\n", bench.rows().string()));
  const std::set<std::string> before = lines_of(sound, true);
  const std::set<std::string> after = lines_of(read_all(bench.rows()), true);
  std::set<std::string> same;
  std::set_intersection(before.begin(), before.end(), after.begin(), after.end(), std::inserter(same, same.end()));
  CHECK(same.size() == before.size() - 1);
  CHECK(after.size() == before.size());
}

TEST_CASE("A changed bench.csv is not scored", "[crash]") {
  const SlowBench bench;
  REQUIRE(run_program(bench.command({})).exit_code == 0);
  const fs::path file = bench.run_folder() / "bench.csv";
  std::string text = read_all(file);
  text[text.size() / 2] = static_cast<char>(text[text.size() / 2] ^ 1);
  std::ofstream(file, std::ios::binary) << text;

  const ProgramResult scored = run_program({"bench", "--summary", bench.run_folder().string()});

  CHECK(scored.exit_code == 2);
  CHECK(scored.err ==
        fmt::format("{}: changed or damaged since the run wrote it; mikpoly bench --resume writes it anew\n",
                    file.string()));
}

}  // namespace mikpoly::test
