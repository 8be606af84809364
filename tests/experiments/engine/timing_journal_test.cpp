#include "experiments/engine/timing_journal.hpp"

#include <fcntl.h>
#include <filesystem>
#include <sys/mman.h>
#include <unistd.h>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/config/text_file.hpp"
#include "experiments/engine/checked_line.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace mikpoly;

namespace {

class CountingTimer final : public KernelTimer {
 public:
  TimeCurve::Sample time(const MicroKernel&, std::int64_t) const override { return {}; }
  Picoseconds task_time(const MicroKernel&, const TaskExtent& task) const override {
    ++calls;
    return {100 * task.rows + task.depth};
  }
  TimeCurve::Conditions conditions() const override { return {}; }
  mutable int calls = 0;
};

const std::string kSample = lab::with_check("avx2-6x16 256 3 16 256 556", lab::kWordCheck);

MicroKernel kernel() {
  MicroKernel made;
  made.variant = "avx2-6x16";
  made.tile = {48, 64, 256};
  return made;
}

}  // namespace

TEST_CASE("what a journal holds is not timed again", "[tuning]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("x.journal");
  const CountingTimer timer;
  {
    const lab::JournaledTimer first(timer, path, "key 1");
    CHECK(first.task_time(kernel(), {3, 16, 256}) == Picoseconds{556});
    CHECK(first.task_time(kernel(), {3, 16, 256}) == Picoseconds{556});
    CHECK(first.task_time(kernel(), {4, 16, 256}) == Picoseconds{656});
    CHECK(timer.calls == 2);
  }
  {
    const lab::JournaledTimer again(timer, path, "key 1");
    CHECK(again.resumed() == 2);
    CHECK(again.task_time(kernel(), {4, 16, 256}) == Picoseconds{656});
    CHECK(timer.calls == 2);
  }
}

TEST_CASE("a file that is no journal of these conditions stays as it is", "[tuning]") {
  const TemporaryFolder folder;
  const CountingTimer timer;
  const std::string other = "mikpoly timing journal: key 1\n" + kSample + "\n";
  for (const std::string& text : {other, std::string("schema: mikpoly.org/library/v1\n"), std::string("\n")}) {
    const std::string path = folder.write("x.journal", text);
    CHECK_THROWS_AS(lab::JournaledTimer(timer, path, "key 2"), OutputError);
    CHECK(read_text_file(path, 1000) == text);
  }
  CHECK(lab::JournaledTimer(timer, folder.write("empty.journal", ""), "key 2").resumed() == 0);
  std::filesystem::create_directory(folder.file("folder"));
  CHECK_THROWS_AS(lab::JournaledTimer(timer, folder.file("folder"), "key 2"), OutputError);
}

TEST_CASE("a journal is written by one tuning at a time", "[tuning]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("x.journal");
  const CountingTimer timer;
  const lab::JournaledTimer first(timer, path, "key 1");
  CHECK_THROWS_WITH(lab::JournaledTimer(timer, path, "key 1"),
                    "journal \"" + path + "\" is in use by another tuning; wait for it or choose another output");
}

TEST_CASE("a journal that was cut off loses its last line only", "[tuning]") {
  const TemporaryFolder folder;
  const std::string whole = "mikpoly timing journal: key 1\n" + kSample + "\n";
  const std::string path = folder.write("x.journal", whole + "avx2-6x16 256 4 16 256 65");
  const CountingTimer timer;

  const lab::JournaledTimer resumed(timer, path, "key 1");

  CHECK(resumed.resumed() == 1);
  CHECK(resumed.damage().empty());
  CHECK(read_text_file(path, 1000) == whole);
  CHECK(resumed.task_time(kernel(), {4, 16, 256}) == Picoseconds{656});
  CHECK(timer.calls == 1);
  CHECK(lab::JournaledTimer(timer, folder.write("header.journal", "mikpoly tim"), "key 1").resumed() == 0);
  CHECK(read_text_file(folder.file("header.journal"), 1000) == "mikpoly timing journal: key 1\n");
}

// A file in memory that must not shrink, with the name of a journal.
TEST_CASE("a journal that cannot be cut off is an output error", "[tuning]") {
  const TemporaryFolder folder;
  const std::string text = "mikpoly timing journal: key 1\n" + kSample + "\navx2-6x16 256";
  const int sealed = ::memfd_create("journal", MFD_ALLOW_SEALING);
  REQUIRE(::write(sealed, text.data(), text.size()) == std::ssize(text));
  REQUIRE(::fcntl(sealed, F_ADD_SEALS, F_SEAL_SHRINK) == 0);
  const std::string path = folder.file("x.journal");
  std::filesystem::create_symlink(fmt::format("/proc/self/fd/{}", sealed), path);

  CHECK_THROWS_WITH(lab::JournaledTimer(CountingTimer(), path, "key 1"),
                    "\"" + path + "\" cannot be written: Operation not permitted");
  ::close(sealed);
}

TEST_CASE("a sample in which any bit changed is named and not used", "[tuning]") {
  const TemporaryFolder folder;
  const CountingTimer timer;
  for (std::size_t bit = 0; bit < 8 * kSample.size(); ++bit) {
    std::string damaged = kSample;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    if (damaged[bit / 8] == '\n') continue;  // two lines then
    const std::string path =
        folder.write("x.journal", "mikpoly timing journal: key 1\n" + kSample + "\n" + damaged + "\n");
    CAPTURE(bit);

    const lab::JournaledTimer resumed(timer, path, "key 1");

    REQUIRE(resumed.resumed() == 1);
    REQUIRE(resumed.damage() == path + ": damaged or cut short: line 3; what is there is not used");
  }
}

TEST_CASE("a journal that cannot be written is an output error", "[tuning]") {
  const TemporaryFolder folder;
  CHECK_THROWS_AS(lab::JournaledTimer(CountingTimer(), folder.file("none/x.journal"), "key"), OutputError);
}
