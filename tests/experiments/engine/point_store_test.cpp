#include "experiments/engine/point_store.hpp"

#include <fmt/format.h>

#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace mikpoly::lab {
namespace {

std::string line_of(std::int64_t point, const std::string& key = "key") {
  return point_line({.point = point, .key = key, .counts = {.rows = 1}, .records = {"a,1\n"}});
}

}  // namespace

TEST_CASE("Lines that are damaged, cut short or of no point of the run are removed once", "[points]") {
  const TemporaryFolder folder;
  const std::string file = points_file(folder.path()).string();
  std::filesystem::create_directories(points_file(folder.path()).parent_path());
  const std::string sound = line_of(0) + line_of(1, "other") + line_of(2);
  static_cast<void>(
      folder.write("points/points.jsonl", line_of(3) + line_of(-1) + "no point\n" + sound + "{\"point\""));

  const PointStore store(folder.path(), 3, "key");

  REQUIRE(store.notices().size() == 2);
  CHECK(store.notices()[0] == file + ": damaged or cut short: lines 1, 2, 3, 7; what they held is done again");
  CHECK(read_all(file) == sound);
  CHECK(store.index().damaged_lines().empty());
  CHECK((store.index().has(0) && !store.index().has(1) && store.index().has(2)));
  CHECK(PointStore(folder.path(), 3, "key").notices() == std::vector<std::string>{store.notices()[1]});
}

}  // namespace mikpoly::lab
