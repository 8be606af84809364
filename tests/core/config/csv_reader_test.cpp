#include "core/config/csv_reader.hpp"

#include <fmt/format.h>

#include "tests/core/config/message_of.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace mikpoly {
namespace {

using Fields = std::vector<std::string>;

std::string refusal(std::string_view text) {
  return message_of([text] { parse_csv(text, "x.csv"); });
}

TEST_CASE("files in the wild read like the clean one", "[csv]") {
  for (const char* const text :
       {"m,n,k\n1,2,3\n", "m,n,k\n1,2,3", "m,n,k\r\n1,2,3\r\n", "\xEF\xBB\xBFm,n,k\n1,2,3\n", "m,n,k,\n1,2,3,\n",
        "m,n,k\n1,2,3,\n", "m,n,k,\n1,2,3\n", "m,n,k\n1,2,3\n\n\n", " m , n,k \n 1\t, 2 ,3 \n",
        "# made by hand\nm,n,k\n# a row\n1,2,3\n", "\"m\",\"n\",\"k\"\n\"1\",\"2\",\"3\"\n", "m,n,k\n \"1\" ,2,3\n"}) {
    INFO(text);
    const CsvTable table = parse_csv(text, "x.csv");

    CHECK(table.columns == Fields{"m", "n", "k"});
    REQUIRE(table.rows.size() == 1);
    CHECK(table.rows[0].fields == Fields{"1", "2", "3"});
  }
}

TEST_CASE("quotes hold commas, line ends and doubled quotes", "[csv]") {
  const CsvTable table = parse_csv("a,b\n\"x,\"\"y\"\"\",\"1\n2\"\n3,# not a comment\n", "x.csv");

  CHECK(table.rows[0].fields == Fields{"x,\"y\"", "1\n2"});
  CHECK(table.rows[1].fields == Fields{"3", "# not a comment"});
  CHECK(table.rows[1].line == 4);
}

TEST_CASE("comment lines are kept", "[csv]") {
  CHECK(parse_csv("# source: here\n  #second\nm\n1\n", "x.csv").comments == Fields{"source: here", "second"});
}

TEST_CASE("broken tables name the line", "[csv]") {
  CHECK(refusal("") == "x.csv: no header line with the names of the columns");
  CHECK(refusal("# only\n\n") == "x.csv: no header line with the names of the columns");
  CHECK(refusal("m,n,k\n1,2\n") == "x.csv:2: 2 fields where the header has 3: m, n, k");
  CHECK(refusal("m,n,k\n1,2,3,4\n") == "x.csv:2: 4 fields where the header has 3: m, n, k");
  CHECK(refusal("m,n\n1,\"2\n3\n") == "x.csv:2: a quote is opened and never closed");
  CHECK(refusal("m,n\n1,\"2\"3\n") == "x.csv:2: text follows a closing quote; a quote inside a field is written twice");
  CHECK(refusal("m,n\n1\n1,2\n1,2,3\n1,\"2\n") ==
        "x.csv:2: 1 fields where the header has 2: m, n\n"
        "x.csv:4: 3 fields where the header has 2: m, n\n"
        "x.csv:5: a quote is opened and never closed");
  CHECK(refusal("m,,k\n") == "x.csv:1: a column has no name");
  CHECK(refusal("m,M\n") == "x.csv:1: the column \"M\" stands twice");
}

TEST_CASE("numbers are whole, 64 bit and in range", "[csv]") {
  const CsvTable table = parse_csv("m,w\n1099511627776,0.5\n1.5,nan\n,x\n", "x.csv");
  const auto integer = [&](std::size_t row) {
    return message_of([&] { (void)table.integer(table.rows[row], 0, 0, std::int64_t{1} << 40); });
  };

  CHECK(table.integer(table.rows[0], 0, 0, std::int64_t{1} << 40) == std::int64_t{1} << 40);
  CHECK(table.number(table.rows[0], 1) == 0.5);
  CHECK(integer(1) == "x.csv:3: m: \"1.5\" is not an integer in 0..1099511627776");
  CHECK(integer(2) == "x.csv:4: m: \"\" is not an integer in 0..1099511627776");
  CHECK(message_of([&] { (void)table.number(table.rows[1], 1); }) == "x.csv:3: w: \"nan\" is not a number");
}

TEST_CASE("columns are found whatever their case", "[csv]") {
  const CsvTable table = parse_csv("M,n\n", "x.csv");

  CHECK(table.column("m") == 0);
  CHECK(table.column("N") == 1);
  CHECK(table.column("k") == -1);
}

TEST_CASE("a file read a piece at a time has the rows and lines of the whole", "[csv]") {
  const TemporaryFolder folder;
  std::string text = "\xEF\xBB\xBF# made by hand\nm,note\n";
  for (int i = 0; i < 60'000; ++i) text += fmt::format("{},\"h\xC3\xA9, line one\nline \"\"two\"\"\"\n", i);  // two MiB
  const std::string path = folder.write("x.csv", text);
  const CsvTable whole = parse_csv(text, path);

  std::size_t next = 0;
  int pieces = 0;
  scan_csv(path, [&](const CsvTable& piece) {
    ++pieces;
    REQUIRE(piece.columns == whole.columns);
    for (const CsvRow& row : piece.rows) {
      REQUIRE(row.line == whole.rows.at(next).line);
      REQUIRE(row.fields == whole.rows.at(next).fields);
      ++next;
    }
  });

  CHECK(next == 60'000);
  CHECK(pieces > 1);
}

TEST_CASE("faults of a file read a piece at a time are those of the whole", "[csv]") {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& text) {
    const std::string path = folder.write("x.csv", text);
    const std::string scanned = message_of([&] { scan_csv(path, [](const CsvTable&) {}); });
    CHECK(scanned == message_of([&] { parse_csv(text, path); }));
    CHECK(!scanned.empty());
  };

  refused("");
  refused("# nothing\n");
  refused("m,n\n1\n2,3\n4,5,6\n");
  refused("m,m\n");
  refused("m,n\n1,\"2\n");
  refused("m,n\n1,\xFF\n");
  CHECK_THAT(message_of([&] { scan_csv(folder.file("none.csv"), [](const CsvTable&) {}); }),
             Contains("none.csv: cannot read the file"));
}

}  // namespace
}  // namespace mikpoly
