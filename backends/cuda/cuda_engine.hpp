// The engine on a GPU: plans a GEMM whose shape is known only now and runs it on the first NVIDIA device.
//
// Kernels are those that `mikpoly tune --backend cuda` left for the machine that the device is; nothing is compiled
// here. Operands lie on the device, or in the host's memory and are copied for the call.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "backends/backend.hpp"
#include "backends/cuda/kernel_set.hpp"
#include "backends/cuda/launch_queue.hpp"
#include "core/hardware/hardware_file.hpp"

namespace mikpoly::cuda {

class CudaEngine final : public Backend {
 public:
  /// `library` is the path of a kernel library, with its code beside it; empty: those for this device.
  /// Errors: BackendUnavailable without a device or a description of it; as unsupported() for a library given by path.
  explicit CudaEngine(const std::string& library = {});

  /// Says which kernels are missing, and what makes them.
  /// Errors: ConfigError for a library that is damaged; DeviceError for code that does not load.
  [[nodiscard]] std::string unsupported(const GemmProblem& problem) const override;
  [[nodiscard]] std::unique_ptr<PreparedGemm> prepare(const GemmProblem& problem) override;
  /// Returns when D is there. One call at a time works on the device.
  void run(const GemmProblem& problem, const GemmOperands& operands) override;
  [[nodiscard]] std::string description() const override;

  /// The plan that run() would use for operands that begin at multiples of 16 bytes; its kernels are those of
  /// kernels_for(problem).
  /// Errors: as prepare().
  [[nodiscard]] Plan plan_for(const GemmProblem& problem);

  /// All of D by the kernel nearest to the machine's standard tile, of those that can read the lines.
  /// Errors: as prepare().
  [[nodiscard]] Plan standard_plan_for(const GemmProblem& problem);

  /// Errors: as prepare().
  [[nodiscard]] KernelSet& kernels_for(const GemmProblem& problem);

  [[nodiscard]] const Device& device() const { return device_; }
  [[nodiscard]] const Accelerator& machine() const { return hardware_.accelerator; }

 private:
  class Prepared;
  /// A type and a layout's kernels, or why there are none.
  struct Found {
    std::unique_ptr<KernelSet> kernels;
    std::string missing;
  };

  [[nodiscard]] Found find(DataType type, const std::string& layout) const;
  [[nodiscard]] std::unique_ptr<KernelSet> load(const std::string& path) const;
  [[nodiscard]] const Found& found_for(const GemmProblem& problem) const;
  [[nodiscard]] static std::string unsupported_by(const Found& found, const GemmProblem& problem);

  Device device_;
  HardwareFile hardware_;
  LaunchQueue queue_;
  DeviceBuffer scratch_;
  std::mutex running_;  // of the queue and the scratch
  mutable std::mutex finding_;
  mutable std::map<std::pair<DataType, std::string>, Found> found_;
};

}  // namespace mikpoly::cuda
