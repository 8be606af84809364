// `mikpoly gemm --backend cuda`: operands stay on the device, and time is the device's.
#pragma once

#include <string>

#include "experiments/cli/common_flags.hpp"
#include "experiments/cli/measured_flags.hpp"

namespace mikpoly::cli {

/// Prints what comes of one product. `--peers cublas` adds cuBLAS; there are no other peers on a device.
/// Returns: an exit code.
/// Errors: BackendUnavailable without a device; ConfigError for other peers; DeviceError.
int gemm_on_cuda(const GemmShape& shape, const MeasuredFlags& flags, Format format);

}  // namespace mikpoly::cli
