#include "core/config/config_folder.hpp"

#include <cstdlib>

#include "tests/core/config/message_of.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace mikpoly {
namespace {

TEST_CASE("names resolve in the folder of MIKPOLY_CONFIG_DIR, paths stay as they are", "[config]") {
  const TemporaryFolder folder;
  (void)folder.write("hardware/b.yaml", "");
  (void)folder.write("hardware/alpha.yaml", "");
  (void)folder.write("hardware/notes.txt", "");
  ::setenv("MIKPOLY_CONFIG_DIR", folder.path().c_str(), 1);

  CHECK(config_names("hardware") == std::vector<std::string>{"alpha", "b"});
  CHECK(config_names("nothing").empty());
  CHECK(config_path("hardware", "b") == folder.file("hardware/b.yaml"));
  CHECK(config_path("hardware", "./b") == "./b");
  CHECK(config_path("hardware", "c.yaml") == "c.yaml");
  CHECK(message_of([] { config_path("hardware", "alpa"); }) ==
        "unknown hardware \"alpa\"; did you mean \"alpha\"? known: alpha, b");

  ::setenv("MIKPOLY_CONFIG_DIR", "/nowhere/at/all", 1);
  CHECK(message_of([] { config_folder(); }) == "MIKPOLY_CONFIG_DIR=\"/nowhere/at/all\" is not a folder");
  ::unsetenv("MIKPOLY_CONFIG_DIR");
  CHECK_FALSE(config_names("hardware").empty());
}

}  // namespace
}  // namespace mikpoly
