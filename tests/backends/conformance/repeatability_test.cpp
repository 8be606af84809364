// The same bits again, and a row that depends on no other row.
#include <algorithm>
#include <cstdint>
#include <cstring>

#include "tests/backends/conformance/gemm_case.hpp"
#include "tests/support/catch.hpp"

using namespace mikpoly;
using namespace mikpoly::test;

namespace {

const std::vector<Candidate>& all() {
  static const std::vector<Candidate> candidates = make_candidates({.own = 2, .peers = 2});
  return candidates;
}

std::vector<float> matrix(std::int64_t rows, std::int64_t columns, const Values& values) {
  std::vector<float> all;
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < columns; ++j) all.push_back(values(i, j, 0));
  }
  return all;
}

bool same_bits(const float* one, const float* other, std::size_t count) {
  return std::memcmp(one, other, count * sizeof(float)) == 0;
}

}  // namespace

TEST_CASE("the same call gives the same bits", "[conformance]") {
  for (const GemmShape& shape : {GemmShape{67, 131, 300}, GemmShape{5, 9, 4000}, GemmShape{1, 700, 900}}) {
    const std::vector<float> a = matrix(shape.m, shape.k, fractions(1));
    const std::vector<float> b = matrix(shape.k, shape.n, fractions(2));
    GemmProblem problem;
    problem.shape = shape;
    for (const Candidate& candidate : all()) {
      const std::unique_ptr<PreparedGemm> prepared = candidate.backend->prepare(problem);
      std::vector<float> first(static_cast<std::size_t>(shape.m * shape.n));
      std::vector<float> again(first.size());
      prepared->run({.a = a.data(), .b = b.data(), .d = first.data()});
      for (int i = 0; i < 5; ++i) {
        prepared->run({.a = a.data(), .b = b.data(), .d = again.data()});
        INFO(candidate.name << " " << to_text(shape));
        CHECK(same_bits(first.data(), again.data(), first.size()));
      }
    }
  }
}

TEST_CASE("what is added to C has the same bits wherever D begins", "[conformance]") {
  constexpr std::size_t kLine = 16;
  for (const GemmShape& shape : {GemmShape{67, 131, 300}, GemmShape{5, 16, 4000}, GemmShape{1, 700, 900},
                                 GemmShape{96, 1, 600}, GemmShape{4, 64, 2600}}) {
    const std::vector<float> a = matrix(shape.m, shape.k, fractions(1));
    const std::vector<float> b = matrix(shape.k, shape.n, fractions(2));
    const std::vector<float> c = matrix(shape.m, shape.n, fractions(3));
    GemmProblem problem;
    problem.shape = shape;
    for (const Candidate& candidate : all()) {
      if (candidate.is_peer || !candidate.backend->unsupported(problem).empty()) continue;
      std::vector<float> memory(c.size() + 2 * kLine);
      const auto misaligned = reinterpret_cast<std::uintptr_t>(memory.data()) / sizeof(float) % kLine;
      float* const aligned = memory.data() + (kLine - misaligned) % kLine;
      const auto sum_at = [&](std::size_t offset) {
        std::copy(c.begin(), c.end(), aligned + offset);
        candidate.backend->run(
            problem, {.a = a.data(), .b = b.data(), .c = aligned + offset, .d = aligned + offset, .beta = 1.0});
        return std::vector<float>(aligned + offset, aligned + offset + c.size());
      };
      const std::vector<float> first = sum_at(0);
      for (const std::size_t offset : {std::size_t{1}, std::size_t{7}, kLine - 1}) {
        INFO(candidate.name << " " << to_text(shape) << ", " << offset << " floats further");
        CHECK(same_bits(first.data(), sum_at(offset).data(), c.size()));
      }
    }
  }
}

TEST_CASE("deterministic: a row has the same bits in any cut of the rows", "[conformance]") {
  // Case 112: 100 x 30 rows times 8 x 20, in pieces of 2 or 50 x 30 rows; and a deep product, where k might be split.
  int checked = 0;
  for (const GemmShape& shape : {GemmShape{3000, 20, 8}, GemmShape{96, 48, 2600}}) {
    const std::vector<float> a = matrix(shape.m, shape.k, fractions(1));
    const std::vector<float> b = matrix(shape.k, shape.n, fractions(2));
    GemmProblem whole;
    whole.shape = shape;
    whole.deterministic = true;
    for (const Candidate& candidate : all()) {
      if (!candidate.backend->unsupported(whole).empty()) continue;
      std::vector<float> at_once(static_cast<std::size_t>(shape.m * shape.n));
      candidate.backend->run(whole, {.a = a.data(), .b = b.data(), .d = at_once.data()});
      for (const std::int64_t rows : {std::int64_t{1}, std::int64_t{60}, shape.m / 2}) {
        GemmProblem part = whole;
        part.shape.m = rows;
        std::vector<float> piece(static_cast<std::size_t>(rows * shape.n));
        bool same = true;
        for (std::int64_t row = 0; row + rows <= shape.m; row += rows) {
          candidate.backend->run(part, {.a = a.data() + row * shape.k, .b = b.data(), .d = piece.data()});
          same = same && same_bits(piece.data(), at_once.data() + row * shape.n, piece.size());
        }
        INFO(candidate.name << " " << to_text(shape) << " in pieces of " << rows << " rows");
        CHECK(same);
        ++checked;
      }
    }
  }
  CHECK(checked >= 6);
}
