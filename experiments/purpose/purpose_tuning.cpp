#include "experiments/purpose/purpose_tuning.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "core/base/hash.hpp"
#include "core/config/library_file.hpp"
#include "core/tuning/purpose_ranking.hpp"
#include "experiments/accuracy/split.hpp"

namespace mikpoly::lab {
namespace {

// All m of one (n, k) in one half: a shape is no news to kernels that its neighbours chose.
std::vector<int> halves_of_purpose(const Purpose& purpose) {
  std::vector<GemmShape> shapes;
  for (const WeightedShape& each : purpose.shapes) shapes.push_back(each.shape);
  std::vector<int> halves = halves_of_shapes(shapes);
  if (std::ranges::count(halves, 1) == 0) halves.clear();
  return halves;
}

KernelLibrary hashed(KernelLibrary library, const WorkloadKey& workload) {
  library.key.workload = workload;
  library.hash = content_hash(library_text(library));
  return library;
}

// Both halves together, each by its weight.
std::vector<double> joined(const std::array<std::vector<double>, 2>& regrets, const std::array<double, 2>& weights) {
  std::vector<double> all;
  for (std::size_t i = 0; i < std::min(regrets[0].size(), regrets[1].size()); ++i) {
    all.push_back((weights[0] * regrets[0][i] + weights[1] * regrets[1][i]) / (weights[0] + weights[1]));
  }
  return all;
}

}  // namespace

std::vector<double> weights_of(const PurposeTuning& tuning, int half) {
  std::vector<double> weights;
  for (std::size_t s = 0; s < tuning.purpose.shapes.size(); ++s) {
    weights.push_back(half < 0 || tuning.halves[s] == half ? tuning.purpose.shapes[s].weight : 0.0);
  }
  return weights;
}

PurposeTuning choose_for(const Accelerator& accelerator, const TuningResult& candidates, Purpose purpose) {
  PurposeRanking ranking(accelerator, candidates.library, purpose);
  PurposeTuning tuning{.purpose = std::move(purpose), .report = candidates.report};
  tuning.halves = halves_of_purpose(tuning.purpose);
  const std::vector<double> all = weights_of(tuning, -1);
  const KernelSet chosen = ranking.chosen(all);
  tuning.chosen = hashed(library_of(candidates.library, chosen), tuning.purpose.key);
  tuning.general = hashed(library_of(candidates.library, ranking.general()), {});
  RegretsByCount& regrets = tuning.regrets;
  regrets = {.chosen = ranking.regrets(chosen, all),
             .held_out = {},
             .general = ranking.regrets(ranking.general(), all),
             .chosen_synthetic = ranking.synthetic_regrets(chosen),
             .general_synthetic = ranking.synthetic_regrets(ranking.general())};
  tuning.report.mean_regret = regrets.chosen_synthetic.back();
  if (tuning.halves.empty()) return tuning;
  std::array<std::vector<double>, 2> of_other;
  std::array<double, 2> weights{};
  for (std::size_t half = 0; half < 2; ++half) {
    const std::vector<double> own = weights_of(tuning, static_cast<int>(half));
    const std::vector<double> other = weights_of(tuning, 1 - static_cast<int>(half));
    const KernelSet set = ranking.chosen(own);
    tuning.of_half[half] = hashed(library_of(candidates.library, set), tuning.purpose.key);
    of_other[half] = ranking.regrets(set, other);
    weights[half] = std::accumulate(other.begin(), other.end(), 0.0);
  }
  regrets.held_out = joined(of_other, weights);
  return tuning;
}

}  // namespace mikpoly::lab
