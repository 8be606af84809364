#include "experiments/accuracy/timed_table.hpp"

#include "tests/core/config/message_of.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace mikpoly::lab {
namespace {

TimedTable table_of(const std::string& text, const std::string& time_column = "") {
  const TemporaryFolder folder;
  return load_timed_table(folder.write("times.csv", text), time_column);
}

// What is wrong with a table, without the folder that it stands in.
std::string refusal(const std::string& text, const std::string& time_column = "") {
  std::string message = message_of([&] { table_of(text, time_column); });
  for (std::size_t at = 0; (at = message.find("times.csv", at)) != std::string::npos; ++at) {
    const std::size_t line = message.rfind('\n', at);
    const std::size_t begin = line == std::string::npos ? 0 : line + 1;
    message.erase(begin, at - begin);
    at = begin;
  }
  return message;
}

}  // namespace

TEST_CASE("A table of times has extents, one time and where they come from", "[accuracy]") {
  const TimedTable table =
      table_of("# device: one\n# clock: fixed\nm,n,k,time_us,tflops\n64,128,256,12.5,1\n8,8,8,3,2\n");

  CHECK(table.name == "times");
  CHECK(table.provenance == std::vector<std::string>{"device: one", "clock: fixed"});
  CHECK(table.time_column == "time_us");
  CHECK(table.ignored == std::vector<std::string>{"tflops"});
  REQUIRE(table.rows.size() == 2);
  CHECK(table.rows[0].place.ends_with(":4"));
  CHECK(table.rows[0].shape == GemmShape{64, 128, 256});
  CHECK(table.rows[0].time_us == 12.5);
  CHECK_FALSE(table.rows[0].dtype.has_value());
  CHECK(table.rows[0].plan.empty());
}

TEST_CASE("The ending of the time's column is its unit", "[accuracy]") {
  for (const auto& [column, microseconds] :
       {std::pair("Time_S", 2.5e6), std::pair("t_ms", 2500.0), std::pair("t_us", 2.5), std::pair("t_ns", 0.0025)}) {
    INFO(column);
    CHECK(table_of(std::string("m,n,k,") + column + "\n8,8,8,2.5\n").rows[0].time_us == Approx(microseconds));
  }
}

TEST_CASE("Batch, type, kind and plan are read where they stand", "[accuracy]") {
  const TimedTable table = table_of(
      "dtype,kind,trans_a,trans_b,plan,batch,m,n,k,time_ms\n"
      "fp16,qkv,N,T,p1|I|x,3,8,16,32,1\n"
      "bf16,,,,,1,8,16,32,1\n"
      ",,,,,1,8,16,32,1\n");

  REQUIRE(table.rows.size() == 3);
  CHECK(table.rows[0].dtype == DataType::f16);
  CHECK(table.rows[0].shape == GemmShape{8, 16, 32, 3});
  CHECK(table.rows[0].kind == "qkvNT");
  CHECK(table.rows[0].plan == "p1|I|x");
  CHECK(table.rows[1].dtype == DataType::bf16);
  CHECK_FALSE(table.rows[2].dtype.has_value());
  CHECK(table.ignored.empty());
}

TEST_CASE("Line ends of other systems change nothing", "[accuracy]") {
  const TimedTable table = table_of("# by hand\r\nm,n,k,time_us\r\n8,16,32,4.5\r\n");

  CHECK(table.provenance == std::vector<std::string>{"by hand"});
  CHECK(table.time_column == "time_us");
  REQUIRE(table.rows.size() == 1);
  CHECK(table.rows[0].shape == GemmShape{8, 16, 32});
  CHECK(table.rows[0].time_us == 4.5);
}

TEST_CASE("A table without m, n or k is refused", "[accuracy]") {
  for (const auto& [header, missing] :
       {std::pair("n,k,x,time_us", "m"), std::pair("m,x,k,time_us", "n"), std::pair("m,n,x,time_us", "k")}) {
    CHECK(refusal(std::string(header) + "\n1,1,1,1\n") ==
          std::string("times.csv: column ") + missing +
              " is missing; a table of times has m, n, k and a column of times");
  }
}

TEST_CASE("Exactly one column of times is read, or the one that is named", "[accuracy]") {
  const std::string two = "m,n,k,first_us,second_ms\n8,8,8,1,2\n";

  CHECK(refusal("m,n,k,tflops\n8,8,8,1\n") ==
        "times.csv: no column of times; a name such as time_us tells the unit: _s, _ms, _us or _ns");
  CHECK(refusal("m,n,k,time_min\n8,8,8,1\n") ==
        "times.csv: no column of times; a name such as time_us tells the unit: _s, _ms, _us or _ns");
  CHECK(refusal(two) == "times.csv: 2 columns of times: first_us, second_ms; --time-column says which");
  CHECK(refusal(two, "third_us") ==
        "times.csv: \"third_us\" is no column of times; columns of times: first_us, second_ms");
  CHECK(refusal(two, "m") == "times.csv: \"m\" is no column of times; columns of times: first_us, second_ms");
  CHECK(table_of(two, "second_ms").rows[0].time_us == 2000.0);
  CHECK(table_of(two, "second_ms").ignored == std::vector<std::string>{"first_us"});
}

TEST_CASE("A time that is none is refused with its line", "[accuracy]") {
  const auto with_time = [](const std::string& time) {
    return refusal("m,n,k,time_us\n8,8,8,1\n16,8,8," + time + "\n");
  };
  CHECK(with_time("0") == "times.csv:3: time_us: \"0\" is no time greater than zero");
  CHECK(with_time("-1.5") == "times.csv:3: time_us: \"-1.5\" is no time greater than zero");
  for (const char* bad : {"nan", "inf", "fast", "", "1us"}) {
    CHECK(with_time(bad) == std::string("times.csv:3: time_us: \"") + bad + "\" is not a number");
  }
}

TEST_CASE("An extent out of range is refused with its line", "[accuracy]") {
  CHECK(refusal("m,n,k,time_us\n0,8,8,1\n") == "times.csv:2: m: \"0\" is not an integer in 1..1099511627776");
  CHECK(refusal("m,n,k,time_us\n8,8.5,8,1\n") == "times.csv:2: n: \"8.5\" is not an integer in 1..1099511627776");
  CHECK(refusal("batch,m,n,k,time_us\n-1,8,8,8,1\n") ==
        "times.csv:2: batch: \"-1\" is not an integer in 1..1099511627776");
  // Each extent is allowed, 2^40 * 2^40 is not.
  CHECK_THAT(refusal("m,n,k,time_us\n1099511627776,1099511627776,8,1\n"), Catch::Matchers::StartsWith("times.csv:2: "));
}

TEST_CASE("A type that is not known is refused", "[accuracy]") {
  CHECK_THAT(refusal("m,n,k,dtype,time_us\n8,8,8,f16,1\n8,8,8,fp8,1\n"), Contains(":3: unknown data type \"fp8\""));
}

TEST_CASE("A row that stands twice is refused, one that differs in type, kind or batch is another", "[accuracy]") {
  CHECK_THAT(refusal("m,n,k,time_us\n8,8,8,1\n8,8,16,1\n8,8,8,2\n"),
             Catch::Matchers::StartsWith("times.csv:4: 8x8x8 ") && Contains("stands in line 2 already"));
  CHECK(table_of("m,n,k,batch,dtype,kind,time_us\n8,8,8,1,f16,a,1\n8,8,8,2,f16,a,1\n8,8,8,1,f32,a,1\n8,8,8,1,f16,b,1\n")
            .rows.size() == 4);
}

TEST_CASE("Everything that is wrong is named at once", "[accuracy]") {
  CHECK(refusal("m,n,k,time_us\n0,8,8,1\n8,8,8,1\n8,8,16,0\n") ==
        "times.csv:2: m: \"0\" is not an integer in 1..1099511627776\n"
        "times.csv:4: time_us: \"0\" is no time greater than zero");
}

TEST_CASE("A table without rows is refused", "[accuracy]") {
  CHECK(refusal("m,n,k,time_us\n") == "times.csv: no rows; a table of times has at least one");
  CHECK_THAT(refusal(""), Contains("times.csv: no header line"));
}

}  // namespace mikpoly::lab
