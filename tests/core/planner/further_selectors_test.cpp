// Selectors whose plans may lie outside the oracle's space.
#include "core/config/hardware_loader.hpp"
#include "core/config/library_file.hpp"
#include "core/cost/cost_models.hpp"
#include "core/planner/selector.hpp"
#include "core/tuning/vendor_kernels.hpp"
#include "sim/simulator.hpp"
#include "tests/support/catch.hpp"

using namespace mikpoly;

namespace {

// What needs few tiles and long k, tiny and large, and a batch.
const GemmShape kShapes[] = {{105, 1024, 12544}, {1, 1, 1}, {64, 64, 65536}, {4096, 4096, 512}, {100, 70, 300, 5}};

struct Gpu {
  HardwareFile hardware = load_hardware("a100-40");
  KernelLibrary library = *library_for(hardware, DataType::f16).library;
};

}  // namespace

TEST_CASE("k is split only where makespan says that it is cheaper", "[planner]") {
  const Gpu gpu;
  const Accelerator& machine = gpu.hardware.accelerator;
  const sim::Simulator judge(machine, gpu.library);
  const SelectorContext context{machine, gpu.library, {"I", "II"}, &judge};
  const auto split = find_selector("makespan-split-k")(context);
  const auto whole = find_selector("makespan")(context);
  const auto model = cost_models().find("makespan")(machine, gpu.library);
  for (const GemmShape& shape : kShapes) {
    INFO(to_text(shape));
    const Plan plan = split->select(shape).plan;
    CHECK(coverage_fault(plan).empty());
    CHECK(model->cost(plan) <= model->cost(whole->select(shape).plan));
  }
  const Plan few_tiles = split->select(kShapes[0]).plan;
  CHECK(few_tiles.regions()[0].k_parts > 1);
  CHECK(judge.judge(few_tiles).median < judge.judge(whole->select(kShapes[0]).plan).median);
  CHECK(split->select(kShapes[3]).plan.regions()[0].k_parts == 1);
}

TEST_CASE("vendor is the judged minimum over its tiles and parts", "[planner]") {
  const Gpu gpu;
  const Accelerator& machine = gpu.hardware.accelerator;
  KernelLibrary none;
  none.key.types = {};
  const KernelLibrary tiles = vendor_kernels(machine, none.key, sim::Simulator(machine, none));
  const sim::Simulator judge(machine, tiles);
  const auto vendor = find_selector("vendor")({machine, tiles, {"I"}, &judge});
  CHECK(tiles.kernels.size() == 5);
  for (const GemmShape& shape : kShapes) {
    INFO(to_text(shape));
    const Plan chosen = vendor->select(shape).plan;
    REQUIRE(coverage_fault(chosen).empty());
    for (std::size_t kernel = 0; kernel < tiles.kernels.size(); ++kernel) {
      for (const std::int64_t parts : machine.vendor.k_parts) {
        if (parts > tiles.kernels[kernel].steps(shape.k)) continue;
        Plan plan = chosen;
        plan.region_count = 0;
        plan.add(chosen.regions()[0].region, static_cast<std::int64_t>(kernel), parts);
        CHECK(judge.judge(chosen).median <= judge.judge(plan).median);
      }
    }
  }
}

TEST_CASE("an unknown selector is refused with all that are known", "[planner]") {
  CHECK_THROWS_WITH(find_selector("vendr"), Contains("did you mean \"vendor\"?") && Contains("makespan-split-k"));
}
