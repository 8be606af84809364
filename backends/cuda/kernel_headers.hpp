// The headers of kernel/, compiled into the program: NVRTC gets them from here.
#pragma once

#include <span>

#include "core/base/embedded_text.hpp"

namespace mikpoly {

/// Names without their folder, backends/cuda/kernel/.
std::span<const EmbeddedText> cuda_kernel_headers();

}  // namespace mikpoly
