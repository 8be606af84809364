// What the verbs say of GPUs where there is none, and the library that is tuned all the same.
#include <filesystem>

#include <nlohmann/json.hpp>

#include "tests/end_to_end/program.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace mikpoly::test {

TEST_CASE("doctor ends well whatever is missing, and tells what brings it", "[cuda]") {
  const ProgramResult text = run_program({"doctor"});
  CHECK(text.exit_code == 0);
  CHECK_THAT(text.out, Contains("CUDA device") && Contains("CUDA compiler") && Contains("kernel library"));

  const auto json = nlohmann::json::parse(run_program({"doctor", "--format", "json"}).out);
  for (const auto& finding : json) {
    INFO(finding["topic"]);
    CHECK_FALSE(finding["topic"].get<std::string>().empty());
    CHECK_FALSE(finding["detail"].get<std::string>().empty());
  }
}

TEST_CASE("A product on a GPU that is not there has its own exit code", "[cuda]") {
  const ProgramResult result = run_program({"gemm", "64x64x64", "--backend", "cuda"});
  CHECK(result.exit_code == 4);
  CHECK_THAT(result.err, Contains("backend \"cuda\" is not here: "));
}

TEST_CASE("A library for a GPU is tuned by simulated times, said, and compiled where there is NVRTC", "[cuda]") {
  const TemporaryFolder folder;
  const std::string library = (folder.path() / "a100.yaml").string();
  const ProgramResult result = run_program({"tune", "--hardware", "a100-40", "--backend", "cuda", "--n-mik", "2",
                                            "--n-gen", "6", "-o", library, "--format", "json"});
  REQUIRE(result.exit_code == 0);
  CHECK_THAT(result.err, Contains("times are simulated"));
  const auto made = nlohmann::json::parse(result.out)["libraries"][0];
  CHECK(made["kernels"].size() == 2);
  const std::string first = made["kernels"][0];
  CHECK_THAT(first, Contains("_w"));
  if (made["code"].contains("missing")) {
    WARN("skipped: " + made["code"]["missing"].get<std::string>());
  } else {
    CHECK(made["code"]["spilling"].empty());
    CHECK(made["code"]["functions"] == 9);  // four copies of each, and the sum of parts
    CHECK(std::filesystem::exists(folder.path() / "a100.cubins"));
  }
}

TEST_CASE("What cannot be tuned for a GPU is refused in a sentence", "[cuda]") {
  const auto refused = [](std::vector<std::string> flags) {
    flags.insert(flags.begin(), {"tune", "--backend", "cuda", "--hardware"});
    const ProgramResult result = run_program(flags);
    CHECK(result.exit_code == 2);
    return result.err;
  };
  CHECK_THAT(refused({"t4"}), Contains("pe.isa is \"sm_75\"; needed: sm_80 or newer"));
  CHECK_THAT(refused({"ascend910a"}), Contains("is not for backend cuda"));
  CHECK_THAT(refused({"a100-40", "--dtype", "i8"}), Contains("has no kernel for i8"));
  CHECK_THAT(refused({"a100-40", "--trans", "XX"}), Contains("XX"));
  CHECK_THAT(refused({"a100-40", "--threads", "2"}), Contains("--threads"));
}

}  // namespace mikpoly::test
