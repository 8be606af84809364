// Kernels chosen for a workload: the set, what S1 would keep without one, and what each half of the workload chooses.
#pragma once

#include <array>
#include <vector>

#include "core/hardware/accelerator.hpp"
#include "core/kernel/kernel_library.hpp"
#include "core/tuning/purpose.hpp"
#include "core/tuning/tuner.hpp"

namespace mikpoly::lab {

/// Mean regrets against all candidates with the first 1, 2 .. kernels kept: predicted, pattern I.
struct RegretsByCount {
  std::vector<double> chosen;             ///< on the workload, of the kernels chosen for it
  std::vector<double> held_out;           ///< on each half, of those chosen for the other; empty without halves
  std::vector<double> general;            ///< on the workload, of the general set
  std::vector<double> chosen_synthetic;   ///< on the synthetic shapes, all alike
  std::vector<double> general_synthetic;  ///< likewise
};

struct PurposeTuning {
  Purpose purpose;
  TuningReport report;  ///< its mean regret is that of `chosen` on the synthetic shapes
  KernelLibrary chosen;
  KernelLibrary general;
  std::vector<int> halves;               ///< 0 or 1 for each shape of the purpose; empty where they cannot be halved
  std::array<KernelLibrary, 2> of_half;  ///< chosen for one half alone
  RegretsByCount regrets;
};

/// The weights of the purpose's shapes; of `half` 0 or 1 alone, the others 0, unless it is -1.
std::vector<double> weights_of(const PurposeTuning& tuning, int half);

/// Chooses from timed candidates by their key's ranking. Halves: by the hash of `{n}x{k}`, as split.hpp says.
/// Errors: as PurposeRanking.
PurposeTuning choose_for(const Accelerator& accelerator, const TuningResult& candidates, Purpose purpose);

}  // namespace mikpoly::lab
