#include "experiments/microbench/workbench.hpp"

#include <algorithm>

#include "core/base/error.hpp"
#include "core/base/splitmix64.hpp"
#include "core/config/hardware_loader.hpp"
#include "core/config/library_file.hpp"
#include "core/config/workload_loader.hpp"

namespace mikpoly::microbench {
namespace {

const HardwareFile& hardware() {
  static const HardwareFile file = load_hardware("ascend910a");
  return file;
}

}  // namespace

const Accelerator& accelerator() {
  return hardware().accelerator;
}

const KernelLibrary& library() {
  static const KernelLibrary shipped = [] {
    ShippedLibrary found = library_for(hardware(), DataType::f16);
    if (!found.library) throw ConfigError(found.reason);
    return *found.library;
  }();
  return shipped;
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
