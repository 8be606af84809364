// Any bytes as YAML: an error that says why, or a tree that survives being written and read again.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/base/error.hpp"
#include "core/config/yaml_reader.hpp"
#include "core/config/yaml_writer.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  mikpoly::Diagnostics faults;
  std::string once;
  try {
    once = mikpoly::write_yaml(mikpoly::parse_yaml({reinterpret_cast<const char*>(data), size}, "fuzz.yaml", faults));
  } catch (const mikpoly::ConfigError&) {
    return 0;
  }
  if (faults.has_errors()) return 0;  // a tag or a second value of a key, which the tree leaves out
  mikpoly::Diagnostics again;
  const std::string twice = mikpoly::write_yaml(mikpoly::parse_yaml(once, "written.yaml", again));
  mikpoly::ensure(once == twice && !again.has_errors(), "a written tree does not come back");
  return 0;
}
