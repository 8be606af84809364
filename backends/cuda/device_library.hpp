// A kernel library whose code is on a device.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "backends/cuda/device.hpp"
#include "backends/cuda/kernel/arguments.cuh"
#include "backends/cuda/kernel_archive.hpp"
#include "backends/cuda/kernel_design.hpp"
#include "backends/cuda/launch_plan.hpp"
#include "core/kernel/kernel_library.hpp"

namespace mikpoly::cuda {

/// Code on the device, unloaded by who holds it.
class DeviceModule {
 public:
  /// Errors: DeviceError when the driver does not take the code.
  DeviceModule(const Device& device, const KernelCode& code);
  ~DeviceModule();
  DeviceModule(DeviceModule&& other) noexcept;
  DeviceModule& operator=(DeviceModule&&) = delete;
  DeviceModule(const DeviceModule&) = delete;
  DeviceModule& operator=(const DeviceModule&) = delete;

  /// Errors: DeviceError when it has none of that name.
  [[nodiscard]] Function function(const std::string& name) const;

 private:
  const Device& device_;
  Module module_ = nullptr;
};

/// Why code cannot run on a device, to follow the archive's name: of another architecture, or of kernels that this
/// program does not have; empty when it can.
std::string unfit(const ArchiveKey& key, const DeviceFacts& device);

class DeviceLibrary {
 public:
  /// Loads all code. The device must outlive it.
  /// Errors: ConfigError naming the kernel that the archive lacks; DeviceError.
  DeviceLibrary(const Device& device, const KernelLibrary& library, const KernelArchive& archive);

  /// Gives the launch to a stream and returns at once. `copy` is a number of bytes that the kernel was compiled for.
  /// Errors: DeviceError.
  void launch(const Launch& launch, const Arguments& arguments, std::int64_t copy, Stream stream) const;

 private:
  struct Code {
    Function function = nullptr;
    std::int64_t threads = 0;
    std::int64_t shared_bytes = 0;
  };
  static constexpr std::size_t kCopies = 4;  // 16, 8, 4 and 2 bytes
  using CodeByCopy = std::array<Code, kCopies>;

  [[nodiscard]] Code code_of(const DeviceModule& module, const KernelDesign& design, const OperandAccess& access) const;
  void allow_shared(const Code& code) const;

  const Device& device_;
  std::vector<DeviceModule> modules_;
  std::vector<CodeByCopy> kernels_;
  Code reduction_;
};

}  // namespace mikpoly::cuda
