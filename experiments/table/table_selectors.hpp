// Selectors over the programs of a table: pattern I, one kernel, k whole or in the parts that were timed on some shape.
//
//   a cost model of the table of cost models   the program with the least cost, whether timed here or not; ties: larger
//                                              tile, then kernel id
//   oracle, best-tile                          the program with the least time in the table: exact
//   makespan-split-k                           makespan, whose programs are split already where the table has them so
//   all others                                 as they are, over pattern I, judged by the table
#pragma once

#include <compare>
#include <memory>
#include <string>
#include <string_view>

#include "core/planner/plan_judge.hpp"
#include "core/planner/selector.hpp"
#include "experiments/table/table_models.hpp"

namespace mikpoly::lab {

/// Judges plans by the times of a table: a hole takes kLongestTime.
class TableJudge final : public PlanJudge {
 public:
  explicit TableJudge(const TableModels& models) : models_(models) {}

  /// Errors: ConfigError for a shape that the table does not have.
  [[nodiscard]] Measurement judge(const Plan& plan) const override;
  [[nodiscard]] Picoseconds lower_bound(const Plan& plan, Picoseconds /*enough*/) const override {
    return judge(plan).median;
  }
  [[nodiscard]] Picoseconds least_task_time(std::int64_t /*kernel*/, std::int64_t /*k*/) const override { return {}; }
  // Of parts of a product a table knows nothing: only plans of one region are judged.
  [[nodiscard]] double least_share(std::int64_t /*kernel*/, std::int64_t /*k*/, Picoseconds /*end*/) const override {
    return 0.0;
  }
  [[nodiscard]] LoadShares least_loading(const GemmShape& /*shape*/, Picoseconds /*end*/) const override { return {}; }
  [[nodiscard]] Picoseconds fixed_time() const override { return {}; }
  [[nodiscard]] Picoseconds least_time(const GemmShape& shape) const override;

 private:
  const TableModels& models_;
};

/// The order in which a cost model chooses among programs.
class ProgramOrder {
 public:
  /// Errors: ConfigError for an unknown cost model.
  ProgramOrder(const TableModels& models, std::string_view cost_model);

  struct Rank {
    Picoseconds cost;
    Picoseconds tie;
    std::int64_t area = 0;  ///< of the tile, less than zero: larger ones first
    std::string_view kernel;
    std::int64_t k_parts = 1;

    auto operator<=>(const Rank&) const = default;
  };

  /// Of the plan of one program.
  [[nodiscard]] Rank rank(const Plan& plan) const;

 private:
  const TableModels& models_;
  const CostModel& model_;
  const CostModel* ties_ = nullptr;  ///< of models that say how to break them
};

/// Models and judge must outlive the selector. Its select() has ConfigError for a shape that the table does not have,
/// where it asks for times.
/// Errors: ConfigError for an unknown selector, or one that has no meaning on a table: vendor.
std::unique_ptr<Selector> make_table_selector(const std::string& name, const TableModels& models,
                                              const TableJudge& judge);

/// `the table has no times of MxNxK`.
std::string unmeasured(const GemmShape& shape);

}  // namespace mikpoly::lab
