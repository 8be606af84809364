#include "core/config/yaml_reader.hpp"

#include <fmt/format.h>

#include "tests/core/config/message_of.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly {
namespace {

YamlNode parse(std::string_view text) {
  Diagnostics diagnostics;
  YamlNode root = parse_yaml(text, "x.yaml", diagnostics);
  diagnostics.throw_if_errors();
  return root;
}

std::string refusal(std::string_view text) {
  return message_of([text] { parse(text); });
}

TEST_CASE("keys and values that YAML 1.1 takes for truth values are strings", "[yaml]") {
  const YamlNode root = parse("n: 100\ny: no\noff: on\nN: ~\n");

  CHECK(root.keys() == std::vector<std::string>{"n", "y", "off", "N"});
  CHECK(root.find("n")->text == "100");
  CHECK(root.find("y")->text == "no");
  CHECK(root.find("off")->text == "on");
  CHECK(root.find("N")->is_null());
}

TEST_CASE("every value and key knows its line and column", "[yaml]") {
  const YamlNode root = parse("a: 1\nb:\n  - x\n  - {c: 2}\n");

  CHECK(root.find("a")->place.text() == "x.yaml:1:4");
  CHECK(root.find("b")->items[0].place.text() == "x.yaml:3:5");
  CHECK(root.find("b")->items[1].entries[0].place.text() == "x.yaml:4:6");
  CHECK(root.find("b")->items[1].find("c")->place.text() == "x.yaml:4:9");
}

TEST_CASE("CRLF and a byte order mark change nothing", "[yaml]") {
  const YamlNode root = parse(
      "\xEF\xBB\xBF"
      "a: 1\r\nb: |\r\n  x\r\n  y\r\n");

  CHECK(root.find("a")->text == "1");
  CHECK(root.find("b")->text == "x\ny\n");
}

TEST_CASE("a quoted scalar is told from a plain one", "[yaml]") {
  const YamlNode root = parse("a: \"\"\nb: ''\nc: 7\n");

  CHECK((root.find("a")->quoted && root.find("b")->quoted));
  CHECK_FALSE(root.find("a")->is_null());
  CHECK_FALSE(root.find("c")->quoted);
}

TEST_CASE("aliases are expanded", "[yaml]") {
  const YamlNode root = parse("a: &x {k: 1}\nb: *x\n");

  CHECK(root.find("b")->find("k")->text == "1");
}

TEST_CASE("malformed and truncated files name the place", "[yaml]") {
  CHECK(refusal("a: [1, 2") == "x.yaml:1:9: not YAML: end of sequence flow not found");
  CHECK(refusal("a: \"open\nb: 1\n") == "x.yaml:2:5: not YAML: a quote is never closed");
  CHECK(refusal("a: 1\nb: {c: 2,\n") == "x.yaml:3:1: a key is empty; keys are plain text");
  CHECK(refusal("a: 'open") == "x.yaml:1:9: not YAML: a quote is never closed");
  CHECK(refusal("a:\n  - 1\n b: 2\n") == "x.yaml:3:2: not YAML: end of map not found");
  CHECK(refusal("a: *nowhere\n") == "x.yaml:1:4: not YAML: the referenced anchor is not defined");
  CHECK(refusal("a: &x [*x]\n") == "x.yaml:1:8: an alias stands inside the value it names");
}

TEST_CASE("duplicate keys and tags are errors, all in one pass", "[yaml]") {
  CHECK(refusal("pe:\n  clock: 1\n  clock: 2\na: !!int 3\na: 4\n") ==
        "x.yaml:3:3: pe.clock: duplicate key; it stands first at line 2\n"
        "x.yaml:4:4: a: tag \"tag:yaml.org,2002:int\" is not allowed; write the value without a tag\n"
        "x.yaml:5:1: a: duplicate key; it stands first at line 4");
}

TEST_CASE("an empty file, a second document and keys that are no text are refused", "[yaml]") {
  CHECK(refusal("") == "x.yaml: the file is empty");
  CHECK(refusal("# nothing\n") == "x.yaml: the file is empty");
  CHECK(refusal("a: 1\n---\nb: 2\n") == "x.yaml:2:1: a second document begins; a file holds one");
  CHECK(refusal("[1, 2]: 3\n") == "x.yaml:1:1: a key is a list; keys are plain text");
  CHECK(refusal("~: 3\n") == "x.yaml:1:1: a key is empty; keys are plain text");
}

TEST_CASE("control characters are refused, so that 0x04 cannot cut a file", "[yaml]") {
  CHECK(refusal(std::string("a: 1\nb\x04: 2\n")) ==
        "x.yaml:2:2: character 0x04 is not allowed; the file must be text in UTF-8");
  CHECK(refusal(std::string_view("a\0: 1\n", 6)) ==
        "x.yaml:1:2: character 0x00 is not allowed; the file must be text in UTF-8");
}

TEST_CASE("nesting is limited to 32 levels", "[yaml]") {
  CHECK(refusal(std::string(32, '[') + std::string(32, ']')) == "no error");
  CHECK(refusal(std::string(33, '[') + std::string(33, ']')) ==
        "x.yaml:1:33: nested deeper than 32 levels; that is the limit");
  CHECK_THAT(refusal(std::string(100'000, '[')), Contains("nested deeper than 32 levels"));
}

TEST_CASE("a file of more than 4 MiB and a line of more than 256 KiB are refused", "[yaml]") {
  CHECK(refusal("a: " + std::string(300'000, '[')) ==
        "x.yaml:1:262145: a line of more than 256 KiB; that is the limit");
  CHECK(refusal("a: " + std::string(std::size_t{5} << 20, 'x')) == "x.yaml: 5242883 bytes; the limit is 4 MiB");
}

TEST_CASE("a key of more than 250 bytes and a value of more than 32 KiB are refused", "[yaml]") {
  CHECK(refusal(fmt::format("{:k>250}: 1\n", "")) == "no error");
  CHECK(refusal("? " + std::string(251, 'k') + "\n: 1\n") == "x.yaml:1:3: a key of 251 bytes; the limit is 250");
  CHECK(refusal("a: " + std::string(32'769, 'v')) == "x.yaml:1:4: a value of 32769 bytes; the limit is 32 KiB");
}

TEST_CASE("aliases of long values are counted by their bytes", "[yaml]") {
  std::string text = "a: &a " + std::string(32'000, 'v') + "\nb:\n";
  for (int i = 0; i < 5000; ++i) text += "  - *a\n";

  CHECK_THAT(refusal(text), Contains("more than 500000 values once aliases are expanded"));
}

// Nine levels of ten aliases each would be 10^9 values.
TEST_CASE("a billion laughs are refused before they are laughed", "[yaml]") {
  std::string text = "l0: &l0 [lol]\n";
  for (int level = 1; level <= 9; ++level) {
    text += fmt::format("l{0}: &l{0} [", level);
    for (int i = 0; i < 10; ++i) text += fmt::format("{}*l{}", i == 0 ? "" : ", ", level - 1);
    text += "]\n";
  }

  CHECK(refusal(text) == "x.yaml:7:10: more than 500000 values once aliases are expanded; that is the limit");
}

}  // namespace
}  // namespace mikpoly
