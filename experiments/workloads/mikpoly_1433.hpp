// The drawn part of the workload mikpoly-1433.
#pragma once

#include <cstdint>
#include <string>

namespace mikpoly::lab {

/// The committed file, configs/workloads/mikpoly-drawn-1267.csv, was made with this seed.
inline constexpr std::int64_t kMikpoly1433Seed = 7;

/// CSV with the header m,n,k,group,count: in each bucket of the paper's real-world GEMMs the published number of cases,
/// all shapes distinct, the bucket as group.
std::string draw_real_world_gemms(std::int64_t seed);

}  // namespace mikpoly::lab
