// What kernels are chosen for: the shapes of a workload, and how much each counts.
//
// A shape's weight is the sum of count * weight of the items that have it. Shapes that pass kMostPurposeShapes are
// thinned out: laid side by side by n, k, batch and m, each as long as its weight, they are read off at the middles of
// kMostPurposeShapes equal parts. A shape that is met several times has as many parts of the weight; one that is not
// met is stood for by a neighbour.
#pragma once

#include <cstdint>
#include <vector>

#include "core/kernel/kernel_library.hpp"
#include "core/problem/gemm_shape.hpp"
#include "core/problem/workload.hpp"

namespace mikpoly {

/// The times of 5000 candidates on that many shapes are 40 MB.
inline constexpr std::int64_t kMostPurposeShapes = 2048;

struct WeightedShape {
  GemmShape shape;
  double weight = 0.0;

  bool operator==(const WeightedShape&) const = default;
};

struct Purpose {
  WorkloadKey key;
  std::vector<WeightedShape> shapes;  ///< distinct, by n, k, batch and m; the weights are positive and sum up to 1
  std::int64_t items = 0;             ///< of the workload
  std::int64_t left_out = 0;          ///< of these, without a product (an extent is 0) or without weight
  std::int64_t distinct = 0;          ///< shapes of the others, before they were thinned out
};

/// `general_share` of the weight stays with the synthetic shapes.
/// Errors: ConfigError for a weight that is negative or no number, a workload without weight, and a share that is not
///         in [0, 1).
Purpose purpose_of(const Workload& workload, double general_share);

}  // namespace mikpoly
