#include "experiments/engine/repeats.hpp"

#include <algorithm>
#include <set>
#include <string_view>

namespace mikpoly::lab {
namespace {

/// Texts met so far in one workload.
struct Met {
  std::set<std::string_view> problems;
  std::set<std::string_view> shapes;
  std::set<std::string_view> extents_m;
};

// `MxNxK`, or `BATCHxMxNxK`.
std::string_view m_of(std::string_view shape) {
  if (std::ranges::count(shape, 'x') == 3) shape.remove_prefix(shape.find('x') + 1);
  return shape.substr(0, shape.find('x'));
}

}  // namespace

std::vector<WorkloadRepeats> repeats_of(const RunTable& table) {
  std::vector<WorkloadRepeats> repeats;
  std::vector<Met> met;
  for (const RunRow& row : table.rows) {
    const std::string_view problem = row.key.problem;
    const std::string_view name = problem.substr(0, problem.find('/'));
    const auto found = std::ranges::find(repeats, name, &WorkloadRepeats::workload);
    const auto at = static_cast<std::size_t>(found - repeats.begin());
    if (found == repeats.end()) {
      repeats.emplace_back().workload = name;
      met.emplace_back();
    }
    if (!met[at].problems.insert(problem).second) continue;
    repeats[at].seen += static_cast<double>(row.use.count);
    met[at].shapes.insert(row.shape);
    met[at].extents_m.insert(m_of(row.shape));
  }
  for (std::size_t i = 0; i < repeats.size(); ++i) {
    repeats[i].planned = std::ssize(met[i].problems);
    repeats[i].distinct = std::ssize(met[i].shapes);
    repeats[i].extents_m = std::ssize(met[i].extents_m);
  }
  return repeats;
}

}  // namespace mikpoly::lab
