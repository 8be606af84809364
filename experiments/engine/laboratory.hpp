// Turns points into rows: a workbench for every machine of a study, a selector for every pattern set.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "experiments/engine/regret.hpp"
#include "experiments/engine/result_row.hpp"
#include "experiments/engine/study.hpp"
#include "experiments/engine/workbench.hpp"

namespace mikpoly::lab {

class Laboratory {
 public:
  /// The study must outlive it. Tunes the libraries that are neither given nor shipped.
  explicit Laboratory(const Study& study);

  /// Where each machine's library comes from; one sentence each.
  [[nodiscard]] const std::vector<std::string>& library_origins() const { return origins_; }
  /// The sentences of those libraries that had to be tuned.
  [[nodiscard]] const std::vector<std::string>& notices() const { return notices_; }
  /// Content hash of the library of each machine.
  [[nodiscard]] std::vector<std::string> library_hashes() const;

  /// The rows of a point, by pattern set and then selector: a pure function of the study. What fails is a row with its
  /// reason. Safe to call from many threads.
  [[nodiscard]] std::vector<ResultRow> rows_of(const Point& point) const;

 private:
  struct Choice {
    std::string selector;
    std::string pattern_set;
    std::unique_ptr<Selector> make;
  };
  struct Machine {
    std::unique_ptr<Workbench> bench;
    std::vector<Choice> choices;
    std::unique_ptr<SingleKernelReference> all_candidates;  ///< only with regret_all
  };

  const Study& study_;
  std::vector<Machine> machines_;
  std::vector<std::string> origins_;
  std::vector<std::string> notices_;
};

}  // namespace mikpoly::lab
