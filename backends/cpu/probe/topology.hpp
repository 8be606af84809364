// The cores a probe works on and the caches and memory they have.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/units.hpp"

namespace mikpoly {

/// Sizes of the data caches that one core sees; 0 bytes: there is none.
struct CacheSizes {
  Bytes l1;
  Bytes l2;
  Bytes l3;
  std::int64_t l3_count = 0;  ///< how many L3 caches the cores use together

  bool operator==(const CacheSizes&) const = default;
};

struct Topology {
  std::vector<int> processors;  ///< system numbers, one for each core
  CacheSizes caches;
  std::string source;  ///< who told
  bool told = true;    ///< false: the sizes of L1 and L2 are what most cores have at least
};

/// A size as the kernel writes it, "48K" or "1M"; nothing when the text is none.
std::optional<Bytes> parse_cache_size(std::string_view text);

/// Numbers of a list such as "0-3,8"; empty when the text is none.
std::vector<int> parse_processor_list(std::string_view text);

/// Of the processors `allowed`, the first of each core, from the files below `root`/sys/devices/system/cpu.
/// Caches that the files do not name have 0 bytes; processors whose core they do not name count as cores.
Topology topology_of_files(const std::vector<int>& allowed, const std::filesystem::path& root = "/");

/// The same from hwloc where it was found at build time, else from the files. Where neither knows L1 and L2, 32 KiB and
/// 256 KiB are assumed.
Topology topology_of(const std::vector<int>& allowed);

/// Main memory of the machine; 0 bytes where the system does not tell.
Bytes memory_size();

}  // namespace mikpoly
