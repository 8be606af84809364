// OpenBLAS, BLIS and MKL: the same interface, cblas_sgemm, under different names.
#pragma once

#include <memory>
#include <string>

#include "backends/backend.hpp"

namespace mikpoly {

enum class CblasPeer { openblas, blis, mkl };

/// Empty when the library is here; else what was looked for and what brings it.
std::string missing_cblas(CblasPeer peer);

/// Errors: BackendUnavailable with the sentence of missing_cblas().
std::unique_ptr<Backend> make_cblas(CblasPeer peer, const BackendOptions& options);

}  // namespace mikpoly
