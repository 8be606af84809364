// Tuning of this machine's cores that is killed goes on from its journal.
#include <algorithm>
#include <csignal>
#include <fstream>

#include "tests/end_to_end/program.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace mikpoly::test {
namespace {

using namespace std::chrono_literals;

std::int64_t line_count(const std::string& text) {
  return std::count(text.begin(), text.end(), '\n');
}

}  // namespace

TEST_CASE("A journal of a killed tuning is taken over, and grows", "[crash]") {
  const TemporaryFolder folder;
  const std::string library = folder.path() / "mine.yaml";
  const std::string journal = library + ".journal";
  const std::vector<std::string> tune{"tune", "--backend", "cpu", "--quick", "--trans", "NN", "-o", library};
  std::string kept;

  for (int kills = 0; kills < 4; ++kills) {
    const Interruption kill{.signal = SIGKILL, .file = journal, .delay = 600ms + kills * 37ms};
    CHECK(run_program(tune, {.interruption = kill}).exit_code == -1);
    const std::string now = read_all(journal);
    CHECK(now.starts_with(kept));
    kept = now.substr(0, now.rfind('\n') + 1);
    CHECK(!std::filesystem::exists(library));
  }
  REQUIRE(line_count(kept) > 1);  // the header, and times

  std::ofstream(journal, std::ios::binary | std::ios::app) << "cut sho";
  std::string damaged = read_all(journal);
  damaged[kept.find('\n') + 3] ^= 1;  // in the first sample
  std::ofstream(journal, std::ios::binary) << damaged;
  const ProgramResult resumed =
      run_program(tune, {.interruption = {.signal = SIGTERM, .file = journal, .delay = 1000ms}});

  CHECK(resumed.exit_code == 75);
  CHECK_THAT(resumed.err, Contains(journal + ": damaged or cut short: line 2; what is there is not used\n") &&
                              Contains("stopped after "));
  CHECK(read_all(journal).starts_with(damaged.substr(0, kept.size())));
}

}  // namespace mikpoly::test
