// oneDNN's matmul primitive: for the whole problem, or with M open until run time.
#pragma once

#include <memory>
#include <string>

#include "backends/backend.hpp"

namespace mikpoly {

/// Empty when the library is here; else what was looked for and what brings it.
std::string missing_onednn();

/// A primitive per problem. A plain call makes it anew, served by the library's own cache. Packs B.
/// Errors: BackendUnavailable with the sentence of missing_onednn().
std::unique_ptr<Backend> make_onednn(const BackendOptions& options);

/// A primitive per (N, K, layouts), kept by the backend; M is an extent of the call. With a transposed A or a batch
/// the strides depend on M, and so does the primitive.
/// Errors: BackendUnavailable with the sentence of missing_onednn().
std::unique_ptr<Backend> make_onednn_runtime_m(const BackendOptions& options);

}  // namespace mikpoly
