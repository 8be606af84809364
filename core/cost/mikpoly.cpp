// MikPoly's cost, Eq. 2 to the letter: waves x pipelined task, summed over regions. Overheads are not included.
#include "core/cost/additive.hpp"

namespace mikpoly {

std::unique_ptr<CostModel> make_mikpoly(const Accelerator& accelerator, const KernelLibrary& library) {
  return make_additive(accelerator, library, {.waves = true, .pipe = true});
}

}  // namespace mikpoly
