#include "core/config/format_recorder.hpp"

#include "core/config/map_reader.hpp"
#include "core/config/yaml_reader.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly {
namespace {

// What `read` asks for when it reads the texts, one after the other.
template <typename Read>
ValueForm form_of(std::initializer_list<std::string_view> texts, const Read& read) {
  FormatRecorder recorder;
  for (const std::string_view text : texts) {
    Diagnostics diagnostics(&recorder);
    const YamlNode root = parse_yaml(text, "x.yaml", diagnostics);
    MapReader map({&root, ""}, diagnostics);
    read(map);
    recorder.take_help(root, text);
  }
  return recorder.form();
}

TEST_CASE("a key is learnt with its range, its need and its help", "[config]") {
  const ValueForm form = form_of({"count: 3  # how many\n"}, [](MapReader& map) {
    (void)map.integer("count", {.least = 1, .most = 8});
    (void)map.text_or("note", "");
  });

  REQUIRE(form.keys.size() == 2);
  const ValueForm& count = form.keys[0].value;
  CHECK(form.keys[0].key == "count");
  CHECK(count.help == "how many");
  REQUIRE(count.scalars.size() == 1);
  CHECK(count.scalars[0].kind == ScalarForm::Kind::integer);
  CHECK(count.scalars[0].least == 1);
  CHECK(count.scalars[0].most == 8);
  REQUIRE(form.maps.size() == 1);
  CHECK(form.maps[0].required == std::set<std::string>{"count"});
  // Asked for, but in no example: known, and without a type.
  CHECK(form.keys[1].key == "note");
  CHECK(form.keys[1].value.scalars.empty());
}

TEST_CASE("an alternative key makes another kind of map", "[config]") {
  const ValueForm form = form_of({"a: 1\n", "b: 1\n"}, [](MapReader& map) {
    if (!map.alternative("b")) (void)map.integer("a", {});
  });

  REQUIRE(form.maps.size() == 2);
  CHECK(form.maps[0].known == std::set<std::string>{"a"});
  CHECK(form.maps[1].known == std::set<std::string>{"b"});
  CHECK(form.maps[1].required == std::set<std::string>{"b"});
}

TEST_CASE("keys that are names are one key", "[config]") {
  const ValueForm form = form_of({"first: 1  # of them\nsecond: 2\n"}, [](MapReader& map) {
    for (const YamlValue& value : map.entries({"first", "second"})) (void)read_integer(value, {}, map.diagnostics());
  });

  REQUIRE(form.keys.size() == 1);
  CHECK(form.keys[0].key == "*");
  CHECK(form.keys[0].value.help == "of them");
  CHECK(form.keys[0].called.words == std::vector<std::string>{"first", "second"});
}

TEST_CASE("the items of a list are one form, with all their scalars", "[config]") {
  const ValueForm form = form_of({"list: [a, 1]\n"}, [](MapReader& map) {
    const auto items = read_list(*map.required("list"), map.diagnostics());
    (void)read_text(items[0], map.diagnostics());
    (void)read_integer(items[1], {}, map.diagnostics());
  });

  REQUIRE(form.keys[0].value.item.size() == 1);
  CHECK(form.keys[0].value.item[0].scalars.size() == 2);
}

}  // namespace
}  // namespace mikpoly
