// PIPE: the paper's ablation that keeps f_pipe alone; a variant takes the least time per multiply-accumulate instead.
#include "core/cost/additive.hpp"

namespace mikpoly {

std::unique_ptr<CostModel> make_pipe(const Accelerator& accelerator, const KernelLibrary& library) {
  return make_additive(accelerator, library, {.waves = false, .pipe = true});
}

std::unique_ptr<CostModel> make_pipe_throughput(const Accelerator& accelerator, const KernelLibrary& library) {
  return make_additive(accelerator, library, {.waves = false, .pipe = true, .per_mac = true});
}

}  // namespace mikpoly
