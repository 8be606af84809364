#include "core/config/yaml_loader.hpp"

#include "core/config/yaml_writer.hpp"
#include "tests/core/config/message_of.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace mikpoly {
namespace {

std::string loaded(const std::string& path, const std::vector<std::string>& sets = {}) {
  Diagnostics diagnostics;
  const YamlNode root = load_yaml(path, sets, diagnostics);
  diagnostics.throw_if_errors();
  return write_yaml(root);
}

std::string with_sets(std::string_view text, const std::vector<std::string>& sets) {
  Diagnostics diagnostics;
  return write_yaml(load_yaml_text(text, "x.yaml", sets, diagnostics));
}

TEST_CASE("extends merges maps key by key and replaces lists", "[yaml]") {
  const TemporaryFolder folder;
  (void)folder.write("base.yaml", "pe: {count: 4, clock: 1 GHz}\npipes: [A, B]\n");
  const std::string path = folder.write("sub/x.yaml", "extends: ../base.yaml\npe: {count: 8}\npipes: [C]\nname: x\n");

  CHECK(loaded(path) == "pe:\n  count: 8\n  clock: 1 GHz\npipes: [C]\nname: x\n");
}

TEST_CASE("a sourced value replaces that of the base with its source", "[yaml]") {
  const TemporaryFolder folder;
  (void)folder.write("base.yaml", "clock: {value: 1 GHz, source: manual}\n");
  const std::string path = folder.write("x.yaml", "extends: base.yaml\nclock: {value: 2 GHz}\n");

  CHECK(loaded(path) == "clock:\n  value: 2 GHz\n");
}

TEST_CASE("$ref includes a value of another file or of this one", "[yaml]") {
  const TemporaryFolder folder;
  (void)folder.write("parts.yaml", "rates:\n  - {f16: 1}\n  - {f32: {$ref: \"#/half\"}}\nhalf: 0.5\n");
  const std::string path = folder.write("x.yaml", "a: {$ref: \"parts.yaml#/rates/1/f32\"}\nb: {$ref: \"#/c\"}\nc: 3\n");

  CHECK(loaded(path) == "a: 0.5\nb: 3\nc: 3\n");
}

TEST_CASE("a cycle is shown as a chain", "[yaml]") {
  const TemporaryFolder folder;
  const std::string a = folder.write("a.yaml", "extends: b.yaml\n");
  const std::string b = folder.write("b.yaml", "x: 1\nextends: c.yaml\n");
  const std::string c = folder.write("c.yaml", "extends: a.yaml\n");
  const std::string self = folder.write("self.yaml", "a: {b: {$ref: \"#/a\"}}\n");

  CHECK(message_of([&] { loaded(a); }) ==
        fmt::format("{2}:1:10: extends: runs in a cycle: {0} -> {1} -> {2} -> {0}", a, b, c));
  CHECK(message_of([&] { loaded(self); }) ==
        fmt::format("{0}:1:15: $ref: runs in a cycle: {0} -> {0}#/a -> {0}#/a", self));
}

TEST_CASE("an include that is not there is named with the place of the include", "[yaml]") {
  const TemporaryFolder folder;
  const std::string gone = folder.write("gone.yaml", "a: 1\nextends: base.yaml\n");
  const std::string part = folder.write("part.yaml", "clock: 1\na: {$ref: \"#/clok\"}\n");

  CHECK(message_of([&] { loaded(gone); }) ==
        fmt::format("{}:2:10: extends: {}: cannot read the file: No such file or directory", gone,
                    folder.file("base.yaml")));
  CHECK(message_of([&] { loaded(part); }) ==
        fmt::format("{}:2:11: $ref: \"clok\" of \"/clok\" is not in the file; did you mean \"clock\"?", part));
  CHECK(message_of([&] { loaded(folder.file("none.yaml")); }) ==
        fmt::format("{}: cannot read the file: No such file or directory", folder.file("none.yaml")));
}

TEST_CASE("$ref stands alone and has a pointer", "[yaml]") {
  CHECK(message_of([] { with_sets("a: {$ref: \"#/b\", c: 1}\nb: 2\n", {}); }) ==
        "x.yaml:1:11: $ref: stands alone in its map; remove the other keys");
  CHECK(message_of([] { with_sets("a: {$ref: #/b\n}\nb: 2\n", {}); }) ==
        "x.yaml:1:5: $ref: empty is not \"FILE#/key/key\" in quotes");
}

// Each level holds ten references to the next: 10^6 values.
TEST_CASE("includes that multiply are refused", "[yaml]") {
  std::string text = "l0: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]\n";
  for (int level = 1; level <= 6; ++level) {
    text += fmt::format("l{}:\n", level);
    for (int i = 0; i < 10; ++i) text += fmt::format("  - {{$ref: \"#/l{}\"}}\n", level - 1);
  }

  CHECK_THAT(message_of([&] { with_sets(text, {}); }), Contains("more than 500000 values once includes are expanded"));
}

TEST_CASE("overrides set scalars, lists and items of lists", "[yaml]") {
  const std::string text = "pe: {clock: 1 GHz}\nmemory: [{total: 1}, {total: 2}]\n";

  CHECK(with_sets(text, {"pe.clock=2 GHz", "memory[1].total=3"}) ==
        "pe:\n  clock: 2 GHz\nmemory:\n  - total: 1\n  - total: 3\n");
  CHECK(with_sets("a: 1\n", {"a=[1, 2]", "b=x"}) == "a: [1, 2]\nb: x\n");
}

TEST_CASE("an override may multiply a quantity, whose source then no longer holds", "[yaml]") {
  const std::string text = "pe: {clock: {value: 1.5 GHz, source: x}}\nshare: 50%\ncount: 8\nname: a\n";
  const auto refusal = [&](const std::string& set) { return message_of([&] { with_sets(text, {set}); }); };

  CHECK(with_sets(text, {"pe.clock*=0.8", "share*=1.2", "count*=0.5"}) ==
        "pe:\n  clock: 1.2 GHz\nshare: 60%\ncount: 4\nname: a\n");
  CHECK(refusal("name*=2") == "--set \"name*=2\": name: \"a\" is not a quantity that has a factor");
  CHECK(refusal("pe*=2") == "--set \"pe*=2\": pe: a map is not a quantity that has a factor");
  CHECK(refusal("clock*=2") == "--set \"clock*=2\": clock: empty is not a quantity that has a factor");
  CHECK(refusal("share*=2%") == "--set \"share*=2%\": share: \"2%\" is not a factor such as \"1.2\"");
  CHECK(refusal("share*=") == "--set \"share*=\": share: \"\" is not a factor such as \"1.2\"");
}

TEST_CASE("an override without a place in the tree says what is known there", "[yaml]") {
  const std::string text = "pe: {clock: 1 GHz}\nmemory: [{total: 1}]\n";
  const auto refusal = [&](const std::string& set) { return message_of([&] { with_sets(text, {set}); }); };

  CHECK(refusal("pee.clock=1") ==
        "--set \"pee.clock=1\": pee.clock: unknown key \"pee\"; did you mean \"pe\"? known: pe, memory");
  CHECK(refusal("memory[1].total=1") ==
        "--set \"memory[1].total=1\": memory[1].total: index 1 is past the end of a list of 1");
  CHECK(refusal("pe.clock.x=1") == "--set \"pe.clock.x=1\": pe.clock.x: \"1 GHz\" is not a map of keys");
  CHECK(refusal("pe[0]=1") == "--set \"pe[0]=1\": pe[0]: a map is not a list");
  CHECK(refusal("pe.clock") == "--set \"pe.clock\" is not PATH=VALUE such as \"pe.clock=1.2 GHz\"");
  CHECK(refusal("pe..clock=1") == "--set \"pe..clock=1\" is not PATH=VALUE such as \"pe.clock=1.2 GHz\"");
  CHECK(refusal("pe.clock=[1") == "--set \"pe.clock=[1\":1:3: not YAML: end of sequence flow not found");
}

}  // namespace
}  // namespace mikpoly
