#include <algorithm>
#include <exception>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "backends/reference/value_check.hpp"
#include "core/base/error.hpp"
#include "experiments/accuracy/accuracy_card.hpp"
#include "experiments/engine/laboratory.hpp"
#include "experiments/engine/regret.hpp"
#include "experiments/engine/workbench.hpp"

namespace mikpoly::lab {
namespace {

/// What a plan does on the machine, whoever chose it.
struct Trial {
  RowOutcome outcome;
  RowTimes times;
  RowUse use;
  bool extrapolated = false;
};

Trial try_plan(const Plan& plan, const Workbench& bench) {
  const std::string fault = coverage_fault(plan);
  ensure(fault.empty(), fault);
  Trial trial;
  trial.times.measured.source = TimeSource::simulated;
  trial.times.launch = bench.accelerator().fixed.launch;
  if (plan.region_count == 0) {  // no output: nothing is launched and nothing can be wrong
    trial.times.launch = Picoseconds{};
    trial.outcome.disposition = "passed";
    return trial;
  }
  const sim::SimulationReport report = bench.simulator().run(plan);
  trial.times.predicted = bench.equation_2().cost(plan);
  trial.times.predicted_makespan = bench.makespan().cost(plan);
  trial.times.measured.median = report.time;
  trial.use = {
      .waves = report.waves, .tail_util = report.tail_util, .pad_waste = report.pad_waste, .bound_by = report.bound_by};
  const ValueCheck values = check_values(plan, bench.library());
  trial.outcome.disposition = values.disposition;
  trial.outcome.reason = values.disposition == "failed" ? values.reason : "";
  trial.extrapolated = is_extrapolated(plan, bench.library());
  return trial;
}

/// Trials of one point by workbench and plan text: selectors that agree share one. The text alone names kernels, and a
/// vendor's kernel may have the id of a tuned one whose curve ends elsewhere.
using Trials = std::map<std::pair<const Workbench*, std::string>, Trial>;

void choose_and_try(ResultRow& row, const Selector& selector, const Workbench& bench, Trials& trials) {
  const Selection selection = selector.select(row.item.shape);
  const Plan& plan = selection.plan;
  if (!selection.unsupported.empty()) {
    row.outcome = declined(selection.unsupported);
    return;
  }
  row.choice.pattern = plan.pattern;
  const bool oracle = row.choice.selector == "oracle";  // best-tile knows a gap too, of its smaller space
  if (oracle && selection.gap >= 0.0) row.choice.oracle_gap = selection.gap;
  if (plan.region_count > 0) row.choice.plan = to_text(plan, bench.library());
  const std::pair asked(&bench, row.choice.plan);
  auto found = trials.find(asked);
  if (found == trials.end()) found = trials.emplace(asked, try_plan(plan, bench)).first;
  const Trial& trial = found->second;
  row.choice.extrapolated = trial.extrapolated;
  row.outcome = trial.outcome;
  row.times = trial.times;
  row.use = trial.use;
}

void fail(ResultRow& row, const std::exception& reason) {
  row.times.reset();
  row.outcome = failure(reason.what());
}

RowSetup setup_of(const Workbench& bench, const Study& study, const Point& point) {
  const Experiment& experiment = study.experiment;
  const Accelerator& accelerator = bench.accelerator();
  return {.workload = study.workloads[static_cast<std::size_t>(point.workload)].name,
          .types = bench.library().key.types,
          .hardware = accelerator.name,
          .backend = experiment.space.backend.empty() ? accelerator.backend : experiment.space.backend,
          .mode = experiment.times.judge.warm ? "warm" : "cold",
          .threads = {},
          .hardware_hash = bench.hardware().hash,
          .library_hash = bench.library().hash};
}

std::unique_ptr<Selector> selector_of(const std::shared_ptr<const Workbench>& bench, const std::string& name,
                                      const PatternSet& patterns, const std::vector<OwnSelector>& own,
                                      const SelectorSettings& settings) {
  if (bench == nullptr) return nullptr;
  const OwnSelector* mine = find_own(own, name);
  return mine == nullptr ? bench->selector(name, patterns, settings) : mine->make(bench, patterns);
}

/// A workbench for every machine of the study, a selector for every pattern set.
class SimulatedLaboratory final : public Laboratory {
 public:
  SimulatedLaboratory(const Study& study, const std::vector<OwnSelector>& own);

  [[nodiscard]] const LaboratoryFacts& facts() const override { return facts_; }
  [[nodiscard]] std::int64_t most_jobs() const override { return std::numeric_limits<std::int64_t>::max(); }
  [[nodiscard]] std::vector<ResultRow> rows_of(const Point& point, const std::atomic<int>* stop) const override;

 private:
  /// Errors: SelectionStopped.
  [[nodiscard]] std::vector<ResultRow> judged(const Point& point) const;

  struct Choice {
    std::string selector;
    std::string pattern_set;
    const Workbench* bench = nullptr;  ///< null: the machine lists no tiles of a vendor
    std::unique_ptr<Selector> make;
  };
  struct Machine {
    std::shared_ptr<const Workbench> bench;
    std::shared_ptr<const Workbench> vendor;  ///< only with the selector of that name
    std::vector<Choice> choices;
    std::unique_ptr<SingleKernelReference> all_candidates;  ///< only with regret_all
    std::optional<ValidatedRange> validated;                ///< by the machine's accuracy cards
  };

  const Study& study_;
  std::vector<Machine> machines_;
  LaboratoryFacts facts_;
};

SimulatedLaboratory::SimulatedLaboratory(const Study& study, const std::vector<OwnSelector>& own) : study_(study) {
  const Experiment& experiment = study.experiment;
  for (const HardwareFile& hardware : study.hardware) {
    const GemmTypes types = types_on(hardware.accelerator, experiment.space.dtype);
    LibraryChoice choice = choose_library(hardware, types, library_of(study, std::ssize(machines_)));
    facts_.library_origins.push_back(choice.origin);
    if (!choice.notice.empty()) facts_.notices.push_back(choice.notice);
    Machine& machine = machines_.emplace_back();
    machine.bench = std::make_unique<Workbench>(hardware, std::move(choice.library), experiment.times.judge);
    facts_.library_hashes.push_back(machine.bench->library().hash);
    machine.validated = validated_range(hardware);
    const bool asks_vendor = std::ranges::count(experiment.space.selectors, kVendorSelector) > 0;
    if (asks_vendor && !hardware.accelerator.vendor.tiles.empty()) {
      machine.vendor = std::make_unique<Workbench>(hardware, vendor_library(hardware, types), experiment.times.judge);
    }
    for (const PatternSet& patterns : experiment.space.pattern_sets) {
      for (const std::string& selector : experiment.space.selectors) {
        const std::shared_ptr<const Workbench>& bench = selector == kVendorSelector ? machine.vendor : machine.bench;
        machine.choices.push_back({.selector = selector,
                                   .pattern_set = name_of(patterns),
                                   .bench = bench.get(),
                                   .make = selector_of(bench, selector, patterns, own, experiment.settings)});
      }
    }
    if (experiment.regret_all) {
      machine.all_candidates = std::make_unique<SingleKernelReference>(
          machine.bench->accelerator(), library_key(hardware, types, experiment.library.parameters),
          experiment.times.judge);
    }
  }
  if (experiment.times.measure) facts_.notices.emplace_back("measure: says nothing to a simulated backend");
}

std::vector<ResultRow> SimulatedLaboratory::rows_of(const Point& point, const std::atomic<int>* /*stop*/) const {
  try {
    return judged(point);
  } catch (const SelectionStopped&) {
    return {};
  }
}

std::vector<ResultRow> SimulatedLaboratory::judged(const Point& point) const {
  const Machine& machine = machines_[static_cast<std::size_t>(point.hardware)];
  Trials trials;
  std::vector<ResultRow> rows;
  for (const Choice& choice : machine.choices) {
    ResultRow& row = rows.emplace_back();
    row.item = point.item;
    row.setup = setup_of(choice.bench != nullptr ? *choice.bench : *machine.bench, study_, point);
    row.choice.selector = choice.selector;
    row.choice.pattern_set = choice.pattern_set;
    try {
      if (choice.bench == nullptr) {
        row.outcome = declined(fmt::format("{} lists no vendor tiles", machine.bench->accelerator().name));
        continue;
      }
      choose_and_try(row, *choice.make, *choice.bench, trials);
      if (machine.validated && !machine.validated->covers(point.item.shape)) row.choice.extrapolated = true;
    } catch (const std::exception& reason) {
      fail(row, reason);
    }
  }
  score_against_oracle(rows, largest_set(study_.experiment.space.pattern_sets));
  const bool some_ran =
      std::any_of(rows.begin(), rows.end(), [](const ResultRow& row) { return row.times.has_value(); });
  if (machine.all_candidates && some_ran) {
    const Picoseconds best = machine.all_candidates->best_time(point.item.shape);
    for (ResultRow& row : rows) row.score.regret_all = regret_of(row.times, best);
  }
  return rows;
}

}  // namespace

std::unique_ptr<Laboratory> make_simulated_laboratory(const Study& study) {
  return make_simulated_laboratory_with({}, study);
}

std::unique_ptr<Laboratory> make_simulated_laboratory_with(const std::vector<OwnSelector>& own, const Study& study) {
  return std::make_unique<SimulatedLaboratory>(study, own);
}

bool is_extrapolated(const Plan& plan, const KernelLibrary& library) {
  for (const PlannedRegion& planned : plan.regions()) {
    const MicroKernel& kernel = library.kernels[static_cast<std::size_t>(planned.kernel)];
    if (kernel.steps(planned.depth()) > kernel.time.knots().back().steps) return true;
  }
  return false;
}

}  // namespace mikpoly::lab
