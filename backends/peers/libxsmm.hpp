// libxsmm generates kernels for one shape each; the loops around them are ours, because it has none.
#pragma once

#include <memory>
#include <string>

#include "backends/backend.hpp"

namespace mikpoly {

/// Empty when the library is here; else what was looked for and what brings it.
std::string missing_libxsmm();

/// One kernel, or the loops of libxsmm_blocked.hpp, whose blocks are shared out over threads; transposed operands are
/// copied in each call, by one thread. Packs B.
/// Errors: BackendUnavailable with the sentence of missing_libxsmm().
std::unique_ptr<Backend> make_libxsmm(const BackendOptions& options);

}  // namespace mikpoly
