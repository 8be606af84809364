// Operands of a call as the device reaches them: those in the host's memory are copied, both ways.
#pragma once

#include <array>
#include <cstdint>

#include "backends/backend.hpp"
#include "backends/cuda/device.hpp"

namespace mikpoly::cuda {

class DeviceOperands {
 public:
  /// Takes memory for operands of the host and begins to copy them in the stream. A, B, C, bias and residual are copied
  /// as far as the problem reads them, D where something of it stays: between its lines, or as C or residual.
  /// Errors: BackendUnavailable when the device has too little memory; DeviceError.
  DeviceOperands(const Device& device, const DeviceStream& stream, const GemmProblem& problem,
                 const GemmOperands& operands);

  /// With the device's addresses.
  [[nodiscard]] const GemmOperands& operands() const { return on_device_; }

  /// Copies D back where it is the host's, and waits until all of the stream is done.
  /// Errors: DeviceError.
  void finish(const DeviceStream& stream) const;

 private:
  /// Memory for an operand of the host.
  const void* place(const Device& device, const DeviceStream& stream, const void* data, std::int64_t bytes,
                    bool copied);

  GemmOperands on_device_;
  std::array<DeviceBuffer, 6> buffers_;
  std::size_t used_ = 0;
  void* host_d_ = nullptr;  // null: D is the device's own
  DevicePointer device_d_ = 0;
  std::int64_t d_bytes_ = 0;
};

}  // namespace mikpoly::cuda
