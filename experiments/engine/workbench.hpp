// One machine, one library, one simulator and the two cost models every row reports: ready to plan and to judge.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/cost/cost_model.hpp"
#include "core/hardware/hardware_file.hpp"
#include "core/kernel/kernel_library.hpp"
#include "core/planner/selector.hpp"
#include "sim/simulator.hpp"

namespace mikpoly::lab {

/// Its parts refer to each other, so it stays where it was made. Const use is safe from many threads.
class Workbench {
 public:
  Workbench(HardwareFile hardware, KernelLibrary library, const sim::SimulationOptions& options);
  Workbench(const Workbench&) = delete;
  Workbench& operator=(const Workbench&) = delete;

  [[nodiscard]] const HardwareFile& hardware() const { return hardware_; }
  [[nodiscard]] const Accelerator& accelerator() const { return hardware_.accelerator; }
  [[nodiscard]] const KernelLibrary& library() const { return library_; }
  [[nodiscard]] const sim::Simulator& simulator() const { return simulator_; }
  [[nodiscard]] const CostModel& equation_2() const { return *equation_2_; }
  [[nodiscard]] const CostModel& makespan() const { return *makespan_; }

  /// A selector over this library that may use `patterns` and, if it judges, the simulator. The workbench must outlive
  /// it.
  /// Errors: ConfigError for an unknown selector.
  [[nodiscard]] std::unique_ptr<Selector> selector(const std::string& name, std::vector<std::string> patterns,
                                                   const SelectorSettings& settings = {}) const;

 private:
  HardwareFile hardware_;
  KernelLibrary library_;
  sim::Simulator simulator_;
  std::unique_ptr<CostModel> equation_2_;
  std::unique_ptr<CostModel> makespan_;
};

}  // namespace mikpoly::lab
