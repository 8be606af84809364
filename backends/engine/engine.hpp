// The engine: plans a GEMM whose shape is known only now and runs it on the cores of this machine.
//
//   mikpoly::Engine engine;                              // this processor's kernels, all cores this process may use
//   engine.run(problem, operands);                       // a plain call
//   auto prepared = engine.prepare(problem);             // planned once ...
//   prepared->run(operands);                             // ... run many times
//   auto packed = engine.pack_b(problem, b);             // B laid out once, for any m; pack_a: A, for any n
//
// An engine may be called from many threads at once; a prepared GEMM by one thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "backends/backend.hpp"
#include "core/hardware/accelerator.hpp"
#include "core/kernel/kernel_library.hpp"
#include "core/plan/plan.hpp"
#include "core/planner/plan_cache.hpp"

namespace mikpoly {

class EngineParts;
class LayoutPlanner;
struct CanonicalProblem;

struct EngineOptions {
  std::int64_t threads = 0;           ///< 0: the cores this process may use
  std::string library;                ///< path of a kernel library; empty: the one for this processor
  std::string isa;                    ///< "avx512", "avx2", "portable"; empty: the best that runs here
  std::string selector = "makespan";  ///< cost model that plans
  std::vector<std::string> patterns{"I", "II"};
  bool pinned = false;  ///< keep each thread on one core: for measuring
};

class Engine final : public Backend, public PackingBackend {
 public:
  /// Errors: ConfigError for an unknown option or a library that does not fit; BackendUnavailable for instructions that
  /// this processor does not have.
  explicit Engine(const EngineOptions& options = {});
  ~Engine() override;

  [[nodiscard]] std::string unsupported(const GemmProblem& problem) const override;
  [[nodiscard]] std::unique_ptr<PreparedGemm> prepare(const GemmProblem& problem) override;
  void run(const GemmProblem& problem, const GemmOperands& operands) override;
  [[nodiscard]] std::string description() const override;

  /// The problem's n does not matter. bytes() is m times k floats, m rounded up to whole panels of at most 64 rows
  /// where it is more than 8.
  [[nodiscard]] std::unique_ptr<PackedOperand> pack_a(const GemmProblem& problem, const void* a) override;

  /// The problem's m does not matter. bytes() as of pack_a(), with n and columns.
  [[nodiscard]] std::unique_ptr<PackedOperand> pack_b(const GemmProblem& problem, const void* b) override;
  [[nodiscard]] std::unique_ptr<PreparedGemm> prepare_packed(const GemmProblem& problem,
                                                             const PackedOperand& packed) override;

  /// Threads of a call at most.
  [[nodiscard]] std::int64_t threads() const;

  /// What a person should know about the libraries read so far: that one was tuned for another machine of the class,
  /// say. A library given in the options is read at once, the others when a product first needs them.
  [[nodiscard]] std::vector<std::string> notices() const;

  /// The plan that run() would use; its text form names kernels of library_for(problem). Empty shapes and shapes so
  /// small that no plan is made give a plan without regions.
  [[nodiscard]] Plan plan_for(const GemmProblem& problem);
  [[nodiscard]] const KernelLibrary& library_for(const GemmProblem& problem);

  /// The shape that plans of the problem have: m and n change places where D lies column by column.
  [[nodiscard]] GemmShape planned_shape(const GemmProblem& problem) const;

  /// Runs a given plan of the problem's shape: for studies and replay. A problem without a product (k = 0, or no
  /// output) needs no plan: the given one is not used; nor does one that plan_for() has an empty plan for. Errors:
  /// ShapeError when the plan does not cover the shape or names no kernel of the library; BackendUnavailable when a
  /// kernel cannot read the layout.
  void run_plan(const GemmProblem& problem, const Plan& plan, const GemmOperands& operands);

  /// The same, checked once. Errors: those of prepare() and run_plan().
  [[nodiscard]] std::unique_ptr<PreparedGemm> prepare_plan(const GemmProblem& problem, const Plan& plan);

  /// What the makespan model says of a plan of library_for(problem), whoever chose it.
  [[nodiscard]] Picoseconds predicted(const GemmProblem& problem, const Plan& plan);

  /// How often plans were asked for, and what is kept of them: at most 1024 for each of the ways operands lie that have
  /// been used so far.
  [[nodiscard]] PlanCacheCounts plan_counts() const;

  /// The machine that plans are made for.
  [[nodiscard]] const Accelerator& machine() const;

 private:
  void check(const GemmProblem& problem) const;
  std::unique_ptr<PackedOperand> pack(const GemmProblem& problem, bool is_a, const void* data);
  [[nodiscard]] bool runs_without(const Plan& plan, const CanonicalProblem& problem) const;
  LayoutPlanner& planner_for(const CanonicalProblem& problem, const Plan& plan) const;

  std::unique_ptr<EngineParts> parts_;
};

}  // namespace mikpoly
