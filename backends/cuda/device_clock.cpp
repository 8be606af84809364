#include "backends/cuda/device_clock.hpp"

#include <algorithm>
#include <cmath>
#include <exception>

namespace mikpoly::cuda {
namespace {

constexpr int kCaptureOfThisThread = 1;  // cuda.h: CU_STREAM_CAPTURE_MODE_THREAD_LOCAL
constexpr double kNanoseconds = 1e6;     // of a millisecond

// The graph must be ended whatever happens, or the stream is of no use any more.
Graph captured(const Device& device, const DeviceStream& stream, const std::function<void()>& work) {
  device.check(device.api().stream_begin_capture(stream.get(), kCaptureOfThisThread), "a graph cannot be captured");
  std::exception_ptr fault;
  try {
    work();
  } catch (...) {
    fault = std::current_exception();
  }
  Graph graph = nullptr;
  const int result = device.api().stream_end_capture(stream.get(), &graph);
  if (fault) std::rethrow_exception(fault);
  device.check(result, "a graph cannot be captured");
  return graph;
}

}  // namespace

DeviceGraph::DeviceGraph(const Device& device, const DeviceStream& stream, const std::function<void()>& work)
    : device_(device), begin_(device, true), end_(device, true) {
  const Graph graph = captured(device, stream, work);
  const int result = device.api().graph_instantiate(&run_, graph, 0);
  device.api().graph_destroy(graph);
  device.check(result, "a graph cannot be instantiated");
}

DeviceGraph::~DeviceGraph() {
  device_.api().graph_run_destroy(run_);
}

double DeviceGraph::time(const DeviceStream& stream) const {
  begin_.record(stream.get());
  device_.check(device_.api().graph_launch(run_, stream.get()), "a graph cannot be launched");
  end_.record(stream.get());
  stream.synchronize();
  float milliseconds = 0.0F;
  device_.check(device_.api().event_elapsed(&milliseconds, begin_.get(), end_.get()), "no time can be taken");
  return milliseconds;
}

std::vector<double> device_times(const Device& device, const DeviceStream& stream,
                                 const std::function<void(std::int64_t)>& work, const ClockRules& rules) {
  const DeviceGraph once(device, stream, [&] { work(0); });
  static_cast<void>(once.time(stream));  // code and operands come to the device's caches
  const double first_ns = std::max(once.time(stream) * kNanoseconds, 1.0);
  const auto repeats = static_cast<std::int64_t>(
      std::clamp(std::ceil(rules.sample_us * 1e3 / first_ns), 1.0, static_cast<double>(rules.most_repeats)));
  const DeviceGraph graph(device, stream, [&] {
    for (std::int64_t i = 0; i < repeats; ++i) work(i);
  });
  static_cast<void>(graph.time(stream));
  std::vector<double> times;
  while (std::ssize(times) < rules.samples) {
    times.push_back(graph.time(stream) * kNanoseconds / static_cast<double>(repeats));
  }
  return times;
}

}  // namespace mikpoly::cuda
