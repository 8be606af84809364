#include "core/config/map_reader.hpp"

#include "core/config/yaml_reader.hpp"
#include "tests/core/config/message_of.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly {
namespace {

// Runs `read` over the map in `text` and returns all that was wrong.
template <typename Read>
std::string faults(std::string_view text, const Read& read) {
  return message_of([&] {
    Diagnostics diagnostics;
    const YamlNode root = parse_yaml(text, "x.yaml", diagnostics);
    MapReader map({&root, ""}, diagnostics);
    read(map);
    map.finish();
    diagnostics.throw_if_errors();
  });
}

TEST_CASE("unknown keys are named with the nearest known one, or with all", "[config]") {
  const auto read = [](MapReader& map) {
    (void)map.integer("count", {});
    (void)map.text_or("clock", "");
  };

  CHECK(faults("count: 1\nclok: 2\n", read) ==
        "x.yaml:2:1: clok: unknown key; did you mean \"clock\"? known: count, clock");
  CHECK(faults("count: 1\nsomething: 2\n", read) == "x.yaml:2:1: something: unknown key; known: count, clock");
}

TEST_CASE("a key that makes another kind of map is known to messages where it does not stand", "[config]") {
  const auto read = [](MapReader& map) {
    if (!map.alternative("csv")) (void)map.integer("count", {});
  };

  CHECK(faults("csv: x\n", read) == "no error");
  CHECK(faults("csv: x\ncount: 1\n", read) == "x.yaml:2:1: count: unknown key; known: csv");
  CHECK(faults("cvs: x\ncount: 1\n", read) == "x.yaml:1:1: cvs: unknown key; did you mean \"csv\"? known: csv, count");
}

TEST_CASE("all errors of a file come in one pass, in file order", "[config]") {
  const auto read = [](MapReader& map) {
    (void)map.integer("n", {.least = 1, .most = 8});
    (void)map.text("name");
    (void)map.name("id");
  };

  CHECK(faults("zzz: 1\nid: a b\nn: 9\n", read) ==
        "x.yaml:1:1: missing key \"name\"\n"
        "x.yaml:1:1: zzz: unknown key; known: n, name, id\n"
        "x.yaml:2:5: id: \"a b\" is not a name of letters, digits, \"_\", \"-\" and \".\"\n"
        "x.yaml:3:4: n: \"9\" is not an integer in 1..8");
}

TEST_CASE("n: 100 is the number 100", "[config]") {
  std::int64_t n = 0;

  CHECK(faults("n: 100\n", [&n](MapReader& map) { n = map.integer("n", {}); }) == "no error");
  CHECK(n == 100);
}

TEST_CASE("a mistyped value says what it is and what is wanted", "[config]") {
  const auto integer = [](MapReader& map) { (void)map.integer("a", {.least = 0, .most = 9}); };
  const auto value = [](MapReader& map) { return *map.optional("a"); };

  CHECK(faults("a: [1]\n", integer) == "x.yaml:1:4: a: a list is not an integer in 0..9");
  CHECK(faults("a: \"1\"\n", integer) == "x.yaml:1:4: a: \"1\" is not an integer in 0..9");
  CHECK(faults("a: 1.5\n", integer) == "x.yaml:1:4: a: \"1.5\" is not an integer in 0..9");
  CHECK(faults("a: 0x1\n", integer) == "x.yaml:1:4: a: \"0x1\" is not an integer in 0..9");
  CHECK(faults("a: 99999999999999999999\n", integer) ==
        "x.yaml:1:4: a: \"99999999999999999999\" is not an integer in 0..9");
  CHECK(faults("a:\n", integer) == "x.yaml:1:1: a: empty is not an integer in 0..9");
  CHECK(faults("a: yes\n", [&](MapReader& map) { (void)read_bool(value(map), map.diagnostics()); }) ==
        "x.yaml:1:4: a: \"yes\" is not true or false");
  CHECK(faults("a: nan\n", [&](MapReader& map) { (void)read_number(value(map), map.diagnostics()); }) ==
        "x.yaml:1:4: a: \"nan\" is not a number");
  CHECK(faults("a: 1\n", [&](MapReader& map) { (void)read_list(value(map), map.diagnostics()); }) ==
        "x.yaml:1:4: a: \"1\" is not a list");
  CHECK(faults("a: dynamc\n", [&](MapReader& map) {
          (void)read_choice(value(map), {"static", "dynamic"}, map.diagnostics());
        }) == "x.yaml:1:4: a: unknown value \"dynamc\"; did you mean \"dynamic\"? known: static, dynamic");
  CHECK(faults("- 1\n", [](MapReader&) {}) == "x.yaml:1:1: a list is not a map of keys");
}

TEST_CASE("a long value is shortened between characters", "[config]") {
  std::string umlauts;
  for (int i = 0; i < 40; ++i) umlauts += "\xC3\xA4";  // two bytes each; 60 bytes are 30 of them

  const std::string message = faults("a: x" + umlauts + "\n", [](MapReader& map) { (void)map.integer("a", {}); });

  CHECK(message.find("\xC3\"") == std::string::npos);
  CHECK_THAT(message, Contains("\xC3\xA4...\" is not an integer"));
}

TEST_CASE("an unknown schema names the one that is supported", "[config]") {
  const auto read = [](MapReader& map) { map.schema("hardware"); };

  CHECK(faults("schema: hardware/v2\n", read) ==
        "x.yaml:1:9: schema: unknown schema \"hardware/v2\"; supported: hardware/v1");
  CHECK(faults("{}\n", read) == "x.yaml:1:1: missing key \"schema\"; the file begins with \"schema: hardware/v1\"");
}

TEST_CASE("at most fifty errors are shown", "[config]") {
  std::string text;
  for (int i = 0; i < 60; ++i) text += "key" + std::to_string(i) + ": 1\n";

  const std::string message = faults(text, [](MapReader&) {});

  CHECK(std::count(message.begin(), message.end(), '\n') == 50);
  CHECK_THAT(message, Contains("\nand 10 more errors"));
}

}  // namespace
}  // namespace mikpoly
