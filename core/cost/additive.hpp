// Eq. 2 of MikPoly with either factor left out: the additive cost models.
//
//   cost = sum over regions of  f_wave * f_pipe
//   f_wave = ceil(tasks / slots),  slots = PEs * occupancy of the kernel        (Eq. 3)
//   f_pipe = g_predict(ceil(k / uK))                                            (Eq. 4)
//
// A trimmed kernel has no one g_predict: its f_pipe is the time of the region's largest task.
//
// Source: MikPoly (ASPLOS'24), equations 2 to 4; slots instead of PEs after its section 6.
// Known limits: regions are added as if run one after the other; no contention; error in core/README.md.
#pragma once

#include "core/cost/cost_model.hpp"
#include "core/cost/task_times.hpp"

namespace mikpoly {

/// What one wave of a kernel costs at this k range: the f_pipe that the form keeps. Padded kernels.
Picoseconds wave_cost(const MicroKernel& kernel, std::int64_t k, const AdditiveForm& form);

/// The same of a region of that size, whatever the kernel.
Picoseconds wave_cost(const TaskTimes& times, std::int64_t rows, std::int64_t columns, std::int64_t k,
                      const AdditiveForm& form);

/// A factor that is left out counts 1; without f_pipe a wave is 1 ps.
std::unique_ptr<CostModel> make_additive(const Accelerator& accelerator, const KernelLibrary& library,
                                         AdditiveForm form);

}  // namespace mikpoly
