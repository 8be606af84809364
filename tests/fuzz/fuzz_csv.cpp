// Any bytes as a CSV workload: an error that says why, or shapes.
#include <cstddef>
#include <cstdint>

#include "core/base/error.hpp"
#include "core/config/workload_loader.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const mikpoly::Workload workload = mikpoly::parse_workload({reinterpret_cast<const char*>(data), size}, "fuzz.csv");
    mikpoly::ensure(!workload.items.empty(), "a loaded workload is empty");
  } catch (const mikpoly::Error&) {
  }
  return 0;
}
