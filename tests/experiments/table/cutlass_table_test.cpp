// Laid out as cutlass_profiler 3.x and 4.x write it; the numbers are made up.
#include <fmt/format.h>

#include "experiments/table/table_formats.hpp"
#include "tests/experiments/table/reader_text.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::lab {
namespace {

constexpr const char* kHeader =
    "Problem,Provider,OperationKind,Operation,Disposition,Status,gemm_kind,m,n,k,A,B,C,D,alpha,beta,split_k_mode,"
    "split_k_slices,batch_count,raster_order,use_pdl,swizzle_size,op_class,accum,cta_m,cta_n,cta_k,cluster_m,cluster_n,"
    "cluster_k,stages,warps_m,warps_n,warps_k,inst_m,inst_n,inst_k,min_cc,max_cc,Bytes,Flops,Flops/Byte,Runtime,GB/s,"
    "GFLOPs\n";

struct Row {
  std::string provider = "CUTLASS";
  std::string kind = "gemm";
  std::string disposition = "passed";
  std::string status = "success";
  std::string m = "1024";
  std::string beta = "0";
  std::string type = "f16";
  std::string layout = "column";  // of B
  std::string slices = "1";
  std::string swizzle = "1";
  std::string runtime = "0.25,900,4000";
};

std::string line(const Row& row) {
  return fmt::format(
      "1,{},{},cutlass_tensorop_f16_s16816gemm_f16_256x128_32x3_nn_align8,{},{},universal,{},512,2048,{}:column,f16:"
      "{},f16:column,f16:column,1,{},serial,{},1,heuristic,false,{},tensorop,f32,256,128,32,1,1,1,3,4,2,1,16,8,16,"
      "80,1024,1,2,3,{}\n",
      row.provider, row.kind, row.disposition, row.status, row.m, row.type, row.layout, row.beta, row.slices,
      row.swizzle, row.runtime);
}

}  // namespace

TEST_CASE("A profile of CUTLASS gives operations, tiles and times of the device", "[table]") {
  const TimingTable table = table_of(kHeader + line({}) + line({.slices = "4", .runtime = "0.125,900,8000"}));

  CHECK(table.origin().format == "cutlass");
  CHECK(table.origin().source == TimeSource::device_event);
  CHECK(table.origin().type == DataType::f16);
  CHECK(table.shapes() == std::vector<GemmShape>{{1024, 512, 2048}});
  CHECK(table.kernels() ==
        std::vector<TableKernel>{
            {"cutlass_tensorop_f16_s16816gemm_f16_256x128_32x3_nn_align8", {256, 128, 32}, 3, 8, 0}});
  CHECK(first_time(table) == 250.0);
  CHECK(first_time(table, 4) == 125.0);
  CHECK(table.time(0, {0, 1})->passed);
  CHECK(table.least(0, 0) == Picoseconds{125'000'000});
}

TEST_CASE("What CUTLASS did not run, ran wrong or did for others takes no part", "[table]") {
  // A row that did not run has the runtime 0 and no rates.
  const TimingTable table = table_of(
      kHeader + line({}) + line({.disposition = "incorrect", .m = "7"}) + line({.disposition = "failed", .m = "7"}) +
      line({.disposition = "not_supported", .status = "error_not_supported", .m = "7", .runtime = "0,,"}) +
      line({.provider = "cuBLAS", .m = "7"}) + line({.kind = "conv2d", .m = "7"}) +
      line({.status = "error_internal", .m = "7"}) + line({.m = "7", .beta = "1"}) + line({.m = "7", .type = "cf32"}) +
      line({.disposition = "not_verified", .m = "7", .runtime = "0,,"}));

  CHECK(table.shapes().size() == 1);
  CHECK(table.report().skipped == std::map<std::string, std::int64_t>{{"Disposition incorrect", 1},
                                                                      {"Disposition failed", 1},
                                                                      {"Disposition not_supported", 1},
                                                                      {"Provider cuBLAS", 1},
                                                                      {"OperationKind conv2d", 1},
                                                                      {"Status error_internal", 1},
                                                                      {"beta 1, the first row has 0", 1},
                                                                      {"type cf32:column", 1},
                                                                      {"no finite time greater than zero", 1}});
}

TEST_CASE("Times whose values CUTLASS did not verify count, and are not called right", "[table]") {
  const TimingTable table = table_of(kHeader + line({.disposition = "not_verified"}));

  REQUIRE(first_time(table) == 250.0);
  CHECK_FALSE(table.time(0, {0, 1})->passed);
}

TEST_CASE("An operation that was launched in several ways is several kernels", "[table]") {
  const TimingTable table = table_of(kHeader + line({}) + line({.swizzle = "8"}));

  REQUIRE(table.kernels().size() == 2);
  CHECK(table.kernels()[0].name == "cutlass_tensorop_f16_s16816gemm_f16_256x128_32x3_nn_align8-swizzle_1");
  CHECK(table.kernels()[1].name == "cutlass_tensorop_f16_s16816gemm_f16_256x128_32x3_nn_align8-swizzle_8");
}

TEST_CASE("A profile whose operands lie in two ways is refused, once for each further way", "[table]") {
  CHECK(
      refusal(kHeader + line({}) + line({.m = "7", .layout = "row"}) + line({.m = "8", .layout = "row"})) ==
      "t.csv:3: operands lie A:column B:row C:column D:column here and A:column B:column C:column D:column in t.csv:2; "
      "times of one table are of one layout");
}

TEST_CASE("A row that states no layout beside those that do is refused in words", "[table]") {
  const std::string text = "Operation,m,n,k,A,cta_m,cta_n,cta_k,Runtime\ngemm,64,64,64,f16:row,32,32,16,1\n";

  CHECK(refusal(text + "gemm,32,64,64,f16,32,32,16,1\n") ==
        "t.csv:3: operands lie in no stated way here and A:row in t.csv:2; times of one table are of one layout");
  CHECK(refusal("Operation,m,n,k,A,cta_m,cta_n,cta_k,Runtime\ngemm,64,64,64,f16,32,32,16,1\n"
                "gemm,32,64,64,f16:row,32,32,16,1\n") ==
        "t.csv:3: operands lie A:row here and in no stated way in t.csv:2; times of one table are of one layout");
}

TEST_CASE("Rows of another type, or that take no part, may lie as they will", "[table]") {
  const std::string text =
      kHeader + line({}) + line({.provider = "cuBLAS", .layout = "row"}) + line({.type = "f32", .layout = "row"});

  CHECK(parse_timing_table(text, {.file = "t.csv", .type = DataType::f16}).report().rows == 1);
}

TEST_CASE("What is malformed in a profile is said with file and line", "[table]") {
  CHECK(refusal(kHeader + line({.m = "x"}) + line({.runtime = "fast,1,1"})) ==
        "t.csv:2: m: \"x\" is not an integer in 1..1099511627776\nt.csv:3: Runtime: \"fast\" is not a number");
  CHECK(refusal(kHeader + std::string("1,CUTLASS,gemm\n")).starts_with("t.csv:2: 3 fields where the header has 45: "));
}

}  // namespace mikpoly::lab
