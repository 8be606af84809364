// Selectors that are not part of "all".
#include "core/config/hardware_loader.hpp"
#include "core/config/library_file.hpp"
#include "core/cost/cost_models.hpp"
#include "core/plan/stream_k.hpp"
#include "core/planner/selector.hpp"
#include "core/tuning/vendor_kernels.hpp"
#include "sim/simulator.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/small_machine.hpp"

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

namespace {

std::string kernel_of(const Plan& plan, const KernelLibrary& library) {
  return library.kernels[static_cast<std::size_t>(plan.regions()[0].kernel)].id;
}

}  // namespace

TEST_CASE("bucketed runs the best tile of the extents rounded up to powers of two", "[planner]") {
  const Gpu gpu;
  const sim::Simulator judge(gpu.hardware.accelerator, gpu.library);
  const SelectorContext context{gpu.hardware.accelerator, gpu.library, {"I"}, &judge};
  const auto bucketed = make_selector("bucketed", context);
  const auto best = make_selector("best-tile", context);

  const Plan plan = bucketed->select({100, 70, 300, 5}).plan;
  CHECK(coverage_fault(plan).empty());
  CHECK(kernel_of(plan, gpu.library) == kernel_of(best->select({128, 128, 512, 5}).plan, gpu.library));
  CHECK(kernel_of(bucketed->select({64, 64, 65536}).plan, gpu.library) ==
        kernel_of(best->select({64, 64, 65536}).plan, gpu.library));
  CHECK(bucketed->select({0, 5, 5}).plan.region_count == 0);
  CHECK(coverage_fault(bucketed->select({5, 5, 0}).plan).empty());
  // Rounded up, this would be an output of 2^63 elements, which is no shape; the shape itself takes too long.
  const std::int64_t half = std::int64_t{1} << 31;
  CHECK_THROWS_WITH(bucketed->select({half + 1, half - 1, 8}), Contains("2147483649x2147483647x8\" takes longer"));
}

// 8 samples of 1..128 are 1, 2, 4, 8, 16, 32, 64, 128: 2^(i * 7 / 7).
TEST_CASE("ranges runs the best tile of the nearest sampled m, and declines what was not declared", "[planner]") {
  const Gpu gpu;
  const sim::Simulator judge(gpu.hardware.accelerator, gpu.library);
  SelectorContext context{gpu.hardware.accelerator, gpu.library, {"I"}, &judge};
  const auto best = make_selector("best-tile", context);
  const auto ranges = make_selector("ranges-128", context);

  // 91 / 64 = 1.42 and 128 / 91 = 1.41: 128 is nearer; of 90 it is 64.
  for (const auto& [m, sample] : {std::pair{1, 1}, {3, 4}, {90, 64}, {91, 128}, {128, 128}}) {
    INFO(m);
    CHECK(kernel_of(ranges->select({m, 1024, 4096}).plan, gpu.library) ==
          kernel_of(best->select({sample, 1024, 4096}).plan, gpu.library));
  }
  const Selection outside = ranges->select({129, 1024, 4096});
  CHECK(outside.plan.region_count == 0);
  CHECK(outside.unsupported == "declared for m in 1..128, n any, k any");
  CHECK_THROWS_WITH(
      accepted_plan(outside, "ranges-128"),
      "selector ranges-128 declines GEMM shape \"129x1024x4096\": declared for m in 1..128, n any, k any");

  context.settings.range = {.most_m = 50, .n = 1024, .k = 4096};
  const auto one = make_selector("ranges", context);
  CHECK(one->select({50, 1024, 4096}).unsupported.empty());
  CHECK(one->select({51, 1024, 4096}).unsupported == "declared for m in 1..50, n 1024, k 4096");
  CHECK(one->select({50, 1024, 4095}).unsupported == "declared for m in 1..50, n 1024, k 4096");
  CHECK(one->select({0, 1024, 4096}).plan.region_count == 0);
}

TEST_CASE("symbolic runs the kernel of the shape it was tuned for, whatever the shape", "[planner]") {
  const Gpu gpu;
  const sim::Simulator judge(gpu.hardware.accelerator, gpu.library);
  SelectorContext context{gpu.hardware.accelerator, gpu.library, {"I"}, &judge};
  context.settings.tuned_shape = {64, 64, 65536};
  const auto symbolic = make_selector("symbolic", context);
  const std::string tuned = kernel_of(make_selector("best-tile", context)->select({64, 64, 65536}).plan, gpu.library);

  for (const GemmShape& shape : kShapes) {
    const Plan plan = symbolic->select(shape).plan;
    CHECK(coverage_fault(plan).empty());
    CHECK(kernel_of(plan, gpu.library) == tuned);
  }
}

TEST_CASE("stream_k divides few tiles over more blocks, and the tail of many over all places", "[planner]") {
  const Gpu gpu;
  const Accelerator& machine = gpu.hardware.accelerator;
  const sim::Simulator judge(machine, gpu.library);
  const SelectorContext context{machine, gpu.library, {"I"}, &judge};
  const auto stream_k = make_selector("stream_k", context);
  const auto one_tile = make_selector("default-tile", context);

  // 8 tiles of 256 x 128 and long k: far more blocks than tiles, and faster than the tiles whole.
  const Plan few = stream_k->select({512, 512, 65536}).plan;
  const Plan whole = one_tile->select({512, 512, 65536}).plan;
  CHECK(coverage_fault(few).empty());
  CHECK(kernel_of(few, gpu.library) == kernel_of(whole, gpu.library));
  CHECK(stream_k_grid(few.allocation) > 2 * task_count(few.regions()[0].region, machine.tiles.standard));
  CHECK(judge.judge(few).median < judge.judge(whole).median);
  CHECK(judge.judge(few).median >= judge.lower_bound(few, Picoseconds{kLongestTime}));
  // The text holds the grid, and the same plan comes back from it.
  const std::string text = to_text(few, gpu.library);
  CHECK(text.ends_with("|" + few.allocation));
  CHECK(judge.judge(parse_plan(text, few.shape, gpu.library)).median == judge.judge(few).median);
  // One k step cannot be divided.
  CHECK(judge.judge(stream_k->select({100, 70, 8}).plan).median ==
        judge.judge(one_tile->select({100, 70, 8}).plan).median);
  CHECK(stream_k->select({0, 4, 4}).plan.region_count == 0);
}

TEST_CASE("stream_k declines machines that deal tasks out beforehand, and these its plans", "[planner]") {
  const Accelerator machine = test::machine_with(4);
  const KernelLibrary library = test::library_of({{{32, 32, 16}, 10, 5}});
  const sim::Simulator judge(machine, library);
  const auto stream_k = make_selector("stream_k", {machine, library, {"I"}, &judge});

  CHECK(stream_k->select({64, 64, 64}).unsupported ==
        "small deals tasks out beforehand; stream_k divides blocks that are dispatched");
  Plan plan = test::whole({64, 64, 64});
  plan.allocation = stream_k_allocation(3);
  CHECK_THROWS_WITH(judge.judge(plan),
                    "a plan with allocation \"stream_k/3\" needs blocks that are dispatched; small deals tasks out "
                    "beforehand");
}

TEST_CASE("plans of the oracle's space are told from others", "[planner]") {
  for (const std::string& name : selectors().names()) CHECK(in_oracle_space(name));
  for (const char* name : {"bucketed", "ranges", "ranges-128", "symbolic"}) CHECK(in_oracle_space(name));
  for (const char* name : {"vendor", "makespan-split-k", "stream_k"}) CHECK_FALSE(in_oracle_space(name));
}

TEST_CASE("the R of a ranges selector is an extent", "[planner]") {
  CHECK_NOTHROW(find_selector("ranges-1"));
  CHECK_NOTHROW(find_selector("ranges-1099511627776"));
  for (const std::string rows : {"", "0", "x", "12x", "-3", "012", "1099511627777", "99999999999999999999"}) {
    CHECK_THROWS_WITH(find_selector("ranges-" + rows), "selector \"ranges-" + rows + "\": R = \"" + rows +
                                                           "\" is not a number of rows in 1..1099511627776; it is "
                                                           "written as in ranges-128");
  }
  CHECK_THROWS_WITH(find_selector("ranges_12"), Contains("unknown selector \"ranges_12\""));
}

TEST_CASE("every selector is known by whether its plans are of one kernel", "[planner]") {
  std::vector<std::string> of_one;
  std::vector<std::string> of_several;
  for (const std::string& name : selector_names()) (has_one_kernel(name) ? of_one : of_several).push_back(name);

  CHECK(of_one == std::vector<std::string>{"default-tile", "best-tile", "first-ranked", "vendor", "stream_k",
                                           "bucketed", "ranges", "symbolic"});
  CHECK(of_several == std::vector<std::string>{"mikpoly", "wave", "pipe", "makespan", "oracle", "makespan-bare",
                                               "wave-by-pipe", "pipe-throughput", "makespan-split-k"});
  CHECK(has_one_kernel("ranges-128"));
}

TEST_CASE("a ranges selector is known by its name, whether its R is one or not", "[planner]") {
  for (const char* name : {"ranges", "ranges-128", "ranges-0", "ranges-"}) CHECK(is_ranges(name));
  for (const char* name : {"range", "ranges_12", "rangesque", "bucketed", ""}) CHECK_FALSE(is_ranges(name));
}

TEST_CASE("an unknown selector is refused with all that are known", "[planner]") {
  CHECK_THROWS_WITH(find_selector("vendr"), Contains("did you mean \"vendor\"?") && Contains("makespan-split-k"));
}
