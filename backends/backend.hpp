// Something that computes a GEMM: our engine, the reference, and the libraries we are measured against.
//
// The interface is at the level of a problem, because a peer knows no plans. A backend that runs plans (cpu, cuda) has
// its own interface below this one.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/base/registry.hpp"
#include "core/problem/gemm_problem.hpp"

namespace mikpoly {

/// Pointers and scalars of one call. `c`, `bias` and `residual` may be null where the problem does not read them.
struct GemmOperands {
  const void* a = nullptr;
  const void* b = nullptr;
  const void* c = nullptr;
  void* d = nullptr;
  const void* bias = nullptr;      ///< m or n values of the compute type
  const void* residual = nullptr;  ///< D's type and layout
  double alpha = 1.0;
  double beta = 0.0;
};

/// Checks pointers and overlap for a valid problem.
/// Errors: ShapeError naming the operand: null where it is read or written, D overlapping A, B, the bias or a C of
/// other layout.
void validate(const GemmProblem& problem, const GemmOperands& operands);

/// A GEMM whose planning, code generation and checks are done; the counterpart of a primitive or a kernel pointer.
class PreparedGemm {
 public:
  virtual ~PreparedGemm() = default;

  /// Computes on these operands, which are not checked. One call at a time.
  virtual void run(const GemmOperands& operands) = 0;
};

class Backend {
 public:
  virtual ~Backend() = default;

  /// Empty when the backend can compute the problem; else why not, in one sentence.
  [[nodiscard]] virtual std::string unsupported(const GemmProblem& problem) const = 0;

  /// Does everything that does not need the data. The backend must outlive the result.
  /// Errors: ShapeError; BackendUnavailable with the sentence of unsupported().
  [[nodiscard]] virtual std::unique_ptr<PreparedGemm> prepare(const GemmProblem& problem) = 0;

  /// A plain call: what a person who has just learned the shape would write.
  /// Errors: as prepare(), and those of validate(problem, operands).
  virtual void run(const GemmProblem& problem, const GemmOperands& operands) = 0;

  /// Version, kernels or instruction set picked, threads: one line.
  [[nodiscard]] virtual std::string description() const = 0;
};

/// A or B laid out once as a backend likes it, for every later product with it.
class PackedOperand {
 public:
  virtual ~PackedOperand() = default;
  [[nodiscard]] virtual const void* data() const = 0;
  [[nodiscard]] virtual std::int64_t bytes() const = 0;
};

/// What a Backend that can pack is besides: ask with dynamic_cast<PackingBackend*>.
class PackingBackend {
 public:
  virtual ~PackingBackend() = default;

  /// Packs one A (batch 1, or batch stride 0). Serves every n, every layout of B and C, and D of the problem's order.
  /// Errors: ShapeError; BackendUnavailable naming what cannot be packed.
  [[nodiscard]] virtual std::unique_ptr<PackedOperand> pack_a(const GemmProblem& problem, const void* a) = 0;

  /// Packs one B. Serves every m, every layout of A and C, and D of the problem's order.
  /// Errors: as pack_a().
  [[nodiscard]] virtual std::unique_ptr<PackedOperand> pack_b(const GemmProblem& problem, const void* b) = 0;

  /// As Backend::prepare(); run() takes packed.data() as operands.a or .b, whichever was packed. `packed` must outlive
  /// the result.
  /// Errors: as pack_a(); ShapeError when extents or D's order are not those it was packed for.
  [[nodiscard]] virtual std::unique_ptr<PreparedGemm> prepare_packed(const GemmProblem& problem,
                                                                     const PackedOperand& packed) = 0;
};

/// How a backend is set up.
struct BackendOptions {
  std::int64_t threads = 1;
  std::string library;  ///< cpu and cuda: path of a kernel library; empty: the one for this machine
};

/// A table entry: whether the backend runs here, and how to make it.
struct BackendEntry {
  /// Empty when it runs here; else what is missing, with the package that brings it.
  std::string (*missing)();
  /// Errors: BackendUnavailable with the sentence of missing().
  std::unique_ptr<Backend> (*make)(const BackendOptions& options);
  bool is_peer;  ///< a library of others, to be measured against
};

/// In report order: cpu, cuda, reference, then the peers.
const Registry<BackendEntry>& backends();

}  // namespace mikpoly
