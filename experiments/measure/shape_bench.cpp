#include "experiments/measure/shape_bench.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "core/base/error.hpp"
#include "experiments/measure/foreign_load.hpp"
#include "experiments/measure/yardstick.hpp"

namespace mikpoly::lab {
namespace {

// Nobody's shape: planning it plans no other.
constexpr GemmShape kWakeUp{.m = 47, .n = 43, .k = 41};

bool runs(const BenchRow& row) {
  return row.outcome.status == "done";
}

// What throws is a row with its reason; the other contestants go on.
template <typename Step>
void attempt(BenchRow& row, Step step) {
  if (!runs(row)) return;
  try {
    step();
  } catch (const ShapeError& fault) {
    row.outcome = {.status = "skipped", .disposition = "unsupported", .reason = fault.what()};
  } catch (const std::exception& fault) {
    row.outcome.status = "failed";
    row.outcome.reason = fault.what();
    row.times.reset();
  }
}

void note_values(BenchRow& row, const ResultCheck& check) {
  row.check = check;
  row.outcome.disposition = check.fault.empty() ? "passed" : "failed";
  if (check.fault.empty()) return;
  row.outcome.status = "failed";
  row.outcome.reason = "wrong value: " + check.fault;
  row.times.reset();
}

// The rounds that pick and those that score; one round alone does both.
BenchTimes times_of(const RoundSamples& rounds) {
  const std::int64_t count = std::ssize(rounds);
  const std::int64_t half = count / 2;
  return {.all = measurement_of(rounds, 0, count),
          .pick = measurement_of(rounds, 0, std::max<std::int64_t>(half, 1)).median,
          .score = measurement_of(rounds, half, count).median,
          .later = std::nullopt};
}

}  // namespace

ShapeBench::ShapeBench(BenchSettings settings, std::vector<Contestant> contestants, Clock clock, LimitMeter* meter)
    : settings_(std::move(settings)),
      contestants_(std::move(contestants)),
      sampler_(settings_.sampling, std::move(clock)),
      meter_(meter),
      threads_(settings_.threads),
      random_(settings_.seed) {}

std::vector<BenchRow> ShapeBench::measure(const WorkloadItem& item, const std::atomic<int>* stop) {
  stop_ = stop;
  GemmProblem problem = settings_.problem;
  problem.shape = item.shape;
  std::vector<BenchRow> rows(contestants_.size());
  std::vector<Entrant> entrants;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    BenchRow& row = rows[i];
    row.item = item;
    row.backend = contestants_[i].name;
    row.is_subject = i == 0;
    entrants.push_back(
        {.backend = contestants_[i].backend.get(), .row = &row, .problem = problem, .packed = {}, .prepared = {}});
    attempt(row, [&] { prepare(entrants.back()); });
  }
  ShapeConditions conditions;
  try {
    check_measurable(problem, 1);
    if (settings_.mode == Mode::first) {
      measure_first(entrants, conditions);
    } else {
      measure_steady(entrants, conditions);
    }
  } catch (const std::exception&) {  // memory, or a call that worked once and then did not
    for (BenchRow& row : rows) attempt(row, [] { throw; });
  }
  for (BenchRow& row : rows) row.conditions = conditions;
  score_against_best_peer(rows);
  return rows;
}

void ShapeBench::prepare(Entrant& entrant) const {
  const std::string missing = entrant.backend->unsupported(entrant.problem);
  if (!missing.empty()) {
    entrant.row->outcome = {.status = "skipped", .disposition = "unsupported", .reason = missing};
  } else if (settings_.mode == Mode::prepared) {
    entrant.prepared = entrant.backend->prepare(entrant.problem);
  } else if (settings_.mode == Mode::packed && dynamic_cast<PackingBackend*>(entrant.backend) == nullptr) {
    entrant.row->outcome = {
        .status = "skipped", .disposition = "unsupported", .reason = entrant.row->backend + " packs no operands"};
  }
}

// Packing is not in the time, as with weights that are packed once.
void ShapeBench::pack(Entrant& entrant, const OperandSets& sets) const {
  if (settings_.mode != Mode::packed) return;
  auto& packing = dynamic_cast<PackingBackend&>(*entrant.backend);
  entrant.packed = packing.pack_b(entrant.problem, sets.operands(0).b);
  entrant.prepared = packing.prepare_packed(entrant.problem, *entrant.packed);
}

Calls ShapeBench::calls_of(const Entrant& entrant, const OperandSets& sets) const {
  return [this, &entrant, &sets, copy = std::int64_t{0}](std::int64_t calls) mutable {
    if (stop_ != nullptr && *stop_ != 0) throw MeasuringStopped{};
    for (std::int64_t i = 0; i < calls; ++i) {
      GemmOperands operands = sets.operands(copy);
      if (entrant.packed) operands.b = entrant.packed->data();
      if (entrant.prepared) {
        entrant.prepared->run(operands);
      } else {
        entrant.backend->run(entrant.problem, operands);
      }
      if (++copy == sets.copies()) copy = 0;
    }
  };
}

// A library starts its threads when it is first called, or loaded.
void ShapeBench::settle_threads(const Entrant& entrant) {
  const auto is_its = [&](const Contestant& contestant) { return contestant.backend.get() == entrant.backend; };
  threads_.settle(static_cast<std::size_t>(std::ranges::find_if(contestants_, is_its) - contestants_.begin()));
}

void ShapeBench::check_values(const Entrant& entrant, OperandSets& sets) {
  sets.poison(0);
  calls_of(entrant, sets)(1);
  settle_threads(entrant);
  note_values(*entrant.row, check_result(entrant.problem, sets.operands(0), settings_.seed));
}

void ShapeBench::measure_steady(std::vector<Entrant>& entrants, ShapeConditions& conditions) {
  const GemmProblem& problem = entrants.front().problem;
  const bool cold = settings_.mode == Mode::cold;
  OperandSets sets(problem, cold ? copies_for(problem, settings_.rotating_bytes) : 1, settings_.seed);
  if (cold) conditions.rotating_bytes = sets.copies() * footprint(problem);

  std::vector<Calls> calls;
  std::vector<Entrant*> timed;
  for (Entrant& entrant : entrants) {
    attempt(*entrant.row, [&] {
      pack(entrant, sets);
      check_values(entrant, sets);
    });
    if (!runs(*entrant.row)) continue;
    calls.push_back(calls_of(entrant, sets));
    timed.push_back(&entrant);
  }
  if (timed.empty()) return;
  const std::optional<ProcessorTime> before = processor_time();
  const std::vector<RoundSamples> rounds = interleaved(sampler_, calls, random_,
                                                       {.before_round =
                                                            [&] {
                                                              threads_.wait_until_idle();
                                                              meter_limits(problem, conditions);
                                                            },
                                                        .before_turn = [&] { threads_.wait_until_idle(); }});
  const std::optional<ProcessorTime> after = processor_time();
  if (before && after) conditions.foreign_processors = foreign_processors(*before, *after);
  for (std::size_t i = 0; i < timed.size(); ++i) {
    timed[i]->row->times = times_of(rounds[i]);
    attempt(*timed[i]->row, [&] { check_values(*timed[i], sets); });  // still right after all those calls
  }
}

void ShapeBench::measure_first(std::vector<Entrant>& entrants, ShapeConditions& conditions) {
  meter_limits(entrants.front().problem, conditions);
  const std::optional<ProcessorTime> before = processor_time();
  for (const std::int64_t turn : shuffled(std::ssize(entrants), random_)) {
    Entrant& entrant = entrants[static_cast<std::size_t>(turn)];
    attempt(*entrant.row, [&] { time_first(entrant); });
  }
  const std::optional<ProcessorTime> after = processor_time();
  if (before && after) conditions.foreign_processors = foreign_processors(*before, *after);
}

void ShapeBench::time_first(Entrant& entrant) {
  constexpr std::int64_t kMostLater = 7;
  constexpr std::int64_t kLeastLater = 3;
  constexpr std::int64_t kMostBytes = std::int64_t{1} << 30;
  const std::int64_t fitting = kMostBytes / std::max<std::int64_t>(footprint(entrant.problem), 1);
  const std::int64_t later = std::clamp(fitting, kLeastLater, kMostLater);
  // Copies of its own: no other contestant has used them.
  OperandSets sets(entrant.problem, 1 + later, settings_.seed);
  threads_.wait_until_idle();
  wake_up(*entrant.backend);
  settle_threads(entrant);
  const Calls calls = calls_of(entrant, sets);
  const double first = sampler_.once(calls);
  RoundSamples others(1);
  for (std::int64_t i = 0; i < later; ++i) others.front().push_back(sampler_.once(calls));
  const Measurement measured = measurement_of({{first}}, 0, 1);
  // One sample can neither be picked nor scored without the bias of a minimum; it is against the subject.
  entrant.row->times = BenchTimes{
      .all = measured, .pick = measured.median, .score = measured.median, .later = measurement_of(others, 0, 1).median};
  note_values(*entrant.row, check_result(entrant.problem, sets.operands(0), settings_.seed));
}

// The engine is built and its threads are awake, whatever the last shape was.
void ShapeBench::wake_up(Backend& backend) const {
  GemmProblem problem = settings_.problem;
  problem.shape = kWakeUp;
  if (!backend.unsupported(problem).empty()) return;
  const OperandSets sets(problem, 1, settings_.seed);
  backend.run(problem, sets.operands(0));
  backend.run(problem, sets.operands(0));
}

void ShapeBench::meter_limits(const GemmProblem& problem, ShapeConditions& conditions) {
  if (meter_ == nullptr || problem.shape.empty()) return;
  const ShapeLimits known = conditions.limits.value_or(ShapeLimits{});
  // The best of the rounds: disturbances only ever slow the machine down.
  const double peak = std::max(known.peak_gflops, meter_->peak_gflops());
  const double read =
      std::max(known.read_gbs, meter_->read_gbs(std::max(footprint(problem), conditions.rotating_bytes)));
  conditions.limits = limits_of(problem, peak, read);
  threads_.settle(contestants_.size());  // the meter's own
}

}  // namespace mikpoly::lab
