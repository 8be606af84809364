// WAVE: the paper's ablation that keeps f_wave alone. Ties: fewer regions, larger tile, kernel id; a variant breaks
// them by f_pipe first.
#include "core/cost/additive.hpp"

namespace mikpoly {

std::unique_ptr<CostModel> make_wave(const Accelerator& accelerator, const KernelLibrary& library) {
  return make_additive(accelerator, library, {.waves = true, .pipe = false});
}

std::unique_ptr<CostModel> make_wave_by_pipe(const Accelerator& accelerator, const KernelLibrary& library) {
  return make_additive(accelerator, library, {.waves = true, .pipe = false, .ties_by_pipe = true});
}

}  // namespace mikpoly
