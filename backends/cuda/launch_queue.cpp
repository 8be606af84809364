#include "backends/cuda/launch_queue.hpp"

#include <cstddef>
#include <utility>

namespace mikpoly::cuda {

template <std::size_t... kIndex>
LaunchQueue::LaunchQueue(const Device& device, std::index_sequence<kIndex...> /*indices*/)
    : streams_{((void)kIndex, DeviceStream(device))...}, done_{((void)kIndex, DeviceEvent(device, false))...} {}

LaunchQueue::LaunchQueue(const Device& device) : LaunchQueue(device, std::make_index_sequence<kMaxRegions>()) {}

void LaunchQueue::add(const DeviceLibrary& code, const LaunchPlan& plan, const CanonicalProblem& problem,
                      const GemmTypes& types, const GemmOperands& operands, float* partial, std::int64_t copy) const {
  const std::size_t lists = plan.lists.size();
  if (lists > 1) done_.front().record(stream().get());
  for (std::size_t i = 0; i < lists; ++i) {
    if (i > 0) streams_[i].wait_for(done_.front());
    for (const Launch& launch : plan.lists[i]) {
      code.launch(launch, bound(launch, problem, types, operands, partial), copy, streams_[i].get());
    }
    if (i > 0) done_[i].record(streams_[i].get());
  }
  for (std::size_t i = 1; i < lists; ++i) stream().wait_for(done_[i]);
}

}  // namespace mikpoly::cuda
