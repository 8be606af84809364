// Budgets of file length, in lines.
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "tests/architecture/source_tree.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::architecture {

TEST_CASE("No source is above 400 lines and nine in ten are at most 250", "[architecture]") {
  const std::vector<SourceFile> sources =
      read_sources({"core", "sim", "backends", "experiments", "tests", "plots", "python", "scripts", "docs"},
                   {".cpp", ".hpp", ".cu", ".cuh", ".inc", ".py", ".sh"});
  REQUIRE(!sources.empty());

  std::vector<std::string> above_400;
  std::vector<std::string> above_250;
  for (const SourceFile& source : sources) {
    const std::string entry = source.path + ": " + std::to_string(source.lines.size());
    if (source.lines.size() > 400) above_400.push_back(entry);
    if (source.lines.size() > 250) above_250.push_back(entry);
  }

  CHECK(above_400 == std::vector<std::string>{});
  CAPTURE(above_250);
  CHECK(above_250.size() * 10 <= sources.size());
}

}  // namespace mikpoly::architecture
