// Eigen's matrix product, compiled in: once for each instruction set, the best one chosen at run time.
#pragma once

#include <memory>

#include "backends/backend.hpp"

namespace mikpoly {

/// Maps with noalias(). Eigen's own threads need OpenMP, which this program does not use: with more than one, each
/// computes a block of rows or columns.
std::unique_ptr<Backend> make_eigen(const BackendOptions& options);

}  // namespace mikpoly
