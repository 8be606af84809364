// The backends by the way their times come about.
#pragma once

#include <array>
#include <string_view>

namespace mikpoly::lab {

inline constexpr std::array<std::string_view, 2> kSimulatedBackends{"npu", "gpu_sim"};
inline constexpr std::string_view kTableBackend = "table";   ///< times that were measured before, in a file
inline constexpr std::string_view kMeasuredBackend = "cpu";  ///< that runs experiments; bench measures peers too
inline constexpr std::string_view kCudaBackend = "cuda";     ///< runs no experiments yet

}  // namespace mikpoly::lab
