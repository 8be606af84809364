// Backend cuda as far as it needs no GPU is what the conformance suite is run on: problems are planned, made into
// launches, bound to addresses, and run under the SIMT emulator.
#include <memory>
#include <vector>

#include "backends/cuda/launch_plan.hpp"
#include "core/base/error.hpp"
#include "core/base/integer_math.hpp"
#include "tests/backends/conformance/candidates.hpp"
#include "tests/support/emulated_device/emulated_device.hpp"

namespace mikpoly::test {
namespace {

// Tens of seconds' work of fibers.
constexpr std::int64_t kMostMacs = 2'000'000'000;

const EmulatedLibrary& device() {
  static const EmulatedLibrary library;
  return library;
}

// Cuts D at tiles of different kernels, so that one problem runs several regions; k is split where it is deep.
Plan cut_plan(const GemmShape& shape) {
  Plan plan;
  plan.shape = shape;
  if (shape.empty()) return plan;
  const Range k{0, shape.k};
  const Range batch{0, shape.batch};
  const std::int64_t rows = shape.m > 48 ? 48 : shape.m;
  const std::int64_t columns = shape.n > 48 ? 48 : shape.n;
  const std::int64_t parts = shape.k > 64 ? 3 : 1;
  plan.pattern = "cut";
  plan.add({{0, rows}, {0, columns}, k, batch}, 0, parts);
  if (columns < shape.n) plan.add({{0, rows}, {columns, shape.n}, k, batch}, 1);
  if (rows < shape.m) plan.add({{rows, shape.m}, {0, columns}, k, batch}, 2, parts);
  if (rows < shape.m && columns < shape.n) plan.add({{rows, shape.m}, {columns, shape.n}, k, batch}, 1);
  return plan;
}

class EmulatedPrepared final : public PreparedGemm {
 public:
  explicit EmulatedPrepared(const GemmProblem& problem)
      : types_(problem.types),
        problem_(canonical_form(problem)),
        plan_(cut_plan(problem_.shape)),
        launches_(cuda::launches_of(plan_, device().library(), problem_)),
        partial_(static_cast<std::size_t>(launches_.partial_floats)) {}

  void run(const GemmOperands& operands) override {
    const cuda::OperandAccess access =
        cuda::access_of(cuda::layout_of(problem_), cuda::copy_bytes(problem_, types_, operands, plan_));
    for (const cuda::LaunchList& list : launches_.lists) {
      for (const cuda::Launch& launch : list) {
        device().run(launch, cuda::bound(launch, problem_, types_, operands, partial_.data()), access);
      }
    }
  }

 private:
  GemmTypes types_;
  CanonicalProblem problem_;
  Plan plan_;
  cuda::LaunchPlan launches_;
  std::vector<float> partial_;
};

class EmulatedCuda final : public Backend {
 public:
  [[nodiscard]] std::string unsupported(const GemmProblem& problem) const override {
    if (problem.types != device().library().key.types) return "the emulated library is of f32";
    const auto& [m, n, k, batch] = problem.shape;
    // Tiles are computed whole.
    const std::int64_t macs = round_up(m, 32) * round_up(n, 32) * round_up(k, 32) * batch;
    return macs > kMostMacs ? "too large for the emulator" : "";
  }
  [[nodiscard]] std::unique_ptr<PreparedGemm> prepare(const GemmProblem& problem) override {
    validate(problem);
    if (const std::string reason = unsupported(problem); !reason.empty()) throw BackendUnavailable(reason);
    return std::make_unique<EmulatedPrepared>(problem);
  }
  void run(const GemmProblem& problem, const GemmOperands& operands) override {
    const std::unique_ptr<PreparedGemm> prepared = prepare(problem);
    validate(problem, operands);
    prepared->run(operands);
  }
  [[nodiscard]] std::string description() const override { return "cuda kernels under the SIMT emulator"; }
};

}  // namespace

std::vector<Candidate> make_candidates(const Threads& /*threads*/) {
  std::vector<Candidate> all;
  all.push_back({"emulated cuda", std::make_unique<EmulatedCuda>()});
  return all;
}

}  // namespace mikpoly::test
