// What the four numbers of tuning may be, wherever they are given: in files, on the command line and by programs.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/kernel/kernel_library.hpp"

namespace mikpoly {

struct TuningLimit {
  std::string_view name;
  std::int64_t TuningParameters::*value;
  std::int64_t least = 1;
  std::int64_t most = 1;
};

/// n_syn: a synthetic extent is 2^n_syn; n_mik: plans are searched over all pairs.
inline constexpr std::array<TuningLimit, 4> kTuningLimits{{{"n_gen", &TuningParameters::n_gen, 1, 1024},
                                                           {"n_syn", &TuningParameters::n_syn, 0, 20},
                                                           {"n_mik", &TuningParameters::n_mik, 1, 1024},
                                                           {"n_pred", &TuningParameters::n_pred, 1, 1'000'000}}};

}  // namespace mikpoly
