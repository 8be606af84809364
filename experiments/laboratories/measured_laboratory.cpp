#include "experiments/laboratories/measured_laboratory.hpp"

#include <algorithm>
#include <exception>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "backends/cpu/operand_layout.hpp"
#include "backends/engine/engine.hpp"
#include "backends/engine/engine_libraries.hpp"
#include "core/base/error.hpp"
#include "core/base/hash.hpp"
#include "core/cost/cost_models.hpp"
#include "experiments/engine/manifest.hpp"
#include "experiments/engine/regret.hpp"
#include "experiments/measure/plan_backend.hpp"
#include "experiments/measure/plan_choice.hpp"
#include "experiments/measure/shape_bench.hpp"

namespace mikpoly::lab {
namespace {

/// One content hash for the libraries of all operand layouts: which one plans depends on the shape.
std::string libraries_hash(EngineLibraries& libraries) {
  std::string hashes;
  for (std::size_t i = 0; i < cpu::kOperandLayouts.size(); ++i) hashes += libraries.of(i).hash + "\n";
  return content_hash(hashes);
}

std::string host_text() {
  const HostFacts host = host_facts();
  return fmt::format("{}, {}, {} logical CPUs", host.name, host.cpu, host.logical_cpus);
}

std::vector<std::string> keys_unused_by_cores(const Experiment& experiment) {
  std::vector<std::string> sentences;
  if (experiment.times.judge != sim::SimulationOptions{}) sentences.emplace_back("judge: says nothing to backend cpu");
  if (experiment.regret_all) sentences.emplace_back("regret_all: says nothing to backend cpu");
  if (experiment.library.parameters != TuningParameters{}) {
    sentences.emplace_back("tuning: says nothing to backend cpu; mikpoly tune makes its libraries");
  }
  return sentences;
}

BenchSettings settings_of(const Experiment& experiment, const GemmProblem& problem) {
  const MeasureRules& rules = *experiment.times.measure;
  BenchSettings settings{.workload = experiment.name, .problem = problem, .mode = Mode::prepared};
  settings.threads = rules.threads;
  settings.sampling.rounds = rules.rounds;
  settings.sampling.round_ns = rules.round_ns;
  settings.seed = experiment.seed;
  return settings;
}

/// The distinct plans of a point, each to be measured once, and the rows that chose each.
class Field {
 public:
  Field(Engine& engine, const GemmProblem& problem) : engine_(engine), problem_(problem) {}

  /// Errors: as Engine::prepare_plan().
  void add(const Plan& plan, ResultRow& row) {
    const auto [place, is_new] = position_.try_emplace(row.choice.plan, plans_.size());
    if (is_new) {
      try {
        plans_.push_back(
            {.name = row.choice.plan, .backend = std::make_unique<PlanBackend>(nullptr, engine_, problem_, plan)});
      } catch (...) {
        position_.erase(place);
        throw;
      }
    }
    chosen_.emplace_back(place->second, &row);
  }

  void measure(const BenchSettings& settings, const WorkloadItem& item, const std::atomic<int>* stop) && {
    if (plans_.empty()) return;
    ShapeBench bench(settings, std::move(plans_), steady_clock(), nullptr);
    const std::vector<BenchRow> measured = bench.measure(item, stop);
    for (const auto& [position, row] : chosen_) {
      const BenchRow& timed = measured[position];
      row->outcome = timed.outcome;
      if (timed.times) {
        row->times->measured = timed.times->all;
      } else {
        row->times.reset();
      }
    }
  }

 private:
  Engine& engine_;
  const GemmProblem& problem_;
  std::map<std::string, std::size_t> position_;
  std::vector<Contestant> plans_;
  std::vector<std::pair<std::size_t, ResultRow*>> chosen_;
};

class MeasuredLaboratory final : public Laboratory {
 public:
  explicit MeasuredLaboratory(const Study& study);

  [[nodiscard]] const LaboratoryFacts& facts() const override { return facts_; }
  [[nodiscard]] std::int64_t most_jobs() const override { return 1; }
  [[nodiscard]] std::vector<ResultRow> rows_of(const Point& point, const std::atomic<int>* stop) const override;

 private:
  [[nodiscard]] RowSetup setup_of(const Point& point) const;
  /// Errors: MeasuringStopped.
  [[nodiscard]] std::vector<ResultRow> measured(const Point& point, const std::atomic<int>* stop) const;
  void choose(ResultRow& row, Engine& engine, const GemmProblem& problem, const PatternSet& patterns, Field& field,
              const std::atomic<int>* stop) const;

  const Study& study_;
  std::vector<std::unique_ptr<Engine>> engines_;  ///< by hardware
  LaboratoryFacts facts_;
};

MeasuredLaboratory::MeasuredLaboratory(const Study& study) : study_(study) {
  const Experiment& experiment = study.experiment;
  facts_.place = host_text();
  facts_.notices = keys_unused_by_cores(experiment);
  for (const HardwareFile& hardware : study.hardware) {
    const std::string& isa = hardware.accelerator.pe.isa;
    const std::string& path = experiment.library.path;
    engines_.push_back(std::make_unique<Engine>(
        EngineOptions{.threads = experiment.times.measure->threads, .library = path, .isa = isa}));
    EngineLibraries libraries(isa, path);
    facts_.library_hashes.push_back(libraries_hash(libraries));
    const std::vector<std::string> notices = libraries.notices();  // the engine reads them later
    facts_.notices.insert(facts_.notices.end(), notices.begin(), notices.end());
    facts_.library_origins.push_back(
        fmt::format("the kernel libraries of {} that the engine uses here", hardware.accelerator.name));
  }
}

RowSetup MeasuredLaboratory::setup_of(const Point& point) const {
  const auto hardware = static_cast<std::size_t>(point.hardware);
  const Accelerator& accelerator = study_.hardware[hardware].accelerator;
  return {.workload = study_.workloads[static_cast<std::size_t>(point.workload)].name,
          .types = types_on(accelerator, study_.experiment.space.dtype),
          .hardware = accelerator.name,
          .backend = "cpu",
          .mode = "warm",
          .threads = study_.experiment.times.measure->threads,
          .hardware_hash = study_.hardware[hardware].hash,
          .library_hash = facts_.library_hashes[hardware]};
}

void MeasuredLaboratory::choose(ResultRow& row, Engine& engine, const GemmProblem& problem, const PatternSet& patterns,
                                Field& field, const std::atomic<int>* stop) const {
  const PlanChoice chosen = choose_plan(engine, problem, row.choice.selector, patterns, stop);
  const Plan& plan = chosen.plan;
  row.times = RowTimes{.predicted = {}, .predicted_makespan = {}, .measured = {}, .launch = {}, .planning = {}};
  row.times->planning = chosen.planning;
  row.choice.pattern = plan.pattern;
  if (plan.region_count > 0) {
    const KernelLibrary& library = engine.library_for(problem);
    row.choice.plan = to_text(plan, library);
    row.choice.extrapolated = is_extrapolated(plan, library);
    row.times->predicted = cost_models().find("mikpoly")(engine.machine(), library)->cost(plan);
    row.times->predicted_makespan = engine.predicted(problem, plan);
  }
  field.add(plan, row);
}

std::vector<ResultRow> MeasuredLaboratory::measured(const Point& point, const std::atomic<int>* stop) const {
  const ExperimentSpace& space = study_.experiment.space;
  Engine& engine = *engines_[static_cast<std::size_t>(point.hardware)];
  const RowSetup setup = setup_of(point);
  const GemmProblem problem{.shape = point.item.shape, .types = setup.types};
  std::vector<ResultRow> rows(static_cast<std::size_t>(rows_per_point(study_.experiment)));
  Field field(engine, problem);
  auto row = rows.begin();
  for (const PatternSet& patterns : space.pattern_sets) {
    for (const std::string& selector : space.selectors) {
      row->item = point.item;
      row->setup = setup;
      row->choice.selector = selector;
      row->choice.pattern_set = name_of(patterns);
      try {
        choose(*row, engine, problem, patterns, field, stop);
      } catch (const std::exception& reason) {
        row->times.reset();
        row->outcome = failure(reason.what());
      }
      ++row;
    }
  }
  std::move(field).measure(settings_of(study_.experiment, problem), point.item, stop);
  score_against_oracle(rows, largest_set(space.pattern_sets));
  return rows;
}

std::vector<ResultRow> MeasuredLaboratory::rows_of(const Point& point, const std::atomic<int>* stop) const {
  try {
    return measured(point, stop);
  } catch (const MeasuringStopped&) {
    return {};
  }
}

}  // namespace

std::unique_ptr<Laboratory> make_measured_laboratory(const Study& study) {
  return std::make_unique<MeasuredLaboratory>(study);
}

}  // namespace mikpoly::lab
