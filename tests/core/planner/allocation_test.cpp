// Planning allocates nothing: every operator new of this program is counted.
#include <atomic>
#include <cstdlib>
#include <new>

#include "core/planner/planner.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/small_machine.hpp"

namespace {
std::atomic<long> allocations{0};
}

// GCC sees free() of what the library's own operator new might have given; ours gives it.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

using namespace mikpoly;

TEST_CASE("planning a shape allocates nothing", "[planner]") {
  const Accelerator machine = test::machine_with(6);
  const KernelLibrary library =
      test::library_of({{{64, 64, 32}, 330, 200}, {{32, 32, 16}, 50, 140}, {{16, 48, 16}, 45, 70}});
  for (const char* name : {"mikpoly", "wave", "pipe", "wave-by-pipe", "makespan", "makespan-bare"}) {
    const auto planner = make_planner(name, machine, library, parse_pattern_set("all"));
    for (const GemmShape& shape : {GemmShape{700, 300, 100}, GemmShape{1, 1, 1}, GemmShape{97, 1021, 4999, 3}}) {
      const long before = allocations;
      const Plan plan = planner->plan(shape);
      const long after = allocations;
      INFO(name);
      CHECK(after == before);
      CHECK(plan.region_count > 0);
    }
  }
}
