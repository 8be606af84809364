// Reading what the assembler reports: a log as ptxas of CUDA 13.0 writes it.
#include "backends/cuda/compiler_report.hpp"

#include "tests/support/catch.hpp"

namespace mikpoly::test {

TEST_CASE("The report of two functions is read", "[cuda]") {
  const auto functions = cuda::read_report(
      "ptxas info    : 0 bytes gmem\n"
      "ptxas info    : Compiling entry function 'gemm_nn_16' for 'sm_80'\n"
      "ptxas info    : Function properties for gemm_nn_16\n"
      "ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
      "ptxas info    : Used 168 registers, used 1 barriers, 1272 bytes cmem[0]\n"
      "ptxas info    : Compile time = 6.635 ms\n"
      "ptxas info    : Compiling entry function 'add_parts' for 'sm_80'\n"
      "ptxas info    : Function properties for add_parts\n"
      "ptxas         .     40 bytes stack frame, 24 bytes spill stores, 32 bytes spill loads\n"
      "ptxas info    : Used 32 registers, used 0 barriers, 512 bytes smem, 360 bytes cmem[0]");
  REQUIRE(functions.size() == 2);
  CHECK(functions[0].name == "gemm_nn_16");
  CHECK(functions[0].registers == 168);
  CHECK(functions[0].spill_bytes == 0);
  CHECK(functions[1].name == "add_parts");
  CHECK(functions[1].registers == 32);
  CHECK(functions[1].stack_bytes == 40);
  CHECK(functions[1].spill_bytes == 56);
  CHECK(functions[1].shared_bytes == 512);
}

TEST_CASE("A log of something else has no functions", "[cuda]") {
  CHECK(cuda::read_report("").empty());
  CHECK(cuda::read_report("kernel.cu(3): warning: variable \"x\" was never used\nUsed registers").empty());
}

}  // namespace mikpoly::test
