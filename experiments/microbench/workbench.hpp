// What the micro-benchmarks share: two machines with their shipped libraries, and mikpoly-1433 in a fixed random order.
#pragma once

#include <vector>

#include "core/hardware/accelerator.hpp"
#include "core/kernel/kernel_library.hpp"
#include "core/problem/gemm_shape.hpp"

namespace mikpoly::microbench {

struct Machine {
  Accelerator accelerator;
  KernelLibrary library;
};

const Machine& npu();  ///< ascend910a
const Machine& gpu();  ///< a100-40

/// The 1433 shapes, shuffled: a planner that only works in the order of the list would show.
const std::vector<GemmShape>& shapes();

/// A quantile of samples that are sorted in place.
double quantile(std::vector<double>& samples, double share);

}  // namespace mikpoly::microbench
