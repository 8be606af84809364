// A table that is Eq. 2 and a launch of 1 us to the letter, on the machine toy.
#pragma once

#include <cstdint>
#include <string>

#include <fmt/format.h>

namespace mikpoly::test {

// Two kernels on toy's four PEs: small tiles take 100 ns a wave and k step, large ones, four times the area, 250. The
// large one has no time on 64x16x16.
inline std::string two_kernels() {
  std::string text = "m,n,k,kernel,time_us\n";
  for (const std::int64_t n : {16, 32, 64, 128}) {
    for (const std::int64_t k : {16, 64, 256}) {
      for (const std::int64_t m : {16, 64, 200}) {
        const auto waves = [&](std::int64_t tile) {
          return (((m + tile - 1) / tile) * ((n + tile - 1) / tile) + 3) / 4;
        };
        text += fmt::format("{},{},{},s_16x16x16,{}\n", m, n, k, 1.0 + 0.1 * static_cast<double>(waves(16) * k / 16));
        if (m == 64 && n == 16 && k == 16) continue;
        text += fmt::format("{},{},{},l_32x32x16,{}\n", m, n, k, 1.0 + 0.25 * static_cast<double>(waves(32) * k / 16));
      }
    }
  }
  return text;
}

}  // namespace mikpoly::test
