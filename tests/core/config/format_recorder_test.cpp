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

TEST_CASE("keys that are names have the form of their names", "[config]") {
  const ScalarForm name{.kind = ScalarForm::Kind::pattern, .pattern = "^[a-z]+$"};
  FormatRecorder recorder;

  recorder.any_key(recorder.open("dims"), name);
  recorder.scalar("dims.b", {});

  REQUIRE(recorder.form().find("dims") != nullptr);
  const ValueForm dims = recorder.form().find("dims")->value;
  REQUIRE(dims.keys.size() == 1);
  CHECK(dims.keys[0].key == "*");
  CHECK(dims.keys[0].called == name);
}

// Either place takes one of the two kinds; together they are the form of both.
TEST_CASE("a map that stands in several places is one form", "[config]") {
  FormatRecorder recorder;
  recorder.shared("m", "values");
  recorder.shared("list[0]", "values");
  recorder.ask(recorder.open("m"), "draw", true);
  recorder.scalar("m.draw", {.kind = ScalarForm::Kind::integer, .least = 1, .most = 8});
  recorder.ask(recorder.open("list[0]"), "file", true);

  const ValueForm form = recorder.form();
  CHECK(form.find("m")->value.shared == "values");
  CHECK(form.find("m")->value.keys.empty());
  CHECK(form.find("m")->value.maps.empty());
  CHECK(form.find("list")->value.item.front().shared == "values");
  REQUIRE(recorder.shared_forms().size() == 1);
  const ValueForm values = recorder.shared_forms().at("values");
  REQUIRE(values.maps.size() == 2);
  CHECK(values.maps[0].required == std::set<std::string>{"draw"});
  CHECK(values.maps[1].required == std::set<std::string>{"file"});
  CHECK(values.find("draw")->value.scalars.size() == 1);
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
