#include "experiments/purpose/purpose_tuning.hpp"

#include <map>
#include <numeric>

#include "core/base/hash.hpp"
#include "core/config/library_file.hpp"
#include "experiments/engine/library_choice.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/small_machine.hpp"

namespace mikpoly::lab {
namespace {

const Accelerator kMachine = test::machine_with(4);

TuningResult candidates() {
  LibraryKey key;
  key.hardware = "small";
  key.parameters = {.n_syn = 6, .n_mik = 6};
  return simulated_candidates(kMachine, key);
}

Workload lengths(std::int64_t count) {
  Workload workload{.name = "lengths", .source = "", .items = {}};
  for (std::int64_t m = 1; m <= count; ++m) {
    workload.items.push_back({.id = "", .group = "", .shape = {17 * m, 96 * (1 + m % 4), 256}, .count = m});
  }
  return workload;
}

}  // namespace

TEST_CASE("the set for a workload has its name in the key, the general one is what S1 keeps", "[purpose]") {
  const TuningResult from = candidates();
  const PurposeTuning made = choose_for(kMachine, from, purpose_of(lengths(12), 0.1));

  CHECK(made.chosen.key.workload == made.purpose.key);
  CHECK(made.chosen.hash == content_hash(library_text(made.chosen)));
  CHECK(made.general.key.workload == WorkloadKey{});
  CHECK(library_text(made.general) == library_text(keep_best(kMachine, from).library));
  CHECK(made.report.timed == from.report.timed);
}

TEST_CASE("on what they were chosen for, few chosen kernels regret less than as many general ones", "[purpose]") {
  const PurposeTuning made = choose_for(kMachine, candidates(), purpose_of(lengths(12), 0.0));
  const RegretsByCount& regrets = made.regrets;

  REQUIRE(regrets.chosen.size() == 6);
  REQUIRE(regrets.general.size() == 6);
  for (std::size_t i = 0; i < 6; ++i) {
    CHECK(regrets.chosen[i] >= 1.0);
    CHECK(regrets.chosen[i] <= regrets.general[i]);
    if (i > 0) CHECK(regrets.chosen[i] <= regrets.chosen[i - 1]);
  }
  CHECK(regrets.general_synthetic.back() <= regrets.chosen_synthetic.back());
  CHECK(made.report.mean_regret == regrets.chosen_synthetic.back());
}

TEST_CASE("halves hold all shapes once, and each chooses without the other", "[purpose]") {
  const TuningResult from = candidates();
  const PurposeTuning made = choose_for(kMachine, from, purpose_of(lengths(12), 0.0));

  REQUIRE(made.halves.size() == 12);
  const std::vector<double> all = weights_of(made, -1);
  CHECK(std::accumulate(all.begin(), all.end(), 0.0) == Approx(1.0));
  Workload first{.name = "lengths", .source = "", .items = {}};
  for (std::size_t s = 0; s < 12; ++s) {
    CHECK(weights_of(made, 0)[s] + weights_of(made, 1)[s] == all[s]);
    CHECK(weights_of(made, made.halves[s])[s] == all[s]);
    const WeightedShape& each = made.purpose.shapes[s];
    if (made.halves[s] == 0) first.items.push_back({.id = "", .group = "", .shape = each.shape, .weight = each.weight});
  }
  const PurposeTuning alone = choose_for(kMachine, from, purpose_of(first, 0.0));
  REQUIRE(made.of_half[0].kernels.size() == alone.chosen.kernels.size());
  for (std::size_t i = 0; i < alone.chosen.kernels.size(); ++i) {
    CHECK(made.of_half[0].kernels[i].id == alone.chosen.kernels[i].id);
  }
  CHECK(made.regrets.held_out.size() == 6);
}

TEST_CASE("all m of one layer are in one half", "[purpose]") {
  const PurposeTuning made = choose_for(kMachine, candidates(), purpose_of(lengths(12), 0.0));

  std::map<std::int64_t, int> half_of;
  for (std::size_t s = 0; s < made.halves.size(); ++s) {
    const std::int64_t n = made.purpose.shapes[s].shape.n;
    const auto [known, is_new] = half_of.emplace(n, made.halves[s]);
    CHECK((is_new || known->second == made.halves[s]));
  }
  CHECK(half_of.size() == 4);
}

TEST_CASE("a workload of one shape is chosen for without a half held out", "[purpose]") {
  const PurposeTuning made = choose_for(kMachine, candidates(), purpose_of(lengths(1), 0.0));

  CHECK(made.halves.empty());
  CHECK(made.regrets.held_out.empty());
  CHECK(made.regrets.chosen.front() == 1.0);
}

}  // namespace mikpoly::lab
