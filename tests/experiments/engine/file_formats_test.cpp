#include "experiments/engine/file_formats.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/config/config_folder.hpp"
#include "core/config/text_file.hpp"
#include "experiments/engine/json_schema.hpp"
#include "tests/core/config/message_of.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::lab {

TEST_CASE("the examples of every format are read without a fault", "[schema]") {
  for (const std::string& name : file_format_names()) {
    INFO(name);
    CHECK(faults_of_examples(name) == "");
  }
}

// A key that a reader asks for and no example has would be missing from the schema; one without help is not explained.
TEST_CASE("every key that a reader asks for stands in an example with its help", "[schema]") {
  for (const std::string& name : file_format_names()) {
    INFO(name);
    CHECK(fmt::format("{}", fmt::join(unexplained_keys(file_format(name)), "\n")) == "");
  }
}

TEST_CASE("the committed schemas are what the readers say now", "[schema]") {
  for (const std::string& name : file_format_names()) {
    INFO(fmt::format("mikpoly schema print {} > configs/schemas/{}.schema.json", name, name));
    const std::string committed =
        read_text_file(fmt::format("{}/schemas/{}.schema.json", config_folder(), name), std::int64_t{1} << 20);
    CHECK(committed == json_schema(file_format(name)).dump(2) + "\n");
  }
  INFO("mikpoly schema print results > configs/schemas/results.schema.json");
  const std::string results = read_text_file(config_folder() + "/schemas/results.schema.json", std::int64_t{1} << 20);
  CHECK(results == results_schema().dump(2) + "\n");
}

TEST_CASE("a key is required by the kind of its map where only some kinds need it", "[schema]") {
  const FileFormat hardware = file_format("hardware");
  const ValueForm& stage = hardware.form.find("stages")->value.item.front();

  // load and move, compute, store.
  REQUIRE(stage.maps.size() == 3);
  CHECK(stage.maps[0].words.at("kind") == std::set<std::string>{"load", "move"});
  CHECK(stage.maps[0].required == std::set<std::string>{"kind", "name", "operands", "pipe", "to"});
  CHECK(stage.maps[1].words.at("kind") == std::set<std::string>{"compute"});
  CHECK(stage.maps[1].required == std::set<std::string>{"kind", "name", "pipe", "to"});
  CHECK(stage.maps[2].words.at("kind") == std::set<std::string>{"store"});
  CHECK(stage.maps[2].required == std::set<std::string>{"kind", "name", "operands", "pipe"});
}

TEST_CASE("what a replay needs goes by its mode", "[schema]") {
  const FileFormat workload = file_format("workload");
  const ValueForm& replay = workload.form.find("shapes")->value.item.front().find("replay")->value;

  REQUIRE(replay.maps.size() == 3);
  CHECK(replay.maps[0].words.at("mode") == std::set<std::string>{"prefill"});
  CHECK(replay.maps[0].known == std::set<std::string>{"limit", "mode", "trace", "where"});
  CHECK(replay.maps[1].words.at("mode") == std::set<std::string>{"decode"});
  CHECK(replay.maps[1].required == std::set<std::string>{"mode", "step", "trace"});
  CHECK(replay.maps[2].words.at("mode") == std::set<std::string>{"continuous"});
  CHECK(replay.maps[2].required == std::set<std::string>{"mode", "step", "token_budget", "trace"});
}

TEST_CASE("an extent is learnt once, wherever it stands", "[schema]") {
  const FileFormat workload = file_format("workload");

  REQUIRE(workload.shared.size() == 1);
  const ValueForm& values = workload.shared.at("values");
  for (const std::string_view kind : {"value", "histogram", "trace", "log_uniform", "uniform", "zipf"}) {
    INFO(kind);
    CHECK(std::ranges::any_of(values.maps,
                              [kind](const MapForm& map) { return map.required.contains(std::string(kind)); }));
  }
  const ValueForm& b = workload.form.find("dims")->value.find(kAnyKey)->value;
  CHECK(b.shared == "values");
}

TEST_CASE("an experiment needs workload and patterns where it has no table", "[schema]") {
  const FileFormat experiment = file_format("experiment");

  REQUIRE(experiment.form.maps.size() == 2);
  CHECK(experiment.form.maps[0].required ==
        std::set<std::string>{"hardware", "name", "patterns", "schema", "selectors", "workload"});
  CHECK(!experiment.form.maps[0].known.contains("table"));
  CHECK(experiment.form.maps[1].required == std::set<std::string>{"hardware", "name", "schema", "selectors", "table"});
}

TEST_CASE("a schema that there is none of is named with those that there are", "[schema]") {
  CHECK(message_of([] { static_cast<void>(file_format("hardwar")); }) ==
        "unknown schema \"hardwar\"; did you mean \"hardware\"? known: hardware, workload, experiment, library");
}

}  // namespace mikpoly::lab
