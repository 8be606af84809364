// Where `mikpoly tune` leaves the libraries of this machine, and engines look for them.
#pragma once

#include <string>

namespace mikpoly {

/// $MIKPOLY_LIBRARIES, else $XDG_CACHE_HOME/mikpoly, else $HOME/.cache/mikpoly. Empty when none is set.
std::string tuned_library_folder();

/// A sentence when $MIKPOLY_LIBRARIES names what is no folder; else empty.
std::string tuned_folder_fault();

}  // namespace mikpoly
