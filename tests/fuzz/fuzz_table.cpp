// Any bytes as a table of kernel times: an error that says why, or times greater than zero.
#include <cstddef>
#include <cstdint>

#include "core/base/error.hpp"
#include "experiments/table/timing_table_loader.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const mikpoly::lab::TimingTable table =
        mikpoly::lab::parse_timing_table({reinterpret_cast<const char*>(data), size}, {.file = "fuzz.csv"});
    mikpoly::ensure(!table.shapes().empty() && !table.kernels().empty(), "a loaded table is empty");
    for (std::int64_t shape = 0; shape < std::ssize(table.shapes()); ++shape) {
      mikpoly::ensure(!table.times(shape).empty(), "a shape without a time");
      for (const auto& [program, time] : table.times(shape)) {
        mikpoly::ensure(time.measured.median.count > 0, "a time that is none");
      }
    }
  } catch (const mikpoly::Error&) {
  }
  return 0;
}
