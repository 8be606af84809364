#include "backends/cpu/probe/instruction_set.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include <fmt/format.h>

#include "backends/cpu/cpu_kernel.hpp"
#include "core/base/error.hpp"
#include "core/base/nearest_name.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace mikpoly {
namespace {

struct SetRow {
  std::string_view name;
  std::int64_t lanes;
  std::int64_t registers;
};

// In the order of the enumerators. Portable: 128-bit vectors, as SSE and NEON have.
constexpr std::array<SetRow, 3> kSets{{{"portable", 4, 16}, {"avx2", 8, 16}, {"avx512", 16, 32}}};

const SetRow& row_of(InstructionSet set) {
  return kSets[static_cast<std::size_t>(set)];
}

}  // namespace

std::string_view name_of(InstructionSet set) {
  return row_of(set).name;
}

InstructionSet parse_instruction_set(std::string_view name) {
  const auto found = std::ranges::find(kSets, name, &SetRow::name);
  if (found != kSets.end()) return static_cast<InstructionSet>(found - kSets.begin());
  std::vector<std::string> known;
  for (const SetRow& row : kSets) known.emplace_back(row.name);
  throw ConfigError(fmt::format("unknown instruction set \"{}\"{}", name, nearest_and_known(std::string(name), known)));
}

std::int64_t lanes_of(InstructionSet set) {
  return row_of(set).lanes;
}

std::int64_t registers_of(InstructionSet set) {
  return row_of(set).registers;
}

bool is_here(InstructionSet set) {
  return cpu::runs_here(name_of(set));
}

InstructionSet widest_instruction_set() {
  return parse_instruction_set(cpu::best_isa());
}

std::string processor_name() {
  std::string name;
#if defined(__x86_64__)
  for (unsigned leaf = 0x80000002U; leaf <= 0x80000004U; ++leaf) {
    std::array<unsigned, 4> words{};
    if (__get_cpuid(leaf, &words[0], &words[1], &words[2], &words[3]) == 0) break;
    std::array<char, sizeof(words)> letters{};
    std::memcpy(letters.data(), words.data(), sizeof(words));
    name.append(letters.data(), letters.size());
  }
  name.resize(std::min(name.find('\0'), name.size()));
#endif
  const std::size_t first = name.find_first_not_of(' ');
  if (first == std::string::npos) return "unknown processor";
  return name.substr(first, name.find_last_not_of(' ') - first + 1);
}

}  // namespace mikpoly
