#include "core/config/hardware_template.hpp"

#include "core/config/hardware_loader.hpp"
#include "core/kernel/feasibility.hpp"
#include "tests/core/config/message_of.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly {

TEST_CASE("the template is a machine on which its default tile fits", "[hardware]") {
  const HardwareFile file = parse_hardware(hardware_template("mine-2.b"), "mine.yaml", {}, true);

  CHECK(file.accelerator.name == "mine-2.b");
  CHECK(check_tile(file.accelerator, {}, file.accelerator.tiles.standard).feasible);
}

TEST_CASE("a name that is another thing to YAML is written as text", "[hardware]") {
  for (const std::string name : {"null", "True", "no", "1e3", "0x10", "2024-01-01", ".inf", "-1"}) {
    const std::string text = hardware_template(name);

    CHECK_THAT(text, Contains("\nname: \"" + name + "\"  # "));
    CHECK(parse_hardware(text, "mine.yaml", {}, true).accelerator.name == name);
  }
  CHECK_THAT(hardware_template("a100-40"), Contains("\nname: a100-40  # "));
}

TEST_CASE("a name that no file can have is refused", "[hardware]") {
  for (const char* name : {"", "a b", "a/b", "a\nb: c"}) {
    CHECK(message_of([name] { static_cast<void>(hardware_template(name)); }) ==
          "\"" + std::string(name) + "\" is not a name of letters, digits, \"_\", \"-\" and \".\"");
  }
}

}  // namespace mikpoly
