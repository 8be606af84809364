// Rows of an experiment whose backend is cpu: the plans of all selectors, run on this machine and timed side by side.
//
// Each distinct plan of a shape is measured once, so that selectors that agree share a time. All plans of a shape take
// turns in the same rounds (measure/shape_bench.hpp), ORACLE's pick among them: it is found by measuring first and
// scored by measuring again. Calls are prepared, operands warm, values checked; points are taken one at a time.
#pragma once

#include "experiments/engine/laboratory.hpp"

namespace mikpoly::lab {

/// The study must be measured, and outlive the laboratory.
/// Errors: as Engine().
std::unique_ptr<Laboratory> make_measured_laboratory(const Study& study);

}  // namespace mikpoly::lab
