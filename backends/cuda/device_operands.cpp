#include "backends/cuda/device_operands.hpp"

#include <algorithm>

namespace mikpoly::cuda {
DeviceOperands::DeviceOperands(const Device& device, const DeviceStream& stream, const GemmProblem& problem,
                               const GemmOperands& operands)
    : on_device_(operands) {
  const auto& [m, n, k, batch] = problem.shape;
  const auto bytes = [batch = batch](const MatrixLayout& layout, std::int64_t rows, std::int64_t columns,
                                     DataType type) {
    return extent_of(strides_of(layout, rows, columns), rows, columns, batch) * bytes_of(type);
  };
  const bool multiplies = operands.alpha != 0.0;
  d_bytes_ = bytes(problem.d, m, n, problem.types.d);
  const bool has_gaps = d_bytes_ != m * n * batch * bytes_of(problem.types.d);
  const bool reads_c = operands.beta != 0.0;
  const bool is_read =
      (reads_c && operands.c == operands.d) || (problem.epilogue.residual && operands.residual == operands.d);
  if (!device.is_on_device(operands.d)) host_d_ = operands.d;

  on_device_.d = const_cast<void*>(place(device, stream, operands.d, d_bytes_, has_gaps || is_read));
  if (host_d_ != nullptr) device_d_ = buffers_[used_ - 1].address();
  const auto place_input = [&](const void*& data, std::int64_t size, bool reads) {
    if (!reads || data == nullptr) return;
    data = data == operands.d ? on_device_.d : place(device, stream, data, size, true);
  };
  place_input(on_device_.a, bytes(problem.a, m, k, problem.types.a), multiplies);
  place_input(on_device_.b, bytes(problem.b, k, n, problem.types.b), multiplies);
  place_input(on_device_.c, bytes(problem.c, m, n, problem.types.d), reads_c);
  const std::int64_t biases = problem.epilogue.bias == Bias::per_row ? m : n;
  place_input(on_device_.bias, biases * bytes_of(problem.types.acc), problem.epilogue.bias != Bias::none);
  place_input(on_device_.residual, d_bytes_, problem.epilogue.residual);
}

const void* DeviceOperands::place(const Device& device, const DeviceStream& stream, const void* data,
                                  std::int64_t bytes, bool copied) {
  if (device.is_on_device(data)) return data;
  DeviceBuffer& buffer = buffers_[used_++] = DeviceBuffer(device, std::max<std::int64_t>(bytes, 1));
  if (copied && bytes > 0) stream.copy(buffer.address(), data, bytes);
  return buffer.pointer();
}

void DeviceOperands::finish(const DeviceStream& stream) const {
  if (host_d_ != nullptr && d_bytes_ > 0) stream.copy(host_d_, device_d_, d_bytes_);
  stream.synchronize();
}

}  // namespace mikpoly::cuda
