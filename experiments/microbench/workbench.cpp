#include "experiments/microbench/workbench.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/splitmix64.hpp"
#include "core/config/hardware_loader.hpp"
#include "core/config/library_file.hpp"
#include "core/config/workload_loader.hpp"

namespace mikpoly::microbench {
namespace {

Machine load(const std::string& name) {
  HardwareFile hardware = load_hardware(name);
  ShippedLibrary found = library_for(hardware, DataType::f16);
  if (!found.library) throw ConfigError(found.reason);
  return {std::move(hardware.accelerator), std::move(*found.library)};
}

}  // namespace

const Machine& npu() {
  static const Machine machine = load("ascend910a");
  return machine;
}

const Machine& gpu() {
  static const Machine machine = load("a100-40");
  return machine;
}

const std::vector<GemmShape>& shapes() {
  static const std::vector<GemmShape> shuffled = [] {
    std::vector<GemmShape> list;
    for (const WorkloadItem& item : load_workload("mikpoly-1433").items) list.push_back(item.shape);
    SplitMix64 random(1433);
    for (std::size_t i = list.size() - 1; i > 0; --i) std::swap(list[i], list[random.next() % (i + 1)]);
    return list;
  }();
  return shuffled;
}

double quantile(std::vector<double>& samples, double share) {
  std::sort(samples.begin(), samples.end());
  return samples[static_cast<std::size_t>(share * static_cast<double>(samples.size() - 1))];
}

}  // namespace mikpoly::microbench
