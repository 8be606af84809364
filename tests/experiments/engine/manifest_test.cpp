#include "experiments/engine/manifest.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/hash.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace mikpoly::lab {
namespace {

Manifest some_manifest() {
  return {.run = {.experiment = "sweep",
                  .hash = "0123456789abcdef",
                  .seed = 7,
                  .points = 12,
                  .shard = "2/4",
                  .point_key = "0.1.0 6754a1528648fe6a"},
          .command = "mikpoly run sweep --out '\xFF'",  // no UTF-8
          .started = "2026-08-22T10:00:00Z",
          .inputs = {{"hardware toy", "a"}},
          .row_counts = {{"done", 96}, {"failed", 0}},
          .results_hash = content_hash("rows\n")};
}

}  // namespace

TEST_CASE("What run.json says is read back", "[manifest]") {
  const TemporaryFolder folder;
  static_cast<void>(folder.write("run.json", to_json(some_manifest())));

  const Manifest read = read_manifest(folder.path());

  CHECK(read.run.experiment == "sweep");
  CHECK(read.run.hash == "0123456789abcdef");
  CHECK(read.run.seed == 7);
  CHECK(read.run.points == 12);
  CHECK(read.run.shard == "2/4");
  CHECK(read.run.point_key == "0.1.0 6754a1528648fe6a");
  CHECK(read.inputs == some_manifest().inputs);
  CHECK(read.row_counts == some_manifest().row_counts);
  CHECK(read.results_hash == some_manifest().results_hash);
}

TEST_CASE("A run.json in which a bit of any byte changed, or that is cut, is refused", "[manifest]") {
  const TemporaryFolder folder;
  const std::string text = to_json(some_manifest());
  const std::string refusal =
      fmt::format("{}: damaged, or of another version; --resume writes it anew", (folder.path() / "run.json").string());

  for (std::size_t bit = 0; bit < 8 * (text.size() - 1); bit += 5) {  // the last byte is a line feed
    std::string damaged = text;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    static_cast<void>(folder.write("run.json", damaged));
    CAPTURE(bit, damaged);
    REQUIRE_THROWS_WITH(read_manifest(folder.path()), refusal);
  }
  for (std::size_t size = 0; size + 2 < text.size(); size += 7) {
    static_cast<void>(folder.write("run.json", text.substr(0, size)));
    REQUIRE_THROWS_WITH(read_manifest(folder.path()), refusal);
  }
  static_cast<void>(folder.write("run.json", "{\"schema\": 1}\n"));
  CHECK_THROWS_WITH(read_manifest(folder.path()), refusal);
}

TEST_CASE("Results are those of run.json, or are refused", "[manifest]") {
  const TemporaryFolder folder;
  static_cast<void>(folder.write("run.json", to_json(some_manifest())));
  const std::string file = (folder.path() / "results.csv").string();
  const auto check = [&] { check_results(folder.path(), "results.csv", "mikpoly run"); };

  CHECK_THROWS_WITH(check(),
                    fmt::format("run \"{}\" has not finished; mikpoly run --resume goes on", folder.path().string()));
  static_cast<void>(folder.write("results.csv", "rows\n"));
  CHECK_NOTHROW(check());
  static_cast<void>(folder.write("results.csv", "rows"));
  CHECK_THROWS_WITH(
      check(), fmt::format("{}: changed or damaged since the run wrote it; mikpoly run --resume writes it anew", file));
}

}  // namespace mikpoly::lab
