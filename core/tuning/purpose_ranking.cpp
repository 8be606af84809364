#include "core/tuning/purpose_ranking.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/base/units.hpp"
#include "core/planner/planner.hpp"

namespace mikpoly {
namespace {

// `weights` of the sum `share`, from `first` on.
template <typename Weight>
void spread(std::span<const Weight> weights, double share, std::span<float> where) {
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (std::size_t s = 0; s < weights.size(); ++s) {
    where[s] = static_cast<float>(share * static_cast<double>(weights[s]) / sum);
  }
}

}  // namespace

PurposeRanking::PurposeRanking(const Accelerator& accelerator, const KernelLibrary& candidates, const Purpose& purpose)
    : rank_(rankings().find(candidates.key.parameters.ranking)),
      n_mik_(candidates.key.parameters.n_mik),
      general_share_(purpose.key.general_share),
      times_(time_synthetic(accelerator, candidates, candidates.key.parameters.n_syn)),
      synthetic_(times_.weights),
      synthetic_grid_(times_.average_weights),
      general_(rank_(times_, n_mik_)) {
  std::vector<GemmShape> shapes;
  for (const WeightedShape& each : purpose.shapes) shapes.push_back(each.shape);
  add_shapes(times_, accelerator, candidates, shapes);
  for (std::size_t s = 0; s < shapes.size(); ++s) {
    const auto best = static_cast<std::int64_t>(times_.best[synthetic_.size() + s]);
    refuse_endless(shapes[s], Picoseconds{best}, accelerator.name);
  }
}

KernelSet PurposeRanking::chosen(std::span<const double> weights) {
  const std::size_t first = synthetic_.size();
  for (std::vector<float>* all : {&times_.weights, &times_.average_weights}) {
    const std::vector<float>& synthetic = all == &times_.weights ? synthetic_ : synthetic_grid_;
    spread(std::span<const float>(synthetic), general_share_, std::span(*all).first(first));
    spread(weights, 1.0 - general_share_, std::span(*all).subspan(first));
  }
  return rank_(times_, n_mik_);
}

std::vector<double> PurposeRanking::regrets_from(std::size_t first, std::span<const std::size_t> kept,
                                                 std::span<const double> weights) const {
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<float> least(weights.size(), std::numeric_limits<float>::infinity());
  std::vector<double> regrets;
  for (const std::size_t candidate : kept) {
    double regret = 0.0;
    for (std::size_t s = 0; s < weights.size(); ++s) {
      least[s] = std::min(least[s], times_.times[candidate][first + s]);
      regret += weights[s] * static_cast<double>(least[s] / times_.best[first + s]);
    }
    regrets.push_back(regret / sum);
  }
  return regrets;
}

std::vector<double> PurposeRanking::regrets(std::span<const std::size_t> kept, std::span<const double> weights) const {
  return regrets_from(synthetic_.size(), kept, weights);
}

std::vector<double> PurposeRanking::synthetic_regrets(std::span<const std::size_t> kept) const {
  return regrets_from(0, kept, std::vector<double>(synthetic_.begin(), synthetic_.end()));
}

}  // namespace mikpoly
