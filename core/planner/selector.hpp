// Any way to get from a shape to a plan: MIKPOLY, WAVE, PIPE, makespan, ORACLE and the baselines.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/registry.hpp"
#include "core/hardware/accelerator.hpp"
#include "core/kernel/kernel_library.hpp"
#include "core/plan/plan.hpp"
#include "core/planner/plan_judge.hpp"
#include "core/planner/selector_settings.hpp"

namespace mikpoly {

/// A chosen plan, and what the choice is worth.
struct Selection {
  Plan plan;
  double gap = -1.0;  ///< oracle only: share of the time that an unexplored plan could still save; 0 = proven best
  std::string unsupported;  ///< why the selector declines the shape, in one sentence; empty: it does not
};

class Selector {
 public:
  virtual ~Selector() = default;

  /// A plan that covers the shape; an empty plan when the shape has no output, or the selector declines it.
  /// Errors: ShapeError for a shape whose plans take longer than kLongestTime.
  [[nodiscard]] virtual Selection select(const GemmShape& shape) const = 0;
};

/// What a selector may use. References must outlive the selector.
struct SelectorContext {
  const Accelerator& accelerator;
  const KernelLibrary& library;
  std::vector<std::string> patterns;  ///< names, e.g. {"I","II"}
  const PlanJudge* judge = nullptr;   ///< needed by selectors that judge (oracle)
  SelectorSettings settings;
};

using SelectorFactory = std::unique_ptr<Selector> (*)(const SelectorContext&);

/// In report order: mikpoly, wave, pipe, makespan, oracle, default-tile, best-tile ...
const Registry<SelectorFactory>& selectors();

/// Selectors that are not part of "all": an experiment names them.
/// Their plans may lie outside the oracle's space:
/// `vendor`            what a vendor's library would do, by its tiles; the context's library must be that of
///                     tuning/vendor_kernels.hpp
/// `makespan-split-k`  the plan of makespan, or one tile with k split over tasks
/// `stream_k`          one tile, the tail's k steps dealt out evenly over the machine's places
/// Inside it, one kernel tuned for another shape:
/// `bucketed`          for each extent rounded up to a power of two
/// `ranges`            for the nearest of eight sampled m in the declared 1..R; declines what was not declared.
///                     `ranges-R` says R in the name, so that one experiment can hold several
/// `symbolic`          for one shape
const Registry<SelectorFactory>& further_selectors();

/// Whether the plans of this selector are candidates of an oracle that may use pattern I, and so never better than it.
bool in_oracle_space(std::string_view name);

/// Whether every plan of this selector gives the whole output one kernel, whatever patterns it may use.
bool has_one_kernel(std::string_view name);

/// Whether the name is `ranges`, or written as `ranges-R` is; find_selector() says whether R is one.
bool is_ranges(std::string_view name);

inline constexpr std::string_view kVendorSelector = "vendor";

/// The names of both tables.
std::vector<std::string> selector_names();

/// Of both tables, and of `ranges-R`, whose R make_selector() puts into the settings.
/// Errors: ConfigError naming the nearest and all known names.
SelectorFactory find_selector(std::string_view name);

/// Errors: as find_selector().
std::unique_ptr<Selector> make_selector(std::string_view name, SelectorContext context);

/// The plan of a selection that somebody asked for by name.
/// Errors: ShapeError with the reason when the selector declines the shape.
Plan accepted_plan(Selection selection, std::string_view selector);

}  // namespace mikpoly
