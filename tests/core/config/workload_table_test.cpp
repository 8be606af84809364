#include "core/config/workload_loader.hpp"
#include "tests/core/config/message_of.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly {
namespace {

WorkloadItem only(const std::string& csv) {
  const Workload workload = parse_workload(csv, "c.csv");
  REQUIRE(workload.items.size() == 1);
  return workload.items[0];
}

}  // namespace

TEST_CASE("SCALE-Sim's GEMM tables are read in all the ways they are written", "[workload]") {
  for (const std::string& csv :
       {std::string("Layer Name, M, N, K,\nTest 1, 256, 128, 64,"),
        std::string("Layer name,M,N,K\nTest 1,256,128,64\n"), std::string("Layer,M,N,K,\r\nTest 1,256,128,64,\r\n\r\n"),
        std::string("\xEF\xBB\xBFLayer Name , M , N , K \nTest 1 , 256 , 128 , 64 \n\n\n")}) {
    INFO(csv);
    const WorkloadItem item = only(csv);

    CHECK(item.shape == GemmShape{.m = 256, .n = 128, .k = 64});
    CHECK(item.group == "Test 1");
    CHECK(item.id == "256x128x64");
  }
}

TEST_CASE("Columns may stand in any order, and a group goes before a name", "[workload]") {
  const WorkloadItem item = only("k,weight,group,N,name,count,m,batch\n3,0.5,g,2,one,7,1,4\n");

  CHECK(item.shape == GemmShape{.m = 1, .n = 2, .k = 3, .batch = 4});
  CHECK((item.group == "g" && item.count == 7 && item.weight == 0.5));
}

TEST_CASE("A table of convolutions is told what a product is", "[workload]") {
  const std::string product =
      "m, n, k are needed, batch, group, name, count, weight are known; this looks like a table of convolutions, and a "
      "workload holds products: m = batch * output height * output width, n = filters, k = channels * filter height * "
      "filter width";

  CHECK(message_of([] {
          parse_workload(
              "Layer name, IFMAP Height, IFMAP Width, Filter Height, Filter Width, Channels, Num Filter, Strides,\n"
              "a, 7, 7, 3, 3, 192, 384, 1,\n",
              "c.csv");
        }) ==
        "c.csv: the columns are Layer name, IFMAP Height, IFMAP Width, Filter Height, Filter Width, Channels, "
        "Num Filter, Strides; " +
            product);
  CHECK(message_of([] { parse_workload("W,H,C,N,K,R,S\n1,1,1,1,1,1,1\n", "c.csv"); }) ==
        "c.csv: the columns are W, H, C, N, K, R, S; " + product);
}

TEST_CASE("A weight outside its range is refused with its line", "[workload]") {
  CHECK(parse_workload("m,n,k,weight\n1,2,3,1e12\n", "c.csv").items.at(0).weight == 1e12);
  CHECK(message_of([] { parse_workload("m,n,k,weight\n1,2,3,1\n1,2,4,1e308\n", "c.csv"); }) ==
        "c.csv:3: weight: \"1e308\" is not a weight in 0..1e12");
  CHECK(message_of([] { parse_workload("m,n,k,weight\n1,2,3,-1\n", "c.csv"); }) ==
        "c.csv:2: weight: \"-1\" is not a weight in 0..1e12");
}

}  // namespace mikpoly
