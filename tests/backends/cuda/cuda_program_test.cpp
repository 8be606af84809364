// The program on a device that a stand-in for the driver emulates.
#include <nlohmann/json.hpp>

#include "tests/backends/cuda/emulated_library_files.hpp"
#include "tests/end_to_end/program.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::test {

TEST_CASE("gemm computes on the device, checks values and tells the plan", "[cuda]") {
  const EmulatedLibraryFiles files;
  const std::vector<std::string> command{"gemm", "40x70x35", "--backend", "cuda", "--trans", "NT"};
  const ProgramResult text = run_program(command);
  INFO(text.err);
  REQUIRE(text.exit_code == 0);
  CHECK_THAT(text.out, Contains("Fake A100") && Contains("values: passed") && Contains("mikpoly: p1|"));
  CHECK_THAT(text.out, Contains("device_event"));

  std::vector<std::string> as_json = command;
  as_json.insert(as_json.end(), {"--format", "json"});
  const auto json = nlohmann::json::parse(run_program(as_json).out);
  CHECK(json["values"] == "passed");
  REQUIRE(json["rows"].size() == 2);
  CHECK(json["rows"][1]["contestant"] == "default-tile");
  CHECK(json["rows"][0]["time_us"].get<double>() > 0.0);
  CHECK(json["rows"][0]["host_us"].get<double>() > 0.0);
}

TEST_CASE("What a device cannot do is one sentence and its exit code", "[cuda]") {
  const EmulatedLibraryFiles files;
  const auto refused = [](const std::vector<std::string>& flags, int exit_code) {
    std::vector<std::string> command{"gemm", "64x64x64", "--backend", "cuda"};
    command.insert(command.end(), flags.begin(), flags.end());
    const ProgramResult result = run_program(command);
    CHECK(result.exit_code == exit_code);
    return result.err;
  };
  CHECK_THAT(refused({"--dtype", "bf16"}, 4), Contains("mikpoly tune --hardware a100-40 --backend cuda --dtype bf16"));
  CHECK_THAT(refused({"--peers", "eigen"}, 2), Contains("does not run on a device; allowed: cublas"));
  CHECK_THAT(refused({"--selector", "wave"}, 2), Contains("are not for backend cuda"));
  setenv("MIKPOLY_FAKE_CUDA", "launch fails", 1);
  CHECK_THAT(refused({}, 4), Contains("Fake A100: a launch failed: error 700"));
  setenv("MIKPOLY_FAKE_CUDA", "little memory", 1);
  CHECK_THAT(refused({"--trans", "TT"}, 4), Contains("are free; smaller shapes fit"));
  setenv("MIKPOLY_FAKE_CUDA", "old driver", 1);
  CHECK_THAT(refused({}, 4), Contains("backend \"cuda\" is not here: the NVIDIA driver is for CUDA 11.2"));
  unsetenv("MIKPOLY_FAKE_CUDA");
  CHECK(run_program({"bench", "two-shapes", "--backend", "cuda"}).exit_code == 2);
  CHECK(run_program({"selfcheck", "--backend", "cpu"}).exit_code == 2);
}

}  // namespace mikpoly::test
