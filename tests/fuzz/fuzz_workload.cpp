// Any bytes as a workload file: an error that says why, or shapes within the limits. Other files are not read.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/base/error.hpp"
#include "core/config/workload_loader.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const std::string_view file : {"extends", "$ref", "csv", "histogram", "trace", "\\"}) {
    if (text.find(file) != std::string_view::npos) return 0;
  }
  try {
    const mikpoly::Workload workload = mikpoly::parse_workload(text, "fuzz.yaml");
    mikpoly::ensure(!workload.items.empty(), "a loaded workload is empty");
    for (const mikpoly::WorkloadItem& item : workload.items) {
      mikpoly::validate(item.shape);
      mikpoly::ensure(item.count > 0 && item.weight >= 0.0, "a shape is used less than never");
    }
  } catch (const mikpoly::Error&) {
  }
  return 0;
}
