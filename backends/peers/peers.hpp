// The libraries we are measured against, each a backend found at run time: nothing here is needed to build.
//
// A library is looked for in the folder named by the environment variable MIKPOLY_PEERS, then by the system's loader;
// experiments/peers/setup.sh fills such a folder. Each is opened with local symbols and stays open.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "backends/backend.hpp"

namespace mikpoly {

/// Name and entry of each peer, in report order.
std::vector<std::pair<std::string_view, BackendEntry>> peer_entries();

}  // namespace mikpoly
