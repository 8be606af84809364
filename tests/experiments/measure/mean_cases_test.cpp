#include "experiments/measure/mean_cases.hpp"

#include <cstring>

#include "backends/engine/engine.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::test {
namespace {

constexpr GemmTypes kF32{DataType::f32, DataType::f32, DataType::f32, DataType::f32};

// The engine, but for one element of D.
class WrongOnce final : public Backend {
 public:
  [[nodiscard]] std::string unsupported(const GemmProblem& problem) const override {
    return engine_.unsupported(problem);
  }
  [[nodiscard]] std::unique_ptr<PreparedGemm> prepare(const GemmProblem& problem) override {
    return engine_.prepare(problem);
  }
  void run(const GemmProblem& problem, const GemmOperands& operands) override {
    engine_.run(problem, operands);
    if (!problem.shape.empty()) static_cast<float*>(operands.d)[0] += 1.0F;
  }
  [[nodiscard]] std::string description() const override { return "wrong"; }

 private:
  Engine engine_{{.threads = 1}};
};

}  // namespace

TEST_CASE("Mean cases pass where values are right, and each fails where one is not", "[measure]") {
  Engine engine({.threads = 1});
  WrongOnce wrong;
  std::int64_t failed = 0;
  for (const lab::MeanCase& mean : lab::mean_cases(kF32)) {
    INFO(mean.what);
    CHECK(lab::check_case(engine, mean).disposition == "passed");
    if (lab::check_case(wrong, mean).disposition == "failed") ++failed;
  }
  CHECK(failed >= 19);  // but the one without output, and the one whose elements are drawn
  const lab::MeanCase half{.what = "f16", .problem = {.shape = {8, 8, 8}, .types = {}}};
  CHECK(lab::check_case(engine, half).disposition == "unsupported");
}

}  // namespace mikpoly::test
