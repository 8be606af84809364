// Device time of work given to a stream, without what the host does for it.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "backends/cuda/device.hpp"

namespace mikpoly::cuda {

/// A CUDA graph of some work, ready to be launched again and again.
class DeviceGraph {
 public:
  /// Captures what `work` gives to the stream, and to streams that wait for it. The device must outlive it.
  /// Errors: DeviceError; what `work` throws.
  DeviceGraph(const Device& device, const DeviceStream& stream, const std::function<void()>& work);
  ~DeviceGraph();
  DeviceGraph(const DeviceGraph&) = delete;
  DeviceGraph& operator=(const DeviceGraph&) = delete;

  /// Milliseconds of one launch, by events around it.
  /// Errors: DeviceError.
  [[nodiscard]] double time(const DeviceStream& stream) const;

 private:
  const Device& device_;
  DeviceEvent begin_;
  DeviceEvent end_;
  GraphRun run_ = nullptr;
};

/// How long is looked at.
struct ClockRules {
  double sample_us = 200.0;  ///< a graph repeats the work until it takes so long, by its first run
  std::int64_t samples = 5;
  std::int64_t most_repeats = 64;
};

/// Nanoseconds of one repetition, a number for each sample. `work` gives one repetition to the stream; its argument
/// counts them, for operands that rotate.
/// Errors: as DeviceGraph.
std::vector<double> device_times(const Device& device, const DeviceStream& stream,
                                 const std::function<void(std::int64_t)>& work, const ClockRules& rules = {});

}  // namespace mikpoly::cuda
