#include "core/config/hardware_loader.hpp"
#include "core/plan/stream_k.hpp"
#include "experiments/engine/kernel_export.hpp"
#include "experiments/engine/library_choice.hpp"
#include "experiments/engine/plan_export.hpp"
#include "tests/core/config/message_of.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/small_machine.hpp"

namespace mikpoly::lab {
namespace {

using Json = nlohmann::ordered_json;

const KernelLibrary& some_kernels() {
  static const KernelLibrary library = test::library_of(
      {{.tile = {128, 64, 32}}, {.tile = {48, 64, 32}}, {.tile = {8, 16, 16}}, {.tile = {32, 32, 24}}});
  return library;
}

TEST_CASE("Triton takes powers of two from sixteen on, and is told why not the others", "[export]") {
  const Json json = export_kernels(load_hardware("a100-40"), some_kernels(), "triton");

  CHECK(json["schema"] == "mikpoly-kernels/v1");
  REQUIRE(json["configs"].size() == 1);
  // 128 x 64 results on 4096 a warp are 2 warps, of which a block has at least 4.
  CHECK(json["configs"][0] == Json{{"kwargs", {{"BLOCK_M", 128}, {"BLOCK_N", 64}, {"BLOCK_K", 32}}},
                                   {"num_warps", 4},
                                   {"num_stages", 4},
                                   {"kernel", "f16_128x64x32"},
                                   {"rank", 1}});
  REQUIRE(json["left_out"].size() == 3);
  CHECK(json["left_out"][0]["reason"] == "BLOCK_M = 48 is not a power of two");
  CHECK(json["left_out"][1]["reason"] == "BLOCK_M = 8 is below 16, the least of tl.dot");
  CHECK(json["left_out"][2]["reason"] == "BLOCK_K = 24 is not a power of two");
}

TEST_CASE("warps come with the numbers of the hardware file that they are by", "[export]") {
  const Json json = export_kernels(load_hardware("t4"), some_kernels(), "triton");

  REQUIRE(json["num_warps_from"].size() == 3);
  CHECK(
      json["num_warps_from"][0] ==
      Json{{"path", "occupancy.elements_per_warp"}, {"value", "4096"}, {"kind", "assumed"}, {"source", "as a100-40"}});
}

TEST_CASE("a machine without warps says nothing of them", "[export]") {
  const Json json = export_kernels(load_hardware("toy"), some_kernels(), "triton");

  CHECK(!json.contains("num_warps_from"));
  CHECK(!json["configs"][0].contains("num_warps"));
}

TEST_CASE("CUTLASS takes multiples of a warp's tile and of the instruction's k", "[export]") {
  const Json json = export_kernels(load_hardware("a100-40"), some_kernels(), "cutlass");

  REQUIRE(json["kernels"].size() == 1);
  CHECK(json["kernels"][0]["profiler_flags"] == "--op_class=tensorop --cta_m=128 --cta_n=64 --cta_k=32 --stages=4");
  CHECK(json["left_out"][0]["reason"] == "48x64 is not a multiple of 32x32, the least tile of a warp");
  CHECK(json["left_out"][2]["reason"] == "k = 24 is not a multiple of 16, the instruction's");
}

TEST_CASE("every kernel is exported as it is", "[export]") {
  const Json json = export_kernels(load_hardware("toy"), some_kernels(), "json");

  CHECK(json["kernels"].size() == 4);
  CHECK(json["left_out"].empty());
}

TEST_CASE("formats that are not, or not for the machine, are refused", "[export]") {
  const auto refusal = [](const char* format) {
    return message_of([format] { static_cast<void>(export_kernels(load_hardware("toy"), some_kernels(), format)); });
  };

  CHECK(refusal("tritn") == "unknown format \"tritn\"; did you mean \"triton\"? known: json, triton, cutlass");
  CHECK(
      refusal("cutlass") ==
      "hardware \"toy\" has no warps (no occupancy.elements_per_warp), so nothing of it is for CUTLASS; known formats: "
      "json, triton");
}

TEST_CASE("a plan lists its regions with their grids", "[export]") {
  HardwareFile hardware = load_hardware("toy");
  KernelLibrary library = tune_simulated(hardware.accelerator, library_key(hardware, {}, {})).library;
  const Workbench bench(std::move(hardware), std::move(library), {});
  const TileShape tile = bench.library().kernels.front().tile;
  WorkloadItem item;
  item.id = "some";
  item.shape = {.m = 3 * tile.m - 1, .n = 2 * tile.n, .k = 64};

  const Json json = export_plan(item, {.plan = test::whole(item.shape)}, bench);

  CHECK(json["problem_id"] == "some");
  CHECK(json["regions"][0]["grid"] == Json::array({3, 2, 1}));
  CHECK(json["regions"][0]["m"] == Json::array({0, 3 * tile.m - 1}));
  CHECK(json["regions"][0]["split_k"] == 1);
  CHECK(json["allocation"] == "max_min");
  CHECK(!json.contains("stream_k_blocks"));
  CHECK(!json.contains("declined"));

  Plan dealt_out = test::whole(item.shape);
  dealt_out.allocation = stream_k_allocation(5);
  const Json blocks = export_plan(item, {.plan = dealt_out}, bench);
  CHECK(blocks["allocation"] == "stream_k/5");
  CHECK(blocks["stream_k_blocks"] == 5);
  CHECK(blocks["regions"][0]["grid"] == Json::array({3, 2, 1}));

  CHECK(export_plan(item, {.plan = {}, .unsupported = "too large"}, bench) == Json{{"problem_id", "some"},
                                                                                   {"m", item.shape.m},
                                                                                   {"n", item.shape.n},
                                                                                   {"k", 64},
                                                                                   {"batch", 1},
                                                                                   {"declined", "too large"}});
}

}  // namespace
}  // namespace mikpoly::lab
