// The oracle of values: a triple loop accumulating in double, for every problem of its types.
#pragma once

#include <memory>

#include "backends/backend.hpp"

namespace mikpoly {

/// One thread, no blocking, no library: cost is 2 m n k additions and multiplications in double, cached by nothing.
/// alpha, beta and bias are rounded to the compute type (f32) first, the result once to D's type.
std::unique_ptr<Backend> make_reference_backend(const BackendOptions& options);

}  // namespace mikpoly
