#include "core/workload/combinations.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mikpoly {
namespace {

/// Depth first through the formulas; a dimension that is met on its own way is in a cycle.
class Sorter {
 public:
  explicit Sorter(const std::vector<NamedDim>& dims) : dims_(dims), state_(dims.size(), State::open) {}

  DimOrder sort() && {
    for (std::int64_t dim = 0; dim < std::ssize(dims_); ++dim) visit(dim);
    return std::move(result_);
  }

 private:
  enum class State { open, on_the_way, done };

  void visit(std::int64_t dim) {
    State& state = state_[static_cast<std::size_t>(dim)];
    if (state == State::done) return;
    if (state == State::on_the_way) return report(dim);
    state = State::on_the_way;
    way_.push_back(dim);
    const NamedDim& named = dims_[static_cast<std::size_t>(dim)];
    if (named.formula) {
      for (const std::int64_t used : named.formula->used()) visit(used);
    }
    way_.pop_back();
    state = State::done;
    result_.order.push_back(dim);
  }

  void report(std::int64_t dim) {
    std::string chain;
    for (auto each = std::ranges::find(way_, dim); each != way_.end(); ++each) {
      chain += dims_[static_cast<std::size_t>(*each)].name + " -> ";
    }
    const std::string& name = dims_[static_cast<std::size_t>(dim)].name;
    result_.cycles.push_back({dim, {0, fmt::format("runs in a cycle: {}{}", chain, name)}});
  }

  const std::vector<NamedDim>& dims_;
  std::vector<State> state_;
  std::vector<std::int64_t> way_;
  DimOrder result_;
};

// Goes to the next combination of positions, the last dimension fastest; false after the last.
bool advance(const std::vector<NamedDim>& dims, std::vector<std::size_t>& positions) {
  for (std::size_t dim = dims.size(); dim-- > 0;) {
    if (dims[dim].formula) continue;
    if (++positions[dim] < dims[dim].values.size()) return true;
    positions[dim] = 0;
  }
  return false;
}

// Works out the formulas at the last combination.
void work_out(const std::vector<NamedDim>& dims, const std::vector<std::int64_t>& order,
              std::vector<std::int64_t>& values, Combinations& all, std::vector<DimFault>& faults) {
  for (const std::int64_t dim : order) {
    const auto at = static_cast<std::size_t>(dim);
    if (!dims[at].formula) continue;
    const FormulaValue found = dims[at].formula->evaluate(values);
    values[at] = found.value;
    all.values[all.values.size() - dims.size() + at] = found.value;
    if (!found.fault || std::ranges::find(faults, dim, &DimFault::dim) != faults.end()) continue;
    faults.push_back({dim, all.placed(*found.fault, all.size() - 1, *dims[at].formula)});
  }
}

}  // namespace

FormulaFault Combinations::placed(const FormulaFault& fault, std::int64_t index, const Formula& formula) const {
  std::string where;
  for (const std::int64_t position : formula.used()) {
    const auto at = static_cast<std::size_t>(position);
    where += fmt::format("{}{} = {}, ", where.empty() ? "at " : "", names[at], of(index)[at]);
  }
  return {fault.offset, where + fault.sentence};
}

DimOrder order_of(const std::vector<NamedDim>& dims) {
  return Sorter(dims).sort();
}

double combination_count(const std::vector<NamedDim>& dims) {
  double count = 1.0;
  for (const NamedDim& dim : dims) count *= dim.formula ? 1.0 : static_cast<double>(dim.values.size());
  return count;
}

Combinations combine(const std::vector<NamedDim>& dims, const std::vector<std::int64_t>& order,
                     std::vector<DimFault>& faults) {
  Combinations all;
  for (const NamedDim& dim : dims) all.names.push_back(dim.name);
  if (combination_count(dims) == 0.0) return all;
  std::vector<std::size_t> positions(dims.size(), 0);
  std::vector<std::int64_t> values(dims.size(), 0);
  do {
    Use use;
    for (std::size_t dim = 0; dim < dims.size(); ++dim) {
      if (dims[dim].formula) continue;
      const WeightedValue& value = dims[dim].values[positions[dim]];
      values[dim] = value.value;
      use = times(use, value.use);
    }
    all.uses.push_back(use);
    all.values.insert(all.values.end(), values.begin(), values.end());
    work_out(dims, order, values, all, faults);
  } while (advance(dims, positions));
  return all;
}

}  // namespace mikpoly
