// What predicts and chooses by a table: a kernel library whose g_predict was fitted to some of its shapes.
//
// Of the machine count the PEs, their clock and what decides how many tasks a PE holds; `makespan` also asks what the
// memory levels carry. What the launch takes is fitted, and stands in for the machine's start.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/cost/cost_model.hpp"
#include "core/hardware/hardware_file.hpp"
#include "core/kernel/kernel_library.hpp"
#include "core/plan/plan.hpp"
#include "experiments/table/table_settings.hpp"
#include "experiments/table/timing_table.hpp"

namespace mikpoly::lab {

/// Its parts refer to each other, so it stays where it was made. Const use is safe from many threads.
class TableModels {
 public:
  /// `learned`: the shapes that kernels are kept and curves fitted by. The table must outlive the models.
  /// Errors: ConfigError for an unknown ranking.
  TableModels(const TimingTable& table, const HardwareFile& hardware, const GemmTypes& types,
              std::span<const std::int64_t> learned, const TableKeep& keep);
  TableModels(const TableModels&) = delete;
  TableModels& operator=(const TableModels&) = delete;

  [[nodiscard]] const TimingTable& table() const { return table_; }
  [[nodiscard]] const Accelerator& accelerator() const { return accelerator_; }
  /// The kept kernels, best first; those without a time on the learned shapes have a curve that never pays.
  [[nodiscard]] const KernelLibrary& library() const { return library_; }
  /// A cost model of the table of cost models. Errors: ConfigError for an unknown one.
  [[nodiscard]] const CostModel& model(std::string_view name) const;

  /// Whether the library's kernel was timed on a learned shape.
  [[nodiscard]] bool is_fitted(std::int64_t position) const { return fitted_[static_cast<std::size_t>(position)]; }
  [[nodiscard]] std::int64_t fitted_kernels() const;
  /// Kept kernels that the machine could not hold by its description: one task per PE is assumed.
  [[nodiscard]] std::int64_t unfit_kernels() const { return unfit_; }

  /// The whole product by one program of the table, whose kernel must be kept.
  [[nodiscard]] Plan plan(const GemmShape& shape, const TableProgram& program) const;
  /// The program of a pattern-I plan over the library.
  [[nodiscard]] TableProgram program(const Plan& plan) const;
  [[nodiscard]] bool is_kept(std::int64_t kernel) const { return position_[static_cast<std::size_t>(kernel)] >= 0; }

  /// What a model may choose, for any shape: every program of a kept kernel that was timed on some shape. Which were
  /// timed on the shape at hand it must not know; a choice without a time is a hole.
  [[nodiscard]] std::vector<TableProgram> candidates() const;

 private:
  void add_kernel(std::int64_t kernel, const GemmTypes& types);
  void fit(std::span<const std::int64_t> learned);

  const TimingTable& table_;
  Accelerator accelerator_;
  KernelLibrary library_;
  std::vector<std::int64_t> kernels_;   ///< of the table, by position in the library
  std::vector<std::int64_t> position_;  ///< in the library, by kernel of the table; -1: not kept
  std::vector<bool> fitted_;
  std::int64_t unfit_ = 0;
  std::vector<std::unique_ptr<CostModel>> models_;  ///< in the order of the table of cost models
};

}  // namespace mikpoly::lab
