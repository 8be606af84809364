#include "experiments/measure/measured_oracle.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "core/cost/cost_models.hpp"
#include "core/planner/planner.hpp"
#include "experiments/measure/operand_sets.hpp"
#include "experiments/statistics.hpp"

namespace mikpoly::lab {
namespace {

constexpr std::int64_t kFirstNs = 300'000;
constexpr std::size_t kFinalists = 4;
constexpr std::int64_t kFinalRounds = 8;

struct Contender {
  Plan plan;
  std::unique_ptr<PreparedGemm> prepared;
  std::int64_t batch = 0;
  std::vector<double> samples;  // ns
  const std::atomic<int>* stop = nullptr;

  [[nodiscard]] double median() const { return quantile(samples, 0.5); }
};

Calls calls_of(Contender& contender, const GemmOperands& operands) {
  return [&contender, operands](std::int64_t calls) {
    if (contender.stop != nullptr && *contender.stop != 0) throw MeasuringStopped{};
    for (std::int64_t i = 0; i < calls; ++i) contender.prepared->run(operands);
  };
}

// One round of each, in random order, each of at least `round_ns`.
void sample_all(std::vector<Contender>& field, const GemmOperands& operands, std::int64_t round_ns,
                SplitMix64& random) {
  const Sampler sampler({.round_ns = round_ns, .samples = 1, .slow_samples = 1}, steady_clock());
  for (const std::int64_t turn : shuffled(std::ssize(field), random)) {
    Contender& contender = field[static_cast<std::size_t>(turn)];
    const Calls calls = calls_of(contender, operands);
    if (contender.batch == 0) contender.batch = sampler.batch_size(calls);
    const std::vector<double> samples = sampler.round(calls, contender.batch);
    contender.samples.insert(contender.samples.end(), samples.begin(), samples.end());
  }
}

void keep_fastest(std::vector<Contender>& field, std::size_t count) {
  std::stable_sort(field.begin(), field.end(),
                   [](const Contender& a, const Contender& b) { return a.median() < b.median(); });
  field.erase(field.begin() + static_cast<std::ptrdiff_t>(std::min(count, field.size())), field.end());
}

}  // namespace

MeasuredOracle::MeasuredOracle(Engine& engine, const GemmProblem& problem, std::vector<std::string> patterns,
                               const ShortlistLimits& limits, std::uint64_t seed)
    : engine_(engine), problem_(problem), patterns_(std::move(patterns)), limits_(limits), seed_(seed) {}

OracleFinding MeasuredOracle::search(const std::atomic<int>* stop) const {
  if (problem_.shape.empty() || problem_.shape.k == 0) return {.plan = engine_.plan_for(problem_)};
  const GemmShape shape = engine_.planned_shape(problem_);
  const Shortlist list = shortlist(engine_.machine(), engine_.library_for(problem_), patterns_, shape, limits_);
  const std::vector<Plan> plans = contenders(list);
  return {
      .plan = fastest(plans, stop), .candidates = list.candidates, .near = list.near, .measured = std::ssize(plans)};
}

// Each plan once.
std::vector<Plan> MeasuredOracle::contenders(const Shortlist& list) const {
  const KernelLibrary& library = engine_.library_for(problem_);
  const GemmShape shape = engine_.planned_shape(problem_);
  std::vector<Plan> plans;
  std::set<std::string> seen;
  const auto add = [&](Plan plan) {
    if (seen.insert(to_text(plan, library)).second) plans.push_back(std::move(plan));
  };
  std::ranges::for_each(list.plans, add);
  // Where the model is far off, cut plans fill the shortlist and what best-tile measures would not be on it.
  if (std::ranges::find(patterns_, "I") != patterns_.end()) {
    const ShortlistLimits none_left_out{.factor = std::numeric_limits<double>::infinity(),
                                        .most = library.kernels.size()};
    std::ranges::for_each(shortlist(engine_.machine(), library, {"I"}, shape, none_left_out).plans, add);
  }
  for (const std::string& model : cost_models().names()) {
    add(make_planner(model, engine_.machine(), library, patterns_)->plan(shape));
  }
  return plans;
}

Plan MeasuredOracle::fastest(const std::vector<Plan>& plans, const std::atomic<int>* stop) const {
  const OperandSets sets(problem_, 1, seed_);
  const GemmOperands operands = sets.operands(0);
  std::vector<Contender> field;
  for (const Plan& plan : plans) {
    field.push_back(
        {.plan = plan, .prepared = engine_.prepare_plan(problem_, plan), .batch = 0, .samples = {}, .stop = stop});
  }
  SplitMix64 random(seed_);
  for (std::int64_t round_ns = kFirstNs; field.size() > kFinalists; round_ns *= 2) {
    sample_all(field, operands, round_ns, random);
    keep_fastest(field, std::max(kFinalists, field.size() / 2));
  }
  for (std::int64_t round = 0; round < kFinalRounds; ++round) sample_all(field, operands, 4 * kFirstNs, random);
  keep_fastest(field, 1);
  return field.front().plan;
}

}  // namespace mikpoly::lab
