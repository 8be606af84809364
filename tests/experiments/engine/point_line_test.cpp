#include "experiments/engine/point_line.hpp"

#include "tests/support/catch.hpp"

namespace mikpoly::lab {
namespace {

const FinishedPoint kPoint{.point = 12,
                           .key = "0.1.0 6754a1528648fe6a",
                           .counts = {.rows = 2, .failed = 1, .skipped = 3, .wrong = 4},
                           .records = {"a,\"b, c\",1\n", "d,\"two\nlines\",2\n"}};

}  // namespace

TEST_CASE("A line of a point is one line, and is read back", "[points]") {
  const std::string line = point_line(kPoint);

  CHECK(line.find('\n') == line.size() - 1);
  const std::optional<FinishedPoint> read = parse_point_line(line.substr(0, line.size() - 1));
  REQUIRE(read.has_value());
  CHECK(read->point == 12);
  CHECK(read->key == kPoint.key);
  CHECK(read->counts == kPoint.counts);
  CHECK(read->records == kPoint.records);
}

TEST_CASE("A line of a point is a JSON object that ends with its check", "[points]") {
  const std::string line = point_line({.point = 0, .key = "k", .counts = {.rows = 1}, .records = {"a,1\n"}});

  CHECK(line.starts_with(R"({"point":0,"key":"k","failed":0,"skipped":0,"wrong":0,"rows":["a,1\n"],"check":")"));
  CHECK(line.ends_with("\"}\n"));
}

TEST_CASE("A line in which any bit changed, or that is cut anywhere, is no point", "[points]") {
  std::string line = point_line(kPoint);
  line.pop_back();

  for (std::size_t bit = 0; bit < 8 * line.size(); ++bit) {
    std::string damaged = line;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    CAPTURE(bit);
    REQUIRE(!parse_point_line(damaged));
  }
  for (std::size_t size = 0; size < line.size(); ++size) REQUIRE(!parse_point_line(line.substr(0, size)));
  REQUIRE(!parse_point_line(line + " "));
}

}  // namespace mikpoly::lab
