#include "sim/group.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace mikpoly::sim {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr double kFastest = 1e12;  // tasks per cycle of a server that needs no time

// Positions closer than this are the same: events are hit up to rounding.
double tolerance(double tasks) {
  return 1e-12 * (1.0 + tasks);
}

double rate_of(double cycles_per_task) {
  return cycles_per_task > 0.0 ? 1.0 / cycles_per_task : kFastest;
}

// Cycles until `behind` (rate `fast`) meets a limit now `gap` ahead that moves with rate `slow`.
double meeting(double gap, double fast, double slow) {
  return fast > slow ? gap / (fast - slow) : kNever;
}

// Rate of a server that waits for one with `neighbour` rate: that rate, or its own if clearly less. The division of the
// levels is found by repetition, so the two differ by what is left of it; taken seriously, that would make the server
// fall behind and catch up again in thousands of events.
double keep_up(double own, double neighbour) {
  return own >= neighbour * (1.0 - kDivisionError) ? neighbour : own;
}

}  // namespace

Group::Group(const SlotList& list, bool zero_fill) : list_(&list), zero_fill_(zero_fill) {
  for (std::size_t i = 0; i < list.run_count; ++i) total_ += list.runs[i].tasks;
  for (Place* place : {&loader_, &chain_, &storer_}) {
    place->run_end = list.run_count > 0 ? list.runs[0].tasks : 0.0;
  }
}

const Run& Group::run_of(const Place& place) const {
  return list_->runs[std::min(place.run, list_->run_count - 1)];
}

double Group::chain_limit() const {
  if (loader_.run == list_->run_count) return total_;
  // A run that is loaded whole can be computed whole, whatever the steps of the next one are.
  if (loader_.run > chain_.run) return std::max(chain_.run_end, loader_.tasks - 1.0 / run_of(loader_).steps);
  return loader_.tasks - (zero_fill_ ? 0.0 : 1.0 / run_of(chain_).steps);
}

double Group::loader_limit() const {
  return chain_.tasks + list_->ahead / run_of(loader_).steps;
}

double Group::storer_limit() const {
  if (chain_.run == list_->run_count) return total_;
  return chain_.tasks - (zero_fill_ ? 0.0 : 1.0);
}

double Group::output_limit() const {
  return storer_.tasks + list_->behind;
}

// One for all comparisons of an event, so that flows and rates agree on who waits; the loader is farthest.
double Group::slack() const {
  return tolerance(loader_.tasks);
}

void Group::expect_own_rates() {
  chain_rate_ = chain_.run == list_->run_count ? 0.0 : rate_of(run_of(chain_).chain_cycles);
}

Flow Group::load_flow() const {
  if (loader_.run == list_->run_count) return {};
  const Run& run = run_of(loader_);
  double rate = rate_of(run.load_cycles);
  if (loader_.tasks >= loader_limit() - slack()) rate = std::min(rate, chain_rate_);
  return {list_->slots, rate * run.load_bytes, list_->levels[loader_.run].load_shares, 0.0};
}

Flow Group::store_flow() const {
  if (finished() || storer_.tasks > storer_limit() + slack()) return {};
  const Run& run = run_of(storer_);
  double rate = rate_of(run.store_cycles);
  if (storer_.tasks >= storer_limit() - slack()) rate = std::min(rate, chain_rate_);
  return {list_->slots, rate * run.store_bytes, list_->levels[storer_.run].store_shares, 0.0};
}

bool Group::set_rates(double load_bytes_per_cycle, double store_bytes_per_cycle) {
  const double before = chain_rate_;
  const Run& load = run_of(loader_);
  const Run& store = run_of(storer_);
  const double near = slack();
  const double load_free = load.load_bytes > 0.0 ? load_bytes_per_cycle / load.load_bytes : rate_of(load.load_cycles);
  const double store_free =
      store.store_bytes > 0.0 ? store_bytes_per_cycle / store.store_bytes : rate_of(store.store_cycles);
  loader_rate_ = loader_.run == list_->run_count ? 0.0 : load_free;
  expect_own_rates();
  storer_rate_ = store_free;

  // Waiting for a neighbour: beyond the limit stand still, at the limit go at the neighbour's rate.
  if (chain_.tasks > chain_limit() + near) chain_rate_ = 0.0;
  if (chain_.tasks >= chain_limit() - near) chain_rate_ = std::min(chain_rate_, loader_rate_);
  if (chain_.tasks >= output_limit() - near) chain_rate_ = std::min(chain_rate_, storer_rate_);
  if (loader_.tasks > loader_limit() + near) loader_rate_ = 0.0;
  if (loader_.tasks >= loader_limit() - near) loader_rate_ = keep_up(loader_rate_, chain_rate_);
  if (chain_.run < list_->run_count) {
    if (storer_.tasks > storer_limit() + near) storer_rate_ = 0.0;
    if (storer_.tasks >= storer_limit() - near) storer_rate_ = keep_up(storer_rate_, chain_rate_);
  }
  return std::abs(chain_rate_ - before) > kDivisionError * before;
}

double Group::next_event() const {
  const double near = slack();
  double next = kNever;
  for (const auto& [place, rate] :
       {std::pair{&loader_, loader_rate_}, {&chain_, chain_rate_}, {&storer_, storer_rate_}}) {
    if (place->run < list_->run_count) next = std::min(next, meeting(place->run_end - place->tasks, rate, 0.0));
  }
  const auto watch = [&](double limit, double limit_rate, const Place& place, double rate) {
    const double gap = limit - place.tasks;
    if (gap > near) next = std::min(next, meeting(gap, rate, limit_rate));
    if (gap < -near) next = std::min(next, meeting(-gap, limit_rate, rate));
  };
  if (loader_.run < list_->run_count) {
    watch(chain_limit(), loader_rate_, chain_, chain_rate_);
    watch(loader_limit(), chain_rate_, loader_, loader_rate_);
  }
  if (chain_.run < list_->run_count) {
    watch(storer_limit(), chain_rate_, storer_, storer_rate_);
    watch(output_limit(), storer_rate_, chain_, chain_rate_);
  }
  return next;
}

void Group::move(Place& place, double tasks) const {
  place.tasks += tasks;
  while (place.run < list_->run_count && place.tasks >= place.run_end - tolerance(place.run_end)) {
    place.tasks = place.run_end;  // a coarse step ends here, however far it would go
    ++place.run;
    if (place.run < list_->run_count) place.run_end += list_->runs[place.run].tasks;
  }
}

void Group::advance(double cycles, bool coarse) {
  const auto held = [coarse](double tasks, double limit, const Place& place) {
    return coarse ? std::clamp(limit - place.tasks, 0.0, tasks) : tasks;
  };
  move(loader_, loader_rate_ * cycles);
  const bool computed = chain_.run == list_->run_count;
  move(chain_, held(chain_rate_ * cycles, chain_limit(), chain_));
  const double finished = computed || zero_fill_ ? chain_.tasks : chain_.tasks - 1.0;
  move(storer_, held(storer_rate_ * cycles, finished, storer_));
}

Progress Group::progress(double cycles, std::size_t group) const {
  return {cycles, group, {loader_.tasks, chain_.tasks, storer_.tasks}};
}

}  // namespace mikpoly::sim
