#include "core/config/yaml_writer.hpp"

#include "core/config/yaml_reader.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly {
namespace {

std::string rewritten(std::string_view text) {
  Diagnostics diagnostics;
  return write_yaml(parse_yaml(text, "x.yaml", diagnostics));
}

TEST_CASE("n and y are written in quotes, as keys and as values", "[yaml]") {
  CHECK(rewritten("n: y\nNo: off\nk: 1\n") == "\"n\": \"y\"\n\"No\": \"off\"\nk: 1\n");
}

TEST_CASE("maps and lists of maps are blocks, lists of scalars one line", "[yaml]") {
  const std::string text =
      "a:\n"
      "  b: [1, 2.5, 40 GiB]\n"
      "  c:\n"
      "    - d: 1\n"
      "      e: []\n"
      "    - [x, y1]\n"
      "    -\n"
      "      - [1]\n"
      "f: {}\n"
      "g: ~\n";

  const std::string once = rewritten(text);

  CHECK(rewritten(once) == once);
  CHECK_THAT(once, Contains("  b: [1, 2.5, 40 GiB]\n  c:\n    - d: 1\n      e: []\n    - [x, y1]\n"));
}

TEST_CASE("what was quoted stays quoted and what needs quotes gets them", "[yaml]") {
  CHECK(rewritten("a: \"1\"\nb: 1\nc: 'a: b'\nd: https://x#y\ne: \"\"\n") ==
        "a: \"1\"\nb: 1\nc: \"a: b\"\nd: \"https://x#y\"\ne: \"\"\n");
  CHECK(rewritten("a: \"tab\\t line\\n quote\\\" back\\\\ \\x04\"\n") ==
        "a: \"tab\\x09 line\\n quote\\\" back\\\\ \\x04\"\n");
  CHECK(rewritten("\"null\": true\n\"1\": -5\n") == "\"null\": true\n1: -5\n");
}

TEST_CASE("the longest key, value and list come back, all of it escaped", "[yaml]") {
  std::string escaped;
  for (int i = 0; i < 250; ++i) escaped += "\\x01";
  // Plain text that begins with a quote would be read as quoted.
  std::string list = "l:\n";
  for (int i = 0; i < 2000; ++i) list += "  - v" + std::string(60, '"') + "\n";
  const std::string text = "? \"" + escaped + "\"\n: v" + std::string(32'767, '"') + "\n" + list;
  const std::string once = rewritten(text);

  CHECK(rewritten(once) == once);
}

TEST_CASE("yaml_scalar quotes what would be read as something else", "[yaml]") {
  CHECK(yaml_scalar("all PEs busy") == "all PEs busy");
  CHECK(yaml_scalar("true") == "\"true\"");
  CHECK(yaml_scalar("NULL") == "\"NULL\"");
  CHECK(yaml_scalar(" x") == "\" x\"");
  CHECK(yaml_scalar("- x") == "\"- x\"");
  CHECK(yaml_scalar("") == "\"\"");
}

TEST_CASE("name_scalar quotes what does not begin as a word does, too", "[yaml]") {
  for (const std::string name : {"1e3", "0x10", "2024-01-01", ".inf", "-1", "null", "no", ""}) {
    CHECK(name_scalar(name) == "\"" + name + "\"");
  }
  for (const std::string name : {"a100-40", "_x", "B2"}) CHECK(name_scalar(name) == name);
}

}  // namespace
}  // namespace mikpoly
