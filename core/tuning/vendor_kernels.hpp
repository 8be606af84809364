// The tiles of a vendor's library as micro-kernels, for the selector `vendor`.
#pragma once

#include "core/hardware/accelerator.hpp"
#include "core/kernel/kernel_library.hpp"
#include "core/kernel/kernel_timer.hpp"

namespace mikpoly {

/// The kernels of `accelerator.vendor` that compute on the key's types, timed like those of S1, in the file's order.
/// Errors: ConfigError when the machine lists no tile for the type, or one that does not fit, naming both.
KernelLibrary vendor_kernels(const Accelerator& accelerator, const LibraryKey& key, const KernelTimer& timer);

}  // namespace mikpoly
