#include "backends/cpu/probe/cpu_facts.hpp"

#include "tests/core/config/message_of.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly {

TEST_CASE("working sets lie in their level, whatever the number of cores", "[probe]") {
  const CacheSizes caches{{48 << 10}, {1 << 20}, {32 << 20}, 1};
  for (const std::int64_t cores : {1, 2, 8}) {
    CHECK(working_set(caches, CpuLevel::l1, cores) == Bytes{24 << 10});
    CHECK(working_set(caches, CpuLevel::l2, cores) == Bytes{512 << 10});
    CHECK(working_set(caches, CpuLevel::l3, cores).count == std::max((16 << 20) / cores, std::int64_t{2} << 20));
    CHECK(working_set(caches, CpuLevel::memory, cores).count * cores >= 128 << 20);
  }
  CHECK(working_set({}, CpuLevel::l1, 1) == Bytes{4096});
  CHECK(working_set({{32 << 10}, {1 << 20}, {}, 0}, CpuLevel::memory, 4) == Bytes{16 << 20});
}

TEST_CASE("a probe counts the readings that other work disturbed", "[probe]") {
  CpuFacts facts;
  facts.compute.clock_hz = {4e9, 0.01, 9};
  facts.levels[0].read_one = {1e11, 0.2, 9};

  CHECK(disturbance_of(facts).disturbed == 1);
  CHECK(disturbance_of(facts).readings == 2);
}

TEST_CASE("an instruction set that is not here cannot be measured", "[probe]") {
  if (is_here(InstructionSet::avx512)) return;
  CHECK_THAT(message_of([] { measure_cpu(InstructionSet::avx512); }),
             Contains("this processor does not have avx512; its widest instruction set is"));
}

}  // namespace mikpoly
