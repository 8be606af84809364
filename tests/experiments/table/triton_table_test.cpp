// Laid out as dumps and caches of Triton's autotuner; the numbers are made up.
#include "experiments/table/table_formats.hpp"
#include "tests/experiments/table/reader_text.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::lab {
namespace {

constexpr const char* kCached =
    R"({"key": [1024, 512, 2048, "torch.float16", "torch.float16"], "configs_timings": [
  [{"kwargs": {"BLOCK_SIZE_M": 128, "BLOCK_SIZE_N": 256, "BLOCK_SIZE_K": 64, "GROUP_SIZE_M": 8}, "num_warps": 8,
    "num_ctas": 1, "num_stages": 3, "maxnreg": null, "pre_hook": null}, [0.25, 0.24, 0.27]],
  [{"kwargs": {"BLOCK_SIZE_M": 64, "BLOCK_SIZE_N": 32, "BLOCK_SIZE_K": 32, "GROUP_SIZE_M": 8}, "num_warps": 4,
    "num_ctas": 1, "num_stages": 5, "maxnreg": null, "pre_hook": null}, [Infinity, Infinity, Infinity]]]})";

}  // namespace

TEST_CASE("Triton's cache of autotuning is a shape with a time for each configuration", "[table]") {
  const TimingTable table = table_of(kCached);

  CHECK(table.origin().format == "triton");
  CHECK(table.origin().type == DataType::f16);
  CHECK(table.origin().source == TimeSource::device_event);
  CHECK(table.shapes() == std::vector<GemmShape>{{1024, 512, 2048}});
  CHECK(table.kernels() == std::vector<TableKernel>{{"triton-128x256x64-w8-s3-g8", {128, 256, 64}, 3, 8, 0}});
  CHECK(first_time(table) == 250.0);
  CHECK(table.report().skipped == std::map<std::string, std::int64_t>{{"no finite time greater than zero", 1}});
}

TEST_CASE("Several caches are a list, or a line each", "[table]") {
  const std::string one =
      R"({"key": [8, 8, 8], "configs_timings": {"BLOCK_M: 16, BLOCK_N: 16, BLOCK_K: 16": [1, 1, 1]}})";
  const std::string other =
      R"({"key": ["8", "8", "9"], "configs_timings": [["BLOCK_M: 16, BLOCK_N: 16, BLOCK_K: 16", 2]]})";

  for (const std::string& text : {"[" + one + "," + other + "]", one + "\n\n" + other + "\n"}) {
    const TimingTable table = table_of(text);
    CHECK(table.shapes() == std::vector<GemmShape>{{8, 8, 8}, {8, 8, 9}});
    CHECK(table.kernels() == std::vector<TableKernel>{{"triton-16x16x16", {16, 16, 16}, 0, 0, 0}});
    CHECK(first_time(table) == 1000.0);
  }
}

TEST_CASE("A record has shape, configuration and a time with its unit", "[table]") {
  for (const char* text : {
           R"([{"M": 8, "N": 16, "K": 32, "batch": 2, "dtype": "fp16", "config": {"BLOCK_M": 64, "BLOCK_N": 32,
               "BLOCK_K": 16, "num_warps": 4, "num_stages": 2, "GROUP_M": 4, "SPLIT_K": 3}, "time_us": 5}])",
           R"([{"shape": {"M": 8, "N": 16, "K": 32, "batch": 2}, "dtype": "fp16", "BLOCK_M": 64, "BLOCK_N": 32,
               "BLOCK_K": 16, "num_warps": 4, "num_stages": 2, "GROUP_M": 4, "SPLIT_K": 3, "time_ms": 0.005}])"}) {
    const TimingTable table = table_of(text);
    CHECK(table.shapes() == std::vector<GemmShape>{{8, 16, 32, 2}});
    CHECK(table.origin().type == DataType::f16);
    CHECK(table.kernels() == std::vector<TableKernel>{{"triton-64x32x16-w4-s2-g4", {64, 32, 16}, 2, 4, 0}});
    CHECK(first_time(table, 3) == 5.0);
  }
}

TEST_CASE("A CSV of autotuning is read like the records", "[table]") {
  const TimingTable table = table_of(
      "M,N,K,BLOCK_M,BLOCK_N,BLOCK_K,num_warps,num_stages,GROUP_M,SPLIT_K,EVEN_K,ms,TFLOPS\n"
      "8,16,32,64,32,16,4,2,4,1,True,0.5,7\n8,16,32,64,32,16,4,2,4,2,True,inf,0\n");

  CHECK(table.origin().format == "triton");
  CHECK(table.kernels() == std::vector<TableKernel>{{"triton-64x32x16-w4-s2-g4-EVEN_K_True", {64, 32, 16}, 2, 4, 0}});
  CHECK(first_time(table) == 500.0);
  CHECK(table.report().skipped == std::map<std::string, std::int64_t>{{"no finite time greater than zero", 1}});
}

TEST_CASE("What is malformed in an autotuning dump is said with its place", "[table]") {
  CHECK(refusal("{\"key\": [1,\n2,") == "t.csv:2: is neither JSON nor JSON Lines");
  CHECK(refusal("[{\"M\": 2e308}]") == "t.csv:1: a number is larger than 1e308, where numbers end");
  CHECK(refusal("{\"M\": 1}\n{\"M\":\n") == "t.csv:2: is neither JSON nor JSON Lines");
  CHECK(refusal(R"([3, {"M": 1, "N": 2}, {"key": [1, 2]}, {"key": [1, "a", 3]}, {"M": 1, "N": 2, "K": 3}])") ==
        "t.csv:1: /0: is no object; an entry is one configuration's time, or a cache's file\n"
        "t.csv:1: /1: K is missing\n"
        "t.csv:1: /2: key: M, N and K are not its first three values; tune with key=[\"M\", \"N\", \"K\"]\n"
        "t.csv:1: /3: key: \"a\" is not an integer in 1..1099511627776\n"
        "t.csv:1: /4: the configuration has no BLOCK_M, BLOCK_N and BLOCK_K (or BLOCK_SIZE_M ...)");
  const std::string config = R"({"M": 1, "N": 2, "K": 3, "BLOCK_M": 16, "BLOCK_N": 16, "BLOCK_K": 16)";
  CHECK(refusal("[" + config + "}]") ==
        "t.csv:1: /0: no time; a name such as time_ms tells the unit: _s, _ms, _us or _ns");
  CHECK(refusal("[" + config + ", \"a_ms\": 1, \"b_ms\": 2}]") == "t.csv:1: /0: two times: \"b_ms\" is the second");
  CHECK(refusal("[" + config + ", \"a_ms\": \"x\"}]") == "t.csv:1: /0: the time \"x\" is not a number");
  CHECK(refusal("[" + config + ", \"num_warps\": 0, \"a_ms\": 1}]") ==
        "t.csv:1: /0: num_warps: \"0\" is not an integer in 1..65536");
  CHECK(refusal(R"([{"key": [1, 2, 3], "configs_timings": [3]}])") ==
        "t.csv:1: /0/configs_timings/0: is no list of [CONFIGURATION, TIMES], nor a map from one to the other");
  CHECK(refusal("M,N,K,BLOCK_M,BLOCK_N,BLOCK_K,ms\n8,8,8,16,16,,1\n") ==
        "t.csv:2: BLOCK_K: \"\" is not an integer in 1..65536");
}

TEST_CASE("What is wrong in a dump has the line of its entry, and the way to it in a cache", "[table]") {
  const std::string good = R"({"M": 1, "N": 2, "K": 3, "BLOCK_M": 16, "BLOCK_N": 16, "BLOCK_K": 16, "ms": 1})";
  const std::string cached = R"({"key": [8, 8, 8],
  "configs_timings": [["BLOCK_M: 16, BLOCK_N: 16, BLOCK_K: 16", 1], ["BLOCK_M: 16", 1],
                      ["BLOCK_M: 16, BLOCK_N: 16, BLOCK_K: 32", "x"]]})";

  CHECK(
      refusal("[" + good + ",\n {\"a]b\\\"\": [1, {}],\n\"M\": 1},\n\n3]") ==
      "t.csv:2: /1: N is missing\nt.csv:5: /2: is no object; an entry is one configuration's time, or a cache's file");
  CHECK(refusal("[" + good + ",\n" + cached + "]") ==
        "t.csv:2: /1/configs_timings/1: the configuration has no BLOCK_M, BLOCK_N and BLOCK_K (or BLOCK_SIZE_M ...)\n"
        "t.csv:2: /1/configs_timings/2: the time \"x\" is not a number");
  CHECK(refusal("\n" + cached) ==
        "t.csv:2: /configs_timings/1: the configuration has no BLOCK_M, BLOCK_N and BLOCK_K (or BLOCK_SIZE_M ...)\n"
        "t.csv:2: /configs_timings/2: the time \"x\" is not a number");
  CHECK(refusal(good + "\n{\"M\": 1}\n") == "t.csv:2: N is missing");
  CHECK(refusal("[" + good + ",\n{\"M\": 1},\n{\"M\": 2e308}]") ==
        "t.csv:3: a number is larger than 1e308, where numbers end");
}

TEST_CASE("Lists in lists without end are an error, not a crash", "[table]") {
  const std::string deep(100'000, '[');

  CHECK(refusal(deep + std::string(100'000, ']')).starts_with("t.csv:1: /0: is no object"));
  CHECK(refusal(deep) == "t.csv:1: is neither JSON nor JSON Lines");
}

}  // namespace mikpoly::lab
