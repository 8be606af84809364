// What an engine takes beyond the operands: at most 8 MiB or a twentieth of them, whichever is more.
#include <algorithm>
#include <fstream>
#include <memory>
#include <sys/wait.h>
#include <unistd.h>

#include "backends/engine/engine.hpp"
#include "tests/backends/engine/integer_product.hpp"
#include "tests/support/catch.hpp"

using namespace mikpoly;
using namespace mikpoly::test;

namespace {

constexpr std::int64_t kUnknown = -1;

/// Most resident memory of this process so far, in bytes.
std::int64_t peak_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::int64_t kib = 0;
    if (word == "VmHWM:" && status >> kib) return kib * 1024;
  }
  return kUnknown;
}

enum class Call { plain, packed_a };

void call(Engine& engine, IntegerProduct& product, Call way) {
  if (way == Call::plain) return engine.run(product.problem(), product.operands());
  GemmOperands operands = product.operands();
  const std::unique_ptr<PackedOperand> packed = engine.pack_a(product.problem(), operands.a);
  operands.a = packed->data();
  engine.prepare_packed(product.problem(), *packed)->run(operands);
}

/// In a process of its own: how far the peak rises while the engine computes, in KiB; kUnknown where it is not told.
std::int64_t extra_kib(const GemmProblem& problem, std::int64_t threads, Call way = Call::plain) {
  int ends[2];
  if (pipe(ends) != 0) return kUnknown;
  const pid_t child = fork();
  if (child == 0) {
    Engine engine({.threads = threads});
    IntegerProduct product(problem);
    const std::int64_t before = peak_bytes();
    call(engine, product, way);
    const std::int64_t rise = before == kUnknown ? kUnknown : (peak_bytes() - before) / 1024;
    _exit(write(ends[1], &rise, sizeof(rise)) == sizeof(rise) ? 0 : 1);
  }
  std::int64_t rise = kUnknown;
  close(ends[1]);
  if (read(ends[0], &rise, sizeof(rise)) != sizeof(rise)) rise = kUnknown;
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return rise;
}

}  // namespace

TEST_CASE("an engine takes at most 8 MiB or 5 % beyond the operands", "[engine]") {
  std::int64_t measured = 0;
  for (const GemmShape& shape :
       {GemmShape{2000, 2000, 300}, GemmShape{1500, 1100, 1500}, GemmShape{64, 64, 100000}, GemmShape{4096, 4, 4096},
        GemmShape{8, 20000, 100}, GemmShape{105, 1024, 12544}, GemmShape{700, 900, 4000}, GemmShape{2048, 1536, 64}}) {
    for (const bool b_transposed : {false, true}) {
      for (const bool deterministic : {false, true}) {
        GemmProblem problem = problem_of(shape, b_transposed);
        problem.deterministic = deterministic;
        problem.epilogue.activation = deterministic ? Activation::relu : Activation::none;
        const std::int64_t elements = shape.m * shape.k + shape.k * shape.n + shape.m * shape.n;
        const std::int64_t allowed = std::max<std::int64_t>(8 << 20, 4 * elements / 20) / 1024;
        const std::int64_t taken = extra_kib(problem, 2);
        INFO(to_text(shape) << (b_transposed ? " NT" : " NN") << (deterministic ? ", deterministic" : ""));
        if (taken == kUnknown) continue;
        ++measured;
        CHECK(taken <= allowed);
      }
    }
  }
  // Few rows of packed A, in more than one block of rows, against many columns of B that are laid along n.
  for (const GemmShape& shape : {GemmShape{128, 16384, 1024}, GemmShape{256, 8192, 1000}}) {
    const std::int64_t taken = extra_kib(problem_of(shape, true), 1, Call::packed_a);
    INFO(to_text(shape) << " NT, A packed");
    if (taken != kUnknown) CHECK(taken <= (8 << 10));
  }
  if (measured == 0) WARN("skipped: the system does not tell the peak of a process");
}
