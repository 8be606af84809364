#include "core/config/trace_reader.hpp"

#include <filesystem>
#include <iostream>

#include "core/config/json_lines.hpp"
#include "tests/core/config/message_of.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace mikpoly {
namespace {

RequestTrace of_csv(const std::string& text) {
  return read_requests(parse_csv(text, "t.csv"));
}

const std::vector<Request> kTwo{{0, 374, 44}, {1'500'000'000, 396, 109}};

}  // namespace

TEST_CASE("The same two requests are read in every format", "[trace]") {
  CHECK(of_csv("TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 18:17:03.9799600,374,44\n"
               "2023-11-16 18:17:05.4799600,396,109\n")
            .requests == kTwo);
  CHECK(of_csv("TIMESTAMP,ContextTokens,GeneratedTokens\n2024-05-10T23:59:59.5+00:00,374,44\n2024-05-11 00:00:01Z,396,"
               "109\n")
            .requests == kTwo);
  CHECK(of_csv("trace,row_in_full_trace,t_rel_s,context_tokens,generated_tokens\nconv,5000,1023.5,374,44\nconv,5001,"
               "1025,396,109\n")
            .requests == kTwo);
  CHECK(of_csv("t_rel_s,input_tokens,output_tokens\n0.000,374,44\n1.500,396,109\n").requests == kTwo);
  CHECK(of_csv("Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type\n5,ChatGPT,374,44,418,log\n"
               "6.5,ChatGPT,396,109,505,log\n")
            .requests == kTwo);
  CHECK(read_requests(
            parse_json_lines(R"({"timestamp": 27000, "input_length": 374, "output_length": 44, "hash_ids": [1, 2]}
{"timestamp": 28500, "input_length": 396, "output_length": 109, "hash_ids": []}
)",
                             "t.jsonl"))
            .requests == kTwo);
}

TEST_CASE("Times are read to the nanosecond", "[trace]") {
  CHECK(parse_trace_time("1970-01-02 00:00:01.000000001", TraceClock::date) == 86'401'000'000'001);
  CHECK(parse_trace_time("0.000000001", TraceClock::seconds) == 1);
  CHECK(parse_trace_time("1.5", TraceClock::milliseconds) == 1'500'000);
  for (const char* const text : {"", "2023-13-01 00:00:00", "2023-02-29 00:00:00", "2023-01-01", "2023-01-01 24:00:00",
                                 "2023-01-01 00:00:00 PST", "12", "1969-01-01 00:00:00"}) {
    INFO(text);
    CHECK_FALSE(parse_trace_time(text, TraceClock::date));
  }
  for (const char* const text : {"", "x", "-1", "nan", "inf", "1e99", "1 "}) {
    INFO(text);
    CHECK_FALSE(parse_trace_time(text, TraceClock::seconds));
  }
}

TEST_CASE("Failed requests are counted and left out; late ones are put in order and counted", "[trace]") {
  const RequestTrace trace = of_csv("t_rel_s,input_tokens,output_tokens\n5,1,1\n3,2,2\n9,3,0\n4,0,3\n9,126195,1\n");

  CHECK(trace.requests == std::vector<Request>{{0, 2, 2}, {2'000'000'000, 1, 1}, {6'000'000'000, 126195, 1}});
  CHECK(trace.failed == 2);
  CHECK(trace.out_of_order == 2);
}

TEST_CASE("Every malformed row is said with its line", "[trace]") {
  CHECK(message_of([] { of_csv("t_rel_s,input_tokens,output_tokens\n0,-5,1\n1,,2\n2,7,1.5\nx,1,1\n1,1,1\n"); }) ==
        "t.csv:2: input_tokens: \"-5\" is not an integer in 0..1099511627776\n"
        "t.csv:3: input_tokens: \"\" is not an integer in 0..1099511627776\n"
        "t.csv:4: output_tokens: \"1.5\" is not an integer in 0..1099511627776\n"
        "t.csv:5: t_rel_s: \"x\" is not a time in seconds, at least 0");
  CHECK(message_of([] { of_csv("TIMESTAMP,ContextTokens,GeneratedTokens\n12,1,1\n"); }) ==
        "t.csv:2: TIMESTAMP: \"12\" is not a time such as \"2023-11-16 18:17:03.9799600\"");
  CHECK(message_of([] { of_csv("t_rel_s,input_tokens,output_tokens\n0,5,0\n"); }) ==
        "t.csv: no request has tokens in and out; there is nothing to replay");
}

TEST_CASE("Other columns are told those of the known formats", "[trace]") {
  CHECK(message_of([] { of_csv("time,in,out\n0,5,1\n"); }) ==
        "t.csv: the columns are time, in, out; a trace has TIMESTAMP, ContextTokens, GeneratedTokens (Azure LLM); or "
        "t_rel_s, context_tokens, generated_tokens (Azure LLM, relative times); or timestamp, input_length, "
        "output_length (Mooncake); or t_rel_s, input_tokens, output_tokens (Mooncake, relative times); or Timestamp, "
        "Request tokens, Response tokens (BurstGPT)");
}

TEST_CASE("JSON lines that are no objects, and keys that are missing, are said", "[trace]") {
  const std::string wanted =
      "no JSON object, such as {\"timestamp\": 0, \"input_length\": 6758, \"output_length\": 500}";

  CHECK(message_of([] { parse_json_lines("{\"a\": 1}\n[1]\n{\"a\": \n\n{\"a\": 2}\n", "t.jsonl"); }) ==
        "t.jsonl:2: " + wanted + "\nt.jsonl:3: " + wanted);
  CHECK(message_of([] { parse_json_lines("\n", "t.jsonl"); }) == "t.jsonl: no line with a JSON object");
  CHECK(message_of([] {
          read_requests(
              parse_json_lines("{\"timestamp\": 0, \"input_length\": 1, \"output_length\": 2}\n"
                               "{\"timestamp\": 0, \"output_length\": 2}\n",
                               "t.jsonl"));
        }) == "t.jsonl:2: input_length: \"\" is not an integer in 0..1099511627776");
}

// Two samples of public traces, which may not enter the repository; where they are is told by the environment.
TEST_CASE("Samples of public traces are read whole", "[trace]") {
  const char* const folder = std::getenv("MIKPOLY_TRACES");
  if (folder == nullptr || !std::filesystem::is_directory(folder)) {
    std::cout
        << "skipped: MIKPOLY_TRACES names no folder with azure_llm_trace_sample.csv and mooncake_trace_sample.csv\n";
    return;
  }
  const RequestTrace azure = read_requests(load_table(std::string(folder) + "/azure_llm_trace_sample.csv"));
  const RequestTrace mooncake = read_requests(load_table(std::string(folder) + "/mooncake_trace_sample.csv"));

  CHECK(azure.requests.size() + static_cast<std::size_t>(azure.failed) == 5000);
  CHECK(mooncake.requests.size() + static_cast<std::size_t>(mooncake.failed) == 2000);
  CHECK(std::ranges::max(mooncake.requests, {}, &Request::prompt).prompt > 100'000);
}

TEST_CASE("A trace of JSON lines is known by its text, whatever the file is called", "[trace]") {
  const TemporaryFolder folder;
  const std::string file = folder.write("moon.txt", R"({"timestamp": 0, "input_length": 6758, "output_length": 500})");

  const RequestTrace trace = read_requests(load_table(file));

  REQUIRE(trace.requests.size() == 1);
  CHECK(trace.requests[0].prompt == 6758);
}

}  // namespace mikpoly
