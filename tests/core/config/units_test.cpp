#include "core/config/units.hpp"

#include <cmath>

#include <fmt/format.h>

#include "tests/support/catch.hpp"

namespace mikpoly {
namespace {

const std::vector<Dimension> kAll{
    Dimension::bytes, Dimension::bytes_per_second, Dimension::bytes_per_cycle, Dimension::frequency,
    Dimension::time,  Dimension::cycles,           Dimension::flops,           Dimension::ratio};

double value_of(std::string_view text) {
  const ParsedQuantity parsed = parse_quantity(text, kAll, "key: ");
  INFO(text << ": " << parsed.fault);
  CHECK(parsed.fault.empty());
  return parsed.quantity.value;
}

std::string fault_of(std::string_view text, const std::vector<Dimension>& allowed) {
  return parse_quantity(text, allowed, "clock: ").fault;
}

TEST_CASE("the units of the contract give exact values in base units", "[units]") {
  CHECK(value_of("40 GiB") == 42949672960.0);
  CHECK(value_of("164 KiB") == 167936.0);
  CHECK(value_of("1.555 TB/s") == 1.555e12);
  CHECK(value_of("5120 B/cycle") == 5120.0);
  CHECK(value_of("1.41 GHz") == 1.41e9);
  CHECK(value_of("600 ns") == 600'000.0);
  CHECK(value_of("1.3 us") == 1'300'000.0);
  CHECK(value_of("120 cycles") == 120.0);
  CHECK(value_of("1 cycle") == 1.0);
  CHECK(value_of("312 TFLOP/s") == 312e12);
  CHECK(value_of("50%") == 0.5);
  CHECK(value_of("85 %") == 0.85);
  CHECK(value_of("0.85") == 0.85);
  CHECK(value_of("1GHz") == 1e9);
}

TEST_CASE("Ki, Mi, Gi are powers of 1024 and k, M, G, T powers of 1000", "[units]") {
  const std::vector<std::string> binary{"", "Ki", "Mi", "Gi", "Ti"};
  const std::vector<std::string> decimal{"", "k", "M", "G", "T"};
  for (std::size_t power = 0; power < 5; ++power) {
    const auto exponent = static_cast<double>(power);
    for (const char* const unit : {"B", "B/s", "B/cycle"}) {
      CHECK(value_of(fmt::format("3 {}{}", binary[power], unit)) == 3.0 * std::pow(1024.0, exponent));
      CHECK(value_of(fmt::format("3 {}{}", decimal[power], unit)) == 3.0 * std::pow(1000.0, exponent));
    }
  }
}

TEST_CASE("every whole percentage equals its decimal", "[units]") {
  for (int percent = 0; percent <= 100; ++percent) {
    const double decimal = std::stod(fmt::format("{}.{:02}", percent / 100, percent % 100));
    CHECK(value_of(fmt::format("{}%", percent)) == decimal);
  }
}

TEST_CASE("KB is refused with both readings", "[units]") {
  CHECK(fault_of("40 KB", {Dimension::bytes}) == "\"40 KB\": KB is ambiguous; write kB for 1000 or KiB for 1024");
  CHECK(fault_of("40 KB/s", {Dimension::bytes_per_second}) ==
        "\"40 KB/s\": KB/s is ambiguous; write kB/s for 1000 or KiB/s for 1024");
}

TEST_CASE("a bare number is quoted as the corrected line", "[units]") {
  CHECK(fault_of("1.41", {Dimension::frequency}) == "\"1.41\" has no unit; write \"clock: 1.41 GHz\"");
  CHECK(parse_quantity("64", {Dimension::bytes_per_cycle, Dimension::bytes_per_second}, "read: ").fault ==
        "\"64\" has no unit; write \"read: 64 B/cycle\"");
}

TEST_CASE("a wrong unit says what is wanted", "[units]") {
  CHECK(fault_of("1 GHZ", {Dimension::frequency}) ==
        "\"1 GHZ\" has the unknown unit \"GHZ\"; did you mean \"GHz\"? needs a clock such as \"1.41 GHz\"");
  CHECK_THAT(fault_of("1 mHz", {Dimension::frequency}), Contains("did you mean \"MHz\"?"));
  CHECK_THAT(fault_of("8 mib", {Dimension::bytes}), Contains("did you mean \"MiB\"?"));
  CHECK_THAT(fault_of("200 \u00b5s", {Dimension::time}), Contains("did you mean \"us\"?"));
  CHECK(fault_of("1 parsec", {Dimension::time, Dimension::cycles}) ==
        "\"1 parsec\" has the unknown unit \"parsec\"; needs a time such as \"600 ns\" or a duration such as "
        "\"120 cycles\"");
  CHECK(fault_of("40 GiB", {Dimension::frequency}) == "\"40 GiB\" is not a clock such as \"1.41 GHz\"");
  CHECK(fault_of("50%", {Dimension::bytes}) == "\"50%\" is not a size such as \"40 GiB\"");
}

TEST_CASE("what is no finite number >= 0 is refused", "[units]") {
  const std::vector<Dimension> clock{Dimension::frequency};

  CHECK(fault_of("-1 GHz", clock) == "\"-1 GHz\" is negative; needs a clock such as \"1.41 GHz\"");
  CHECK(fault_of("1e999 GHz", clock) == "\"1e999 GHz\" is out of range");
  CHECK(fault_of("1e300 GHz", clock) == "\"1e300 GHz\" is too large");
  for (const char* const text : {"", "nan GHz", "inf GHz", "GHz", "+1 GHz", "0x10 GHz", "1,5 GHz", "1 2 GHz"}) {
    CHECK_FALSE(fault_of(text, clock).empty());
  }
}

TEST_CASE("bytes are whole and below 2^62", "[units]") {
  CHECK(fault_of("0.3 B", {Dimension::bytes}) == "\"0.3 B\" is not a whole number of bytes");
  CHECK(value_of("1.5 KiB") == 1536.0);
  CHECK(value_of("0.1 kB") == 100.0);
  CHECK(fault_of("4194304 TiB", {Dimension::bytes}) == "\"4194304 TiB\" is too large");
}

TEST_CASE("quantity_text picks the unit that keeps the number short", "[units]") {
  CHECK(quantity_text(1.555e12, Dimension::bytes_per_second) == "1.555 TB/s");
  CHECK(quantity_text(42949672960.0, Dimension::bytes) == "40 GiB");
  CHECK(quantity_text(0.0, Dimension::bytes) == "0 B");
  CHECK(quantity_text(312e12, Dimension::flops) == "312 TFLOP/s");
  CHECK(quantity_text(1.3e6, Dimension::time) == "1.3 us");
  CHECK(quantity_text(0.85, Dimension::ratio) == "85%");
}

}  // namespace
}  // namespace mikpoly
