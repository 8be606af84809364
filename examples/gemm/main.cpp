// One feed-forward layer for sentences of any length: tokens x 768 times 768 x 3072 weights, with the number of tokens
// known only when a sentence arrives.
#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <mikpoly/engine.hpp>
#include <mikpoly/gemm.hpp>
#include <vector>

namespace {

constexpr std::int64_t kInputs = 768;
constexpr std::int64_t kOutputs = 3072;

// Small integers: then every way to compute gives the same bits.
std::vector<float> integers(std::int64_t count) {
  std::vector<float> values(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i * 7 % 5) - 2.0F;
  return values;
}

int run() {
  const std::vector<float> weights = integers(kInputs * kOutputs);

  mikpoly::Engine engine;  // all cores this process may use, and the kernel libraries for this processor
  std::printf("%s\n", engine.description().c_str());

  // The weights stay: laid out once, for sentences of any length.
  mikpoly::GemmProblem problem;
  problem.shape = {1, kOutputs, kInputs};
  const std::unique_ptr<mikpoly::PackedOperand> packed = engine.pack_b(problem, weights.data());
  std::printf("packed weights: %lld bytes\n", static_cast<long long>(packed->bytes()));

  // The same layer with the weights on the left, a sentence's tokens in columns: D^T = W^T X^T.
  mikpoly::GemmProblem on_left;
  on_left.shape = {kOutputs, 1, kInputs};
  on_left.a.transposed = true;  // as they are stored
  on_left.b.order = on_left.c.order = on_left.d.order = mikpoly::Order::column_major;
  const std::unique_ptr<mikpoly::PackedOperand> packed_left = engine.pack_a(on_left, weights.data());

  for (const std::int64_t tokens : {17, 128, 41}) {
    const std::vector<float> input = integers(tokens * kInputs);
    std::vector<float> plain(static_cast<std::size_t>(tokens * kOutputs));
    std::vector<float> prepared(plain.size());
    std::vector<float> from_packed(plain.size());
    std::vector<float> from_left(plain.size());

    // One function, where a product is all you want.
    mikpoly::gemm(tokens, kOutputs, kInputs, input.data(), weights.data(), plain.data());

    // Planned once, run as often as there are operands of that shape.
    problem.shape.m = tokens;
    engine.prepare(problem)->run({.a = input.data(), .b = weights.data(), .d = prepared.data()});

    // With the packed weights in place of B.
    engine.prepare_packed(problem, *packed)->run({.a = input.data(), .b = packed->data(), .d = from_packed.data()});

    // With the packed weights in place of A.
    on_left.shape.n = tokens;
    engine.prepare_packed(on_left, *packed_left)
        ->run({.a = packed_left->data(), .b = input.data(), .d = from_left.data()});

    const bool equal = plain == prepared && plain == from_packed && plain == from_left;
    std::printf("%lld tokens: %s\n", static_cast<long long>(tokens),
                equal ? "four ways, one result" : "results differ");
    if (!equal) return 1;
  }
  // What the engine says of the libraries that it has read: that one was tuned on another machine, say.
  for (const std::string& notice : engine.notices()) std::printf("note: %s\n", notice.c_str());
  return 0;
}

}  // namespace

int main() {
  try {
    return run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
  }
}
