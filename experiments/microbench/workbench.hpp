// What the micro-benchmarks share: the shipped library of ascend910a, and mikpoly-1433 in a fixed random order.
#pragma once

#include <vector>

#include "core/hardware/accelerator.hpp"
#include "core/kernel/kernel_library.hpp"
#include "core/problem/gemm_shape.hpp"

namespace mikpoly::microbench {

const Accelerator& accelerator();
const KernelLibrary& library();

/// The 1433 shapes, shuffled: a planner that only works in the order of the list would show.
const std::vector<GemmShape>& shapes();

/// A quantile of samples that are sorted in place.
double quantile(std::vector<double>& samples, double share);

}  // namespace mikpoly::microbench
