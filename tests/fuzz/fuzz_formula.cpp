// Any bytes as a formula: faults inside the text, or a formula that has a value or one fault inside the text.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/error.hpp"
#include "core/workload/formula.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const mikpoly::ParsedFormula parsed = mikpoly::parse_formula(text, {"b", "s", "t"});
  for (const mikpoly::FormulaFault& fault : parsed.faults) {
    mikpoly::ensure(fault.offset <= size && !fault.sentence.empty(), "a fault stands outside the text");
  }
  for (const std::int64_t b : {std::int64_t{0}, std::int64_t{7}, std::int64_t{1} << 40}) {
    const mikpoly::FormulaValue value = parsed.formula.evaluate(std::array<std::int64_t, 3>{b, 5, 1});
    mikpoly::ensure(value.value >= 0, "a value is negative");
    mikpoly::ensure(!value.fault || value.fault->offset <= size, "a fault stands outside the text");
  }
  return 0;
}
