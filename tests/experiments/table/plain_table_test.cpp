#include "experiments/table/table_formats.hpp"
#include "tests/experiments/table/reader_text.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::lab {

TEST_CASE("A plain table has shapes, kernels with their tile, and times", "[table]") {
  const TimingTable table = table_of(
      "# device: one\nm,n,k,batch,kernel,tile_m,tile_n,tile_k,k_parts,stages,warps,occupancy,time_ms,iqr_us,samples,"
      "disposition,time_source\n"
      "64,128,256,2,big,128,64,32,4,3,8,2,0.5,7,11,passed,wall_clock\n");

  CHECK(table.origin().name == "t");
  CHECK(table.origin().format == "plain");
  CHECK(table.origin().source == TimeSource::wall_clock);
  CHECK(table.origin().provenance == std::vector<std::string>{"device: one"});
  CHECK_FALSE(table.origin().type.has_value());
  CHECK(table.shapes() == std::vector<GemmShape>{{64, 128, 256, 2}});
  CHECK(table.kernels() == std::vector<TableKernel>{{"big", {128, 64, 32}, 3, 8, 2}});
  CHECK(table.programs() == std::vector<TableProgram>{{0, 4}});
  const TableTime* time = table.time(0, {0, 4});
  REQUIRE(time != nullptr);
  CHECK(time->measured.median == Picoseconds{500'000'000});
  CHECK(time->measured.source == TimeSource::wall_clock);
  CHECK(time->measured.interquartile_range == Picoseconds{7'000'000});
  CHECK(time->measured.samples == 11);
  CHECK(time->passed);
}

TEST_CASE("Without columns the tile stands in the kernel's name, and times are a device's", "[table]") {
  const TimingTable table = table_of("m,n,k,kernel,time_us\n8,8,8,f16_256x128x64_ahead,3\n");

  CHECK(table.kernels() == std::vector<TableKernel>{{"f16_256x128x64_ahead", {256, 128, 64}, 0, 0, 0}});
  CHECK(table.origin().source == TimeSource::device_event);
  CHECK(first_time(table) == 3.0);
  CHECK_FALSE(table.time(0, {0, 1})->passed);
}

TEST_CASE("The first MxNxK of a name is its tile", "[table]") {
  CHECK(tile_in_name("f16_256x128x64") == TileShape{256, 128, 64});
  CHECK(tile_in_name("s16x8_64x32x16x2") == TileShape{64, 32, 16});
  CHECK(tile_in_name("64x32x16") == TileShape{64, 32, 16});
  CHECK(tile_in_name("v2-1x2x3") == TileShape{1, 2, 3});
  for (const char* none : {"", "big", "64x32", "64x32x", "0x1x2", "64xx32x16", "99999999999999999999x1x1"}) {
    INFO(none);
    CHECK_FALSE(tile_in_name(none).has_value());
  }
}

TEST_CASE("A pair that stands several times has the median and the spread between", "[table]") {
  const TimingTable table =
      table_of("m,n,k,kernel,time_us,iqr_us,samples\n8,8,8,a_1x1x1,9,1,2\n8,8,8,a_1x1x1,5,1,3\n8,8,8,a_1x1x1,1,1,4\n");

  CHECK(first_time(table) == 5.0);
  CHECK(table.time(0, {0, 1})->measured.interquartile_range == Picoseconds{4'000'000});  // 7 - 3
  CHECK(table.time(0, {0, 1})->measured.samples == 9);
  CHECK(table.report().repeated == 1);
  CHECK(table.report().rows == 3);
}

TEST_CASE("A row without a time that counts is skipped and counted", "[table]") {
  const TimingTable table = table_of(
      "m,n,k,kernel,time_us,disposition\n8,8,8,a_1x1x1,2,passed\n8,8,9,a_1x1x1,0,\n8,8,9,a_1x1x1,-1,\n"
      "8,8,9,a_1x1x1,inf,\n8,8,9,a_1x1x1,nan,\n8,8,9,a_1x1x1,,\n8,8,9,a_1x1x1,1e-9,\n8,8,9,a_1x1x1,3,failed\n"
      "8,8,9,a_1x1x1,3,incorrect\n");

  CHECK(table.shapes().size() == 1);
  CHECK(table.report().skipped == std::map<std::string, std::int64_t>{{"no finite time greater than zero", 6},
                                                                      {"disposition failed", 1},
                                                                      {"disposition incorrect", 1}});
}

TEST_CASE("A pair without a time is a hole", "[table]") {
  const TimingTable table = table_of("m,n,k,kernel,time_us\n8,8,8,a_1x1x1,2\n8,8,9,a_1x1x1,2\n8,8,9,b_1x1x1,2\n");

  CHECK(table.holes() == 1);
  CHECK(table.holes(0) == 1);
  CHECK(table.holes(1) == 0);
  CHECK(table.least(0, 1) == std::nullopt);
  CHECK(table.find({8, 8, 9}) == 1);
  CHECK(table.find({8, 8, 10}) == -1);
}

TEST_CASE("Columns that a plain table does not use are named", "[table]") {
  CHECK(table_of("m,n,k,kernel,time_us,tflops,note\n8,8,8,a_1x1x1,2,1,x\n").report().ignored ==
        std::vector<std::string>{"tflops", "note"});
}

TEST_CASE("What is malformed in a plain table is said with file and line", "[table]") {
  CHECK(refusal("m,n,k,time_us\n8,8,8,1\n") ==
        "t.csv: column kernel is missing; a table of kernels has m, n, k, kernel and a column of times such as "
        "time_us");
  CHECK(refusal("m,n,k,kernel\n8,8,8,a\n") ==
        "t.csv: no column of times; a name such as time_us tells the unit: _s, _ms, _us or _ns");
  CHECK(refusal("m,n,k,kernel,time_us\n8,8,8,a,1\n0,8,8,a_1x1x1,1\n8,8,8,a_1x1x1,x\n8,8,8,,1\n8,8,8,a_1x1x1,1e300\n") ==
        "t.csv:2: kernel: \"a\" has no tile; add the columns tile_m, tile_n and tile_k, or a name that holds MxNxK\n"
        "t.csv:3: m: \"0\" is not an integer in 1..1099511627776\n"
        "t.csv:4: time_us: \"x\" is not a number\n"
        "t.csv:5: kernel: the name is empty\n"
        "t.csv:6: time_us: \"1e300\" is longer than 13 days (2^60 ps); times end there");
  CHECK(refusal("m,n,k,kernel,time_us,time_source\n8,8,8,a_1x1x1,1,simulated\n") ==
        "t.csv:2: time_source: \"simulated\" is no source of measured times; known: device_event, wall_clock");
  CHECK(refusal("m,n,k,kernel,time_us,time_source\n8,8,8,a_1x1x1,1,wall_clock\n8,8,9,a_1x1x1,1,device_event\n") ==
        "t.csv:3: time_source: \"device_event\" here and \"wall_clock\" before; times of one table are of one source");
  CHECK(refusal("m,n,k,kernel,k_parts,time_us\n2147483648,2147483648,8,a_1x1x1,2,1\n") ==
        "t.csv:2: 2147483648x2147483648x8 by 1x1 tiles in 2 parts of k is more than 2^62 tasks");
  CHECK(refusal("m,n,k,kernel,stages,time_us\n8,8,8,a_1x1x1,2,1\n8,8,9,a_1x1x1,3,1\n") ==
        "t.csv:3: kernel \"a_1x1x1\" has other stages, warps or occupancy than in t.csv:2; kernels that differ need "
        "names of their own");
  CHECK(refusal("m,n,k,kernel,tile_m,tile_n,tile_k,time_us\n8,8,8,a,1,2,3,1\n8,8,9,b,1,1,1,1\n8,8,9,a,1,2,4,1\n") ==
        "t.csv:4: kernel \"a\" has the tile 1x2x4, and 1x2x3 in t.csv:2; kernels that differ need names of their own");
}

TEST_CASE("A table without a time is refused with what was skipped", "[table]") {
  CHECK(refusal("m,n,k,kernel,time_us\n") == "t.csv: no row with a time");
  CHECK(refusal("m,n,k,kernel,time_us\n8,8,8,a_1x1x1,0\n") ==
        "t.csv: no row with a time; skipped: 1 of no finite time greater than zero");
}

TEST_CASE("Rows of another type than asked for are left out", "[table]") {
  const std::string text = "m,n,k,kernel,dtype,time_us\n8,8,8,a_1x1x1,fp16,1\n8,8,9,a_1x1x1,f32,1\n";

  const TimingTable table = parse_timing_table(text, {.file = "t.csv", .type = DataType::f32});

  CHECK(table.shapes() == std::vector<GemmShape>{{8, 8, 9}});
  CHECK(table.report().skipped == std::map<std::string, std::int64_t>{{"type f16", 1}});
  CHECK(refusal(text) ==
        "t.csv: rows are of the types f16, f32; say which counts: --dtype T, or dtype: T in an experiment");
  CHECK(message_of([&] { parse_timing_table(text, {.file = "t.csv", .type = DataType::i8}); }) ==
        "t.csv: no rows of type \"i8\"; the table's types: f16, f32");
}

TEST_CASE("A table says another source than asked for, or another format", "[table]") {
  const std::string text = "m,n,k,kernel,time_us,time_source\n8,8,8,a_1x1x1,1,wall_clock\n";

  CHECK(message_of([&] { parse_timing_table(text, {.file = "t.csv", .source = TimeSource::device_event}); }) ==
        "t.csv: its times are \"wall_clock\", not \"device_event\"");
  CHECK(refusal(text, "cutlas") ==
        "unknown table format \"cutlas\"; did you mean \"cutlass\"? known: auto, cutlass, triton, plain");
  CHECK(refusal(text, "cutlass") ==
        "t.csv: column Operation is missing; cutlass_profiler --operation=gemm --output=FILE writes it");
}

}  // namespace mikpoly::lab
