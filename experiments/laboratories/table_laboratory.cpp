#include "experiments/laboratories/table_laboratory.hpp"

#include <exception>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/hash.hpp"
#include "experiments/backend_names.hpp"
#include "experiments/engine/regret.hpp"
#include "experiments/table/table_halves.hpp"
#include "experiments/table/table_notices.hpp"
#include "experiments/table/table_selectors.hpp"

namespace mikpoly::lab {
namespace {

std::vector<std::string> keys_unused_by_tables(const Experiment& experiment) {
  std::vector<std::string> sentences;
  if (experiment.times.judge != sim::SimulationOptions{})
    sentences.emplace_back("judge: says nothing to backend table");
  if (experiment.times.measure) sentences.emplace_back("measure: says nothing to backend table");
  if (!experiment.library.path.empty()) {
    sentences.emplace_back("library: says nothing to backend table, whose kernels are the table's");
  }
  if (experiment.library.parameters != TuningParameters{}) {
    sentences.emplace_back("tuning: says nothing to backend table; table.keep and table.ranking choose kernels");
  }
  return sentences;
}

void skip(ResultRow& row, std::string reason) {
  row.times.reset();
  row.outcome = declined(std::move(reason));
}

std::optional<Picoseconds> predicted(const TableModels& models, std::string_view model, const Plan& plan) {
  if (!models.is_fitted(plan.storage[0].kernel)) return std::nullopt;
  return models.model(model).cost(plan);
}

/// A machine's two halves, with a selector of every name for each.
class TableMachine {
 public:
  TableMachine(const Study& study, const HardwareFile& hardware);

  [[nodiscard]] const TableHalves& halves() const { return halves_; }
  /// Of half `half` of the models, in the experiment's order.
  [[nodiscard]] const Selector& selector(int half, std::size_t index) const {
    return *selectors_[static_cast<std::size_t>(half)][index];
  }
  [[nodiscard]] std::string library_hash() const {
    return content_hash(halves_.learned_from(0).library().hash + "\n" + halves_.learned_from(1).library().hash);
  }

 private:
  TableHalves halves_;
  std::array<TableJudge, 2> judges_;
  std::array<std::vector<std::unique_ptr<Selector>>, 2> selectors_;
};

TableMachine::TableMachine(const Study& study, const HardwareFile& hardware)
    : halves_(*study.table, hardware, types_on(hardware.accelerator, study.experiment.space.dtype),
              study.experiment.times.table->keep),
      judges_{TableJudge(halves_.learned_from(0)), TableJudge(halves_.learned_from(1))} {
  for (std::size_t half = 0; half < judges_.size(); ++half) {
    for (const std::string& name : study.experiment.space.selectors) {
      selectors_[half].push_back(
          make_table_selector(name, halves_.learned_from(static_cast<int>(half)), judges_[half]));
    }
  }
}

class TableLaboratory final : public Laboratory {
 public:
  explicit TableLaboratory(const Study& study);

  [[nodiscard]] const LaboratoryFacts& facts() const override { return facts_; }
  [[nodiscard]] std::int64_t most_jobs() const override { return std::numeric_limits<std::int64_t>::max(); }
  [[nodiscard]] std::vector<ResultRow> rows_of(const Point& point, const std::atomic<int>* stop) const override;

 private:
  void tell_of(const HardwareFile& hardware, const TableHalves& halves);
  [[nodiscard]] RowSetup setup_of(const Point& point, const TableModels& models) const;
  void choose(ResultRow& row, const Selector& selector, const TableModels& models) const;
  [[nodiscard]] std::optional<Picoseconds> best_of_all(const GemmShape& shape) const;

  const Study& study_;
  std::vector<std::unique_ptr<TableMachine>> machines_;
  LaboratoryFacts facts_;
};

TableLaboratory::TableLaboratory(const Study& study) : study_(study) {
  facts_.notices = notices_of(*study.table);
  for (std::string& sentence : keys_unused_by_tables(study.experiment)) facts_.notices.push_back(std::move(sentence));
  for (const HardwareFile& hardware : study.hardware) {
    const TableMachine& machine = *machines_.emplace_back(std::make_unique<TableMachine>(study, hardware));
    facts_.library_hashes.push_back(machine.library_hash());
    tell_of(hardware, machine.halves());
  }
}

void TableLaboratory::tell_of(const HardwareFile& hardware, const TableHalves& halves) {
  const std::string& name = hardware.accelerator.name;
  for (const int half : halves.is_halved() ? std::vector{0, 1} : std::vector{0}) {
    const TableModels& models = halves.learned_from(half);
    const std::int64_t kernels = std::ssize(models.library().kernels);
    const std::string learned = halves.is_halved() ? fmt::format("half {} of the table", half) : "the table";
    facts_.library_origins.push_back(
        fmt::format("{} kernels of {} on {}, fitted to {} shapes of {}; a launch takes {:.3f} us", kernels,
                    study_.table->origin().file, name, halves.shapes(half).size(), learned,
                    models.accelerator().fixed.start.microseconds()));
    if (models.fitted_kernels() < kernels) {
      facts_.notices.push_back(fmt::format("{} of {} kernels have no time in {}; models do without them",
                                           kernels - models.fitted_kernels(), kernels, learned));
    }
  }
  if (!halves.is_halved()) facts_.notices.emplace_back(kNotHalved);
  if (const std::int64_t unfit = halves.learned_from(0).unfit_kernels(); unfit > 0) {
    facts_.notices.push_back(fmt::format(
        "{} kernels do not fit {} by its description; one task per PE is assumed, where no column occupancy says it",
        unfit, name));
  }
}

RowSetup TableLaboratory::setup_of(const Point& point, const TableModels& models) const {
  const HardwareFile& hardware = study_.hardware[static_cast<std::size_t>(point.hardware)];
  return {.workload = study_.workloads[static_cast<std::size_t>(point.workload)].name,
          .types = models.library().key.types,
          .hardware = hardware.accelerator.name,
          .backend = std::string(kTableBackend),
          .mode = "",
          .threads = {},
          .hardware_hash = hardware.hash,
          .library_hash = models.library().hash};
}

void TableLaboratory::choose(ResultRow& row, const Selector& selector, const TableModels& models) const {
  const GemmShape& shape = row.item.shape;
  const TimingTable& table = *study_.table;
  const std::int64_t position = table.find(shape);
  if (position < 0) return skip(row, unmeasured(shape));
  const Selection selection = selector.select(shape);
  const Plan& plan = selection.plan;
  row.choice.pattern = plan.pattern;
  row.choice.plan = to_text(plan, models.library());
  const TableProgram program = models.program(plan);
  const TableTime* time = table.time(position, program);
  if (time == nullptr) {
    const MicroKernel& kernel = models.library().kernels[static_cast<std::size_t>(plan.storage[0].kernel)];
    const std::string parts = program.k_parts > 1 ? fmt::format(" in {} parts of k", program.k_parts) : "";
    return skip(row, fmt::format("the table has no time of kernel {}{} on {}", kernel.id, parts, to_text(shape)));
  }
  row.choice.extrapolated = models.is_fitted(plan.storage[0].kernel) && is_extrapolated(plan, models.library());
  row.times = RowTimes{.predicted = predicted(models, "mikpoly", plan),
                       .predicted_makespan = predicted(models, "makespan", plan),
                       .measured = time->measured,
                       .launch = {},
                       .planning = {}};
  row.outcome.disposition = time->passed ? "passed" : "not_checked";
  if (row.choice.selector != "oracle") return;
  const std::int64_t holes = table.holes(position);
  if (holes == 0) {
    row.choice.oracle_gap = selection.gap;
  } else {
    row.outcome.reason = fmt::format("{} of {} kernels have no time here", holes, table.kernels().size());
  }
}

std::optional<Picoseconds> TableLaboratory::best_of_all(const GemmShape& shape) const {
  const std::int64_t position = study_.table->find(shape);
  if (position < 0) return std::nullopt;
  Picoseconds best{kLongestTime};
  for (const auto& [program, time] : study_.table->times(position)) best = std::min(best, time.measured.median);
  return best;
}

std::vector<ResultRow> TableLaboratory::rows_of(const Point& point, const std::atomic<int>* /*stop*/) const {
  const TableMachine& machine = *machines_[static_cast<std::size_t>(point.hardware)];
  const int half = machine.halves().speaks_of(study_.table->find(point.item.shape));
  const TableModels& models = machine.halves().learned_from(half);
  const ExperimentSpace& space = study_.experiment.space;
  std::vector<ResultRow> rows;
  for (std::size_t i = 0; i < space.selectors.size(); ++i) {
    ResultRow& row = rows.emplace_back();
    row.item = point.item;
    row.setup = setup_of(point, models);
    row.choice.selector = space.selectors[i];
    row.choice.pattern_set = name_of(space.pattern_sets.front());
    try {
      choose(row, machine.selector(half, i), models);
    } catch (const Error& no_time) {  // of a bucket, or of every kept kernel
      skip(row, no_time.what());
    } catch (const std::exception& fault) {
      row.times.reset();
      row.outcome = failure(fault.what());
    }
  }
  score_against_oracle(rows, largest_set(space.pattern_sets));
  if (study_.experiment.regret_all) {
    const std::optional<Picoseconds> best = best_of_all(point.item.shape);
    for (ResultRow& row : rows) row.score.regret_all = regret_of(row.times, best);
  }
  return rows;
}

}  // namespace

std::unique_ptr<Laboratory> make_table_laboratory(const Study& study) {
  return std::make_unique<TableLaboratory>(study);
}

}  // namespace mikpoly::lab
