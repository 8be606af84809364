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

namespace mikpoly {

/// A chosen plan, and what the choice is worth.
struct Selection {
  Plan plan;
  double gap = -1.0;  ///< oracle only: share of the time that an unexplored plan could still save; 0 = proven best
};

class Selector {
 public:
  virtual ~Selector() = default;

  /// A plan that covers the shape; an empty plan when the shape has no output.
  /// Errors: none for valid shapes: every library kernel can run every shape.
  [[nodiscard]] virtual Selection select(const GemmShape& shape) const = 0;
};

/// What a selector may use. References must outlive the selector.
struct SelectorContext {
  const Accelerator& accelerator;
  const KernelLibrary& library;
  std::vector<std::string> patterns;  ///< names, e.g. {"I","II"}
  const PlanJudge* judge = nullptr;   ///< needed by selectors that judge (oracle)
};

using SelectorFactory = std::unique_ptr<Selector> (*)(const SelectorContext&);

/// In report order: mikpoly, wave, pipe, makespan, oracle, default-tile, best-tile ...
const Registry<SelectorFactory>& selectors();

/// Selectors whose plans may lie outside the oracle's space, and so are not part of "all":
/// `vendor`            what a vendor's library would do, by its tiles; the context's library must be that of
///                     tuning/vendor_kernels.hpp
/// `makespan-split-k`  the plan of makespan, or one tile with k split over tasks
const Registry<SelectorFactory>& further_selectors();

inline constexpr std::string_view kVendorSelector = "vendor";

/// The names of both tables.
std::vector<std::string> selector_names();

/// Of both tables.
/// Errors: ConfigError naming the nearest and all known names.
SelectorFactory find_selector(std::string_view name);

}  // namespace mikpoly
