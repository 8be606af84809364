// A first look at a table: how well g_predict describes its kernels, what each selector's choices cost, which kernels
// are worth keeping. All of it on shapes that were not learned from, one half by the other and the other way round;
// where a table has no halves (table_halves.hpp), on all shapes once.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "experiments/accuracy/accuracy.hpp"
#include "experiments/table/table_halves.hpp"
#include "experiments/table/table_ranking.hpp"

namespace mikpoly::lab {

/// Times by Eq. 2 and the fitted launch against the table, of one kernel.
struct KernelError {
  std::int64_t kernel = 0;  ///< of the table
  Accuracy accuracy;
};

/// What a selector's choices cost, over the best in the table.
struct ChoiceScore {
  std::int64_t shapes = 0;  ///< with a time of the choice
  std::int64_t holes = 0;   ///< without
  double of_oracle = 0.0;   ///< geometric mean of best / chosen; NaN without shapes, as all that follow
  double median = 0.0;      ///< of chosen / best
  double p95 = 0.0;
  double worst = 0.0;
  double of_oracle_common = 0.0;  ///< as of_oracle, on the shapes that every selector's choice has a time on
};

/// Whether a model orders what was timed as the table does. NaN for selectors that are no model.
struct OrderScore {
  double tau_within = 0.0;       ///< mean over the shapes of Kendall's tau over the programs of one
  double tau_all = 0.0;          ///< Kendall's tau over all pairs
  std::array<double, 3> hits{};  ///< share of shapes whose best program is among the first 1, 3 and 5
};

struct SelectorScore {
  std::string selector;
  ChoiceScore choice;
  OrderScore order;
};

/// A shape on which a selector chose badly.
struct WorstChoice {
  std::int64_t shape = 0;
  double regret = 0.0;
  std::string chosen;  ///< plans as text
  std::string best;
};

/// What the models that learned from one half say of the other.
struct HeldOut {
  int learned = 0;  ///< that half
  Picoseconds fixed;
  Accuracy accuracy;  ///< over all kernels
  std::vector<KernelError> kernels;
  std::vector<SelectorScore> selectors;
  std::int64_t scored = 0;         ///< shapes of the other half
  std::int64_t common = 0;         ///< of them, those on which the choice of every selector has a time
  std::vector<WorstChoice> worst;  ///< of `mikpoly`, largest regret first
};

/// Scores what learned from one half on the other; of a table without halves `learned` must be 1.
HeldOut score_held_out(const TableHalves& halves, int learned);

/// Regrets of the kernels that one criterion keeps, by their number.
struct KeptCurve {
  std::string criterion;
  int learned = 0;
  std::vector<KeptRegret> regrets;  ///< on the other half
};

/// Of every criterion, each half by the other, or all shapes by themselves where there are no halves; kept kernels need
/// no machine. `halves`: as halves_of_shapes().
std::vector<KeptCurve> kept_curves(const TimingTable& table, const std::vector<int>& halves);

}  // namespace mikpoly::lab
