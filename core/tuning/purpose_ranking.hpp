// Kernels chosen for a purpose instead of for every shape, from the same candidates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/hardware/accelerator.hpp"
#include "core/kernel/kernel_library.hpp"
#include "core/tuning/purpose.hpp"
#include "core/tuning/ranking.hpp"

namespace mikpoly {

/// Positions of candidates, best first.
using KernelSet = std::vector<std::size_t>;

class PurposeRanking {
 public:
  /// Times all candidates on the synthetic shapes and on those of the purpose; of the candidates' parameters n_syn,
  /// n_mik and the ranking count.
  /// Errors: ShapeError for a shape that takes longer than kLongestTime with every candidate.
  PurposeRanking(const Accelerator& accelerator, const KernelLibrary& candidates, const Purpose& purpose);

  /// What S1 keeps when it knows of no purpose.
  [[nodiscard]] const KernelSet& general() const { return general_; }

  /// The candidates worth keeping for the purpose's shapes with these weights, one for each shape, 0 to leave it out;
  /// their sum stands for all of the weight that the synthetic shapes do not keep.
  [[nodiscard]] KernelSet chosen(std::span<const double> weights);

  /// Weighted means over the purpose's shapes of best-of-kept / best-of-all, with the first 1, 2 .. kernels kept.
  [[nodiscard]] std::vector<double> regrets(std::span<const std::size_t> kept, std::span<const double> weights) const;

  /// Likewise over the synthetic shapes, all alike.
  [[nodiscard]] std::vector<double> synthetic_regrets(std::span<const std::size_t> kept) const;

 private:
  [[nodiscard]] std::vector<double> regrets_from(std::size_t first, std::span<const std::size_t> kept,
                                                 std::span<const double> weights) const;

  Ranking rank_;
  std::int64_t n_mik_;
  double general_share_;
  ShapeTimes times_;                   // the synthetic shapes, then those of the purpose
  std::vector<float> synthetic_;       // weights of the synthetic shapes: 1
  std::vector<float> synthetic_grid_;  // in averages: 1 or 0
  KernelSet general_;
};

}  // namespace mikpoly
