// Any bytes as a hardware file: an error that says why, or a machine without faults whose text gives the same hash
// again.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/base/error.hpp"
#include "core/config/hardware_loader.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (text.find("extends") != std::string_view::npos || text.find("$ref") != std::string_view::npos) return 0;
  try {
    const mikpoly::HardwareFile file = mikpoly::parse_hardware(text, "fuzz.yaml");
    mikpoly::ensure(mikpoly::faults_of(file.accelerator).empty(), "a loaded machine has faults");
    mikpoly::ensure(mikpoly::parse_hardware(text, "fuzz.yaml").hash == file.hash, "the same text has two hashes");
  } catch (const mikpoly::Error&) {
  }
  return 0;
}
