#include "experiments/engine/own_selector.hpp"

#include "core/base/error.hpp"
#include "experiments/engine/results.hpp"
#include "experiments/engine/runner.hpp"
#include "tests/experiments/table/two_kernels.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace mikpoly::lab {
namespace {

/// Chooses as a selector of the table does, but for shapes it cannot: those with that many rows.
class Borrowed final : public Selector {
 public:
  Borrowed(std::shared_ptr<const Workbench> bench, const std::vector<std::string>& patterns, std::int64_t stops_at)
      : bench_(std::move(bench)), chosen_(bench_->selector("wave", patterns)), stops_at_(stops_at) {}

  [[nodiscard]] Selection select(const GemmShape& shape) const override {
    if (shape.m == stops_at_) throw SelectionStopped();
    if (shape.m == 100) throw ConfigError("a hundred rows are too many");
    return chosen_->select(shape);
  }

 private:
  std::shared_ptr<const Workbench> bench_;
  std::unique_ptr<Selector> chosen_;
  std::int64_t stops_at_;
};

OwnSelector borrowed(const std::string& identity = "borrowed 1", std::int64_t stops_at = -1) {
  return {.name = "borrowed",
          .identity = identity,
          .make = [stops_at](std::shared_ptr<const Workbench> bench, const std::vector<std::string>& patterns) {
            return std::make_unique<Borrowed>(std::move(bench), patterns, stops_at);
          }};
}

Experiment small_experiment(const TemporaryFolder& folder) {
  const std::string shapes = folder.write("shapes.csv", "m,n,k\n16,16,16\n100,70,33\n64,64,128\n");
  Experiment experiment = load_experiment(
      folder.write("small.yaml", "schema: experiment/v1\nname: small\nhardware: toy\nworkload: " + shapes +
                                     "\nselectors: [wave]\npatterns: [I]\n"
                                     "tuning: {n_gen: 3, n_syn: 4, n_mik: 4, n_pred: 32}\n"),
      {});
  experiment.space.selectors.emplace_back("borrowed");
  return experiment;
}

RunSummary run(const TemporaryFolder& folder, const OwnSelector& selector, Existing existing) {
  const std::vector<OwnSelector> own{selector};
  const Study study = prepare(small_experiment(folder), own);
  const auto laboratory = [&](const Study& prepared) { return make_simulated_laboratory_with(own, prepared); };
  return run_study(study, laboratory, {.out = folder.path() / "out", .existing = existing}, {});
}

std::string refusal(const std::vector<std::string>& names, const std::vector<OwnSelector>& own) {
  try {
    check_selectors(names, own);
    return "";
  } catch (const ConfigError& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("An own selector has rows beside the others; what it cannot choose is a failed row", "[own_selector]") {
  const TemporaryFolder folder;

  const RunSummary summary = run(folder, borrowed(), Existing::refuse);

  CHECK(summary.counts.rows == 6);
  CHECK(summary.counts.failed == 1);
  const std::string csv = read_all(summary.folder / "results.csv");
  CHECK(csv.find("a hundred rows are too many") != std::string::npos);
  CHECK(read_all(summary.folder / "run.json").find(R"("selector borrowed": "borrowed 1")") != std::string::npos);
}

TEST_CASE("A point whose selection is stopped is done again by the resumed run", "[own_selector]") {
  const TemporaryFolder folder;

  const RunSummary part = run(folder, borrowed("borrowed 1", 64), Existing::refuse);
  const RunSummary rest = run(folder, borrowed(), Existing::resume);

  CHECK(part.finished == 2);
  CHECK(rest.resumed == 2);
  CHECK(rest.finished == 3);
}

TEST_CASE("Another identity is another run", "[own_selector]") {
  const TemporaryFolder folder;

  const Study one = prepare(small_experiment(folder), {borrowed("borrowed 1")});
  const Study two = prepare(small_experiment(folder), {borrowed("borrowed 2")});

  CHECK(one.hash != two.hash);
  CHECK(one.resolved.starts_with("# Everything that decides the rows; runs where its own selectors are given.\n"));
}

TEST_CASE("Names of selectors are checked before any work", "[own_selector]") {
  const auto named = [](const std::string& name) { return OwnSelector{.name = name, .identity = "", .make = {}}; };

  CHECK(refusal({"wave", "mine"}, {named("mine")}).empty());
  CHECK(refusal({"ranges-of-mine"}, {named("ranges-of-mine")}).empty());
  CHECK(refusal({}, {}) == "the list of selectors is empty; an experiment needs at least one");
  CHECK(refusal({"wave", "wave"}, {}) == "selector \"wave\" stands twice; each is run once");
  for (const std::string name : {"wave", "oracle", "vendor", "bucketed", "ranges", "ranges-5"}) {
    CHECK(refusal({name}, {named(name)}) ==
          "selector \"" + name + "\" is one of this program's; give your own another name");
  }
  for (const std::string name : {"", "Mine", "my model", "a.b"}) {
    CHECK(refusal({name}, {named(name)}) ==
          "selector name \"" + name + "\" is not 1 to 64 lower-case letters, digits, \"-\" and \"_\"");
  }
  CHECK(refusal({"mine"}, {}).starts_with("unknown selector \"mine\""));
}

TEST_CASE("Backend cpu refuses own selectors", "[own_selector]") {
  const TemporaryFolder folder;
  Experiment experiment = small_experiment(folder);
  experiment.space.hardware.front().base = "cpu-portable";
  experiment.space.dtype = DataType::f32;

  CHECK_THROWS_WITH(prepare(experiment, {borrowed()}),
                    "selector \"borrowed\" is not one of this program's, and backend cpu measures only those; take a "
                    "simulated machine");
}

TEST_CASE("Backend table refuses own selectors", "[own_selector]") {
  const TemporaryFolder folder;
  static_cast<void>(folder.write("t.csv", test::two_kernels()));
  Experiment experiment = load_experiment(
      folder.write("e.yaml", "schema: experiment/v1\nname: e\nhardware: toy\ntable: {file: t.csv}\nselectors: wave\n"),
      {});
  experiment.space.selectors.emplace_back("borrowed");

  CHECK_THROWS_WITH(prepare(experiment, {borrowed()}),
                    "selector \"borrowed\" is not one of this program's, and backend table judges only those; take a "
                    "simulated machine");
}

}  // namespace mikpoly::lab
