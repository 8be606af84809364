// A disk that fills up, and places where nothing can be written: one sentence, and what was finished stays.
#include <algorithm>
#include <fcntl.h>
#include <fstream>
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <fmt/format.h>

#include "tests/end_to_end/program.hpp"
#include "tests/end_to_end/sweep.hpp"

namespace mikpoly::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMakeRoom = "; make room and call again, a run with --resume\n";

bool is_one_sentence(const std::string& err) {
  return std::count(err.begin(), err.end(), '\n') == 1;
}

// A small file system in `folder`, seen by this process and its children alone. Returns: why there is none, or nothing.
std::string mount_small(const fs::path& folder) {
  fs::create_directories(folder);
  if (::unshare(CLONE_NEWNS) != 0) return "no mount namespace of our own";
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return "mounts cannot be kept private";
  return ::mount("tmpfs", folder.c_str(), "tmpfs", 0, "size=64k") == 0 ? "" : "no tmpfs can be mounted";
}

}  // namespace

TEST_CASE("A file at its limit stops the run, and with more room it goes on to the same bytes", "[crash]") {
  const Sweep sweep;
  REQUIRE(run_program(sweep.command("whole")).exit_code == 0);

  // 12 points of 8 rows of some 400 bytes each: the limit lies among them.
  const ProgramResult full = run_program(sweep.command("out"), {.interruption = {}, .largest_file = 20'000});

  CHECK(full.exit_code == 75);
  const fs::path points = sweep.run_folder("out") / "points" / "points.jsonl";
  CHECK(full.err == fmt::format("\"{}\" cannot be written: File too large{}", points.string(), kMakeRoom));
  const std::string kept = read_all(points);
  CHECK(!kept.empty());
  CHECK(kept.back() == '\n');
  const ProgramResult resumed = run_program(sweep.command("out", {"--resume"}));
  CHECK(resumed.exit_code == 0);
  CHECK(resumed.err.empty());
  CHECK(read_all(points).starts_with(kept));
  CHECK(sweep.csv("out") == sweep.csv("whole"));
}

TEST_CASE("A full disk stops the run at any size of the disk, and with more room it goes on", "[crash]") {
  const Sweep sweep;
  REQUIRE(run_program(sweep.command("whole")).exit_code == 0);
  const std::string none = mount_small(sweep.path("small"));
  if (!none.empty()) {
    WARN("skipped: " + none);
    return;
  }
  const fs::path filler = sweep.path("small/filler");

  for (const int taken : {0, 16, 40, 56, 64}) {  // KiB
    std::ofstream(filler, std::ios::binary) << std::string(static_cast<std::size_t>(taken) << 10, 'x');
    fs::remove_all(sweep.path("small/sweep"));

    const ProgramResult full = run_program(sweep.command("small"));
    CAPTURE(taken, full.err);
    CHECK(full.exit_code == 75);
    CHECK_THAT(full.err, Contains("cannot be written: No space left on device") && Contains(kMakeRoom));
    CHECK(is_one_sentence(full.err));

    fs::remove(filler);
    REQUIRE(::mount(nullptr, sweep.path("small").c_str(), nullptr, MS_REMOUNT, "size=1m") == 0);
    const ProgramResult resumed = run_program(sweep.command("small", {"--resume"}));
    CHECK(resumed.exit_code == 0);
    CHECK(resumed.err.empty());
    CHECK(sweep.csv("small") == sweep.csv("whole"));
    fs::remove_all(sweep.path("small/sweep"));
    REQUIRE(::mount(nullptr, sweep.path("small").c_str(), nullptr, MS_REMOUNT, "size=64k") == 0);
  }

  REQUIRE(::mount(nullptr, sweep.path("small").c_str(), nullptr, MS_REMOUNT | MS_RDONLY, nullptr) == 0);
  const ProgramResult read_only = run_program(sweep.command("small"));
  CHECK(read_only.exit_code == 2);
  CHECK(read_only.err == fmt::format("\"{}\" cannot be written: Read-only file system\n",
                                     sweep.run_folder("whole").string().replace(sweep.path("").size(), 5, "small")));
  ::umount2(sweep.path("small").c_str(), MNT_DETACH);
}

TEST_CASE("What a verb writes with -o is not there when the disk is full, and calling again may help", "[crash]") {
  const Sweep sweep;
  REQUIRE(run_program(sweep.command("whole")).exit_code == 0);
  const TemporaryFolder folder;
  const std::string file = folder.path() / "written";
  const std::vector<std::string> verbs[] = {
      {"report", sweep.run_folder("whole")},
      {"tune", "--hardware", "toy", "--n-mik", "8"},
      {"trace", "96x96x256", "--hardware", "toy"},
      {"hw", "new", "mine"},
      {"export", "kernels", "--hardware", "toy"},
      {"export", "plans", "case-study", "--hardware", "toy", "--limit", "1", "--patterns", "I"}};
  for (std::vector<std::string> call : verbs) {
    INFO(call.front());
    call.insert(call.end(), {"-o", file});

    const ProgramResult full = run_program(call, {.interruption = {}, .largest_file = 100});

    CHECK(full.exit_code == 75);
    CHECK(full.err == fmt::format("cannot write \"{}\": File too large; make room and call again\n", file));
    CHECK(full.out.empty());
    CHECK(fs::is_empty(folder.path()));
  }
}

TEST_CASE("What a trace would replace is there as it was when the disk is full", "[crash]") {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "trace.json";
  std::ofstream(file) << "mine";

  const ProgramResult full =
      run_program({"trace", "96x96x256", "--hardware", "toy", "-o", file}, {.interruption = {}, .largest_file = 100});

  CHECK(full.exit_code == 75);
  CHECK(read_all(file) == "mine");
  CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 1);
}

TEST_CASE("Folders that are missing are made; a file in their place is named", "[crash]") {
  const Sweep sweep;
  CHECK(run_program(sweep.command("not/yet/there")).exit_code == 0);

  std::ofstream(sweep.path("file")) << "mine";
  const ProgramResult refused = run_program(sweep.command("file"));

  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.err, Contains(sweep.path("file") + "/sweep/") && Contains("cannot be written: Not a directory\n"));
  CHECK(is_one_sentence(refused.err));
  CHECK(read_all(sweep.path("file")) == "mine");
}

}  // namespace mikpoly::test
