// Turns the points of a study into rows: on the simulator, or on the clock of this machine.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/kernel/kernel_library.hpp"
#include "core/plan/plan.hpp"
#include "experiments/engine/own_selector.hpp"
#include "experiments/engine/result_row.hpp"
#include "experiments/engine/study.hpp"

namespace mikpoly::lab {

/// What a run should know before its first point.
struct LaboratoryFacts {
  std::vector<std::string> library_origins;  ///< where each machine's library comes from; one sentence each
  std::vector<std::string> library_hashes;   ///< content hash of the library of each machine
  std::vector<std::string> notices;          ///< what a person should know; one sentence each
  std::string place;                         ///< where rows are measured; empty where they are the same everywhere
};

class Laboratory {
 public:
  virtual ~Laboratory() = default;

  [[nodiscard]] virtual const LaboratoryFacts& facts() const = 0;

  /// Points that may be worked on at once.
  [[nodiscard]] virtual std::int64_t most_jobs() const = 0;

  /// The rows of a point, by pattern set and then selector. What fails is a row with its reason. Safe to call from
  /// most_jobs() threads.
  /// Returns: no rows when a point that takes long was told to stop: by `stop`, which may be null, not being zero,
  /// or by SelectionStopped.
  [[nodiscard]] virtual std::vector<ResultRow> rows_of(const Point& point, const std::atomic<int>* stop) const = 0;
};

using LaboratoryFactory = std::function<std::unique_ptr<Laboratory>(const Study&)>;

/// Rows are a pure function of the study, which must outlive the laboratory. Tunes the libraries that are neither given
/// nor shipped.
std::unique_ptr<Laboratory> make_simulated_laboratory(const Study& study);

/// The same with the selectors that the study was prepared with.
std::unique_ptr<Laboratory> make_simulated_laboratory_with(const std::vector<OwnSelector>& own, const Study& study);

/// Whether a kernel of the plan runs more k steps than its time curve was sampled for.
bool is_extrapolated(const Plan& plan, const KernelLibrary& library);

}  // namespace mikpoly::lab
