// Catch2 version 2 (Debian 12, Ubuntu 22.04) and 3 (newer) behind one include.
#pragma once

#ifdef MIKPOLY_CATCH2_V2
#include <catch2/catch.hpp>
using Catch::Matchers::Contains;
#else
#include <catch2/catch_all.hpp>
using Catch::Approx;
inline auto Contains(const std::string& text) {
  return Catch::Matchers::ContainsSubstring(text);
}
#endif
