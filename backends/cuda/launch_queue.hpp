// Streams that launches are given to: lists that do not depend on each other run beside each other.
#pragma once

#include <array>
#include <cstdint>

#include "backends/cuda/device.hpp"
#include "backends/cuda/device_library.hpp"
#include "backends/cuda/launch_plan.hpp"
#include "core/plan/plan.hpp"

namespace mikpoly::cuda {

class LaunchQueue {
 public:
  /// The device must outlive it.
  explicit LaunchQueue(const Device& device);

  /// The stream that everything begins and ends in.
  [[nodiscard]] const DeviceStream& stream() const { return streams_.front(); }

  /// Gives all launches of a plan to the streams and returns at once; what is given to stream() later comes after them.
  /// `copy` as of DeviceLibrary::launch(). `partial` has LaunchPlan::partial_floats.
  /// Errors: DeviceError.
  void add(const DeviceLibrary& code, const LaunchPlan& plan, const CanonicalProblem& problem, const GemmTypes& types,
           const GemmOperands& operands, float* partial, std::int64_t copy) const;

 private:
  using Streams = std::array<DeviceStream, kMaxRegions>;
  using Events = std::array<DeviceEvent, kMaxRegions>;
  template <std::size_t... kIndex>
  LaunchQueue(const Device& device, std::index_sequence<kIndex...> indices);

  Streams streams_;
  Events done_;  // of the stream at the same position; the first one's is the begin
};

}  // namespace mikpoly::cuda
