// Every kernel of the list, forced by name, on extents around its register tile, in every layout it accepts: exact.
#include "backends/cpu/task.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "backends/cpu/packed_panels.hpp"
#include "backends/cpu/small_gemm.hpp"
#include "core/base/splitmix64.hpp"
#include "tests/support/catch.hpp"

using namespace mikpoly;
using namespace mikpoly::cpu;

namespace {

constexpr float kPoison = std::numeric_limits<float>::quiet_NaN();
constexpr std::int64_t kGap = 3;  // between the lines of a matrix

/// A matrix of small integers inside poison: gaps between lines, and before and after.
class Matrix {
 public:
  Matrix(std::int64_t rows, std::int64_t columns, bool rows_are_lines, SplitMix64& random)
      : strides_(rows_are_lines ? ElementStrides{columns + kGap, 1, 0} : ElementStrides{1, rows + kGap, 0}),
        data_(static_cast<std::size_t>((rows + kGap) * (columns + kGap) + 2 * kGap), kPoison) {
    for (std::int64_t i = 0; i < rows; ++i) {
      for (std::int64_t j = 0; j < columns; ++j) at(i, j) = static_cast<float>(random.next() % 7) - 3.0F;
    }
  }
  float& at(std::int64_t i, std::int64_t j) {
    return data_[static_cast<std::size_t>(kGap + i * strides_.row + j * strides_.column)];
  }
  [[nodiscard]] float* origin() { return data_.data() + kGap; }
  [[nodiscard]] const ElementStrides& strides() const { return strides_; }
  [[nodiscard]] const std::vector<float>& all() const { return data_; }

 private:
  ElementStrides strides_;
  std::vector<float> data_;
};

struct Layout {
  bool a_along_k;
  bool b_along_n;
  std::int64_t packed_height = 0;  // A in panels of so many rows; 0: as it lies
  std::int64_t packed_width = 0;   // the same of B's columns
};

struct Scalars {
  double alpha;
  double beta;
  Bias bias;
};

/// Runs `compute(gemm, memory)` and compares all of D's memory with what it must be.
template <typename Compute>
void check(const GemmShape& shape, const Layout& layout, const Scalars& scalars, Compute compute) {
  SplitMix64 random(7);
  const auto [m, n, k, batch] = shape;
  Matrix a(m, k, layout.a_along_k, random);
  Matrix b(k, n, layout.b_along_n, random);
  Matrix d(m, n, true, random);
  Matrix bias(1, std::max(m, n), true, random);
  std::vector<float> expected = d.all();
  for (std::int64_t i = 0; i < m; ++i) {
    for (std::int64_t j = 0; j < n; ++j) {
      double sum = 0.0;
      for (std::int64_t l = 0; l < k; ++l) sum += static_cast<double>(a.at(i, l)) * static_cast<double>(b.at(l, j));
      sum = scalars.alpha * sum + scalars.beta * static_cast<double>(d.at(i, j));
      if (scalars.bias == Bias::per_row) sum += static_cast<double>(bias.at(0, i));
      if (scalars.bias == Bias::per_column) sum += static_cast<double>(bias.at(0, j));
      expected[static_cast<std::size_t>(kGap + i * d.strides().row + j)] = static_cast<float>(sum);
    }
  }
  CanonicalProblem problem;
  problem.shape = shape;
  problem.a = a.strides();
  problem.b = b.strides();
  problem.c = problem.d = d.strides();
  problem.epilogue.bias = scalars.bias;
  GemmOperands operands{.a = a.origin(),
                        .b = b.origin(),
                        .c = d.origin(),
                        .d = d.origin(),
                        .bias = bias.origin(),
                        .alpha = scalars.alpha,
                        .beta = scalars.beta};
  std::optional<PackedPanels> panels;
  if (layout.packed_height != 0) {
    const InputMatrix source{a.origin(), a.strides().column, a.strides().row};
    panels.emplace(kPortableFunctions, PackedMatrix{true, false, k, m}, source, layout.packed_height);
    problem = with_packed_a(problem, layout.packed_height);
    operands.a = panels->data();
  } else if (layout.packed_width != 0) {
    const InputMatrix source{b.origin(), b.strides().row, b.strides().column};
    panels.emplace(kPortableFunctions, PackedMatrix{false, false, k, n}, source, layout.packed_width);
    problem = with_packed_b(problem, layout.packed_width);
    operands.b = panels->data();
  }
  WorkerMemory memory;
  if (!compute(problem, batch_element(problem, operands, 0), memory)) return;
  std::int64_t wrong = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const float got = d.all()[i];
    if (!(got == expected[i] || (std::isnan(got) && std::isnan(expected[i])))) ++wrong;
  }
  CHECK(wrong == 0);
}

const std::vector<Layout> kLayouts{{true, true}, {true, false}, {false, true}, {false, false}};
const std::vector<Scalars> kScalars{
    {1.0, 0.0, Bias::none}, {1.0, 1.0, Bias::none}, {2.0, -1.0, Bias::per_column}, {-1.0, 0.0, Bias::per_row}};

}  // namespace

TEST_CASE("every CPU kernel computes every tile exactly, and touches nothing else") {
  std::int64_t kernels = 0;
  for (const CpuKernel& kernel : cpu_kernels()) {
    if (!runs_here(kernel.functions->name)) continue;
    ++kernels;
    INFO(kernel.name);
    const std::int64_t rows = kernel.rows();
    const std::int64_t columns = kernel.columns();
    for (const std::int64_t m : {std::int64_t{1}, rows - 1, rows, rows + 1, 2 * rows + 3}) {
      for (const std::int64_t n : {std::int64_t{1}, columns - 1, columns, columns + 1, 2 * columns + 3}) {
        for (const std::int64_t k : {1, 7, 20}) {
          for (const Layout& layout : kLayouts) {
            for (const Scalars& scalars : kScalars) {
              if (m == 0 || n == 0) continue;
              INFO(m << "x" << n << "x" << k << " A along k " << layout.a_along_k << ", B along n "
                     << layout.b_along_n);
              check({m, n, k}, layout, scalars,
                    [&](const CanonicalProblem& problem, const CanonicalGemm& gemm, WorkerMemory& memory) {
                      if (!accepts(kernel, problem)) return false;
                      // Three k blocks, and several blocks of rows: every path of a task.
                      run_task(kernel, {.k = 8, .a_bytes = 8 * 4 * rows}, gemm, {0, m}, {0, n}, memory);
                      return true;
                    });
            }
          }
        }
      }
    }
  }
  CHECK(kernels >= 14);
}

TEST_CASE("every tile kernel reads packed panels of its height and of its width exactly") {
  std::set<std::string> tiles;
  std::set<std::string> as_it_lies;  // of them, those that read B so
  std::set<std::string> reading_a;
  std::set<std::string> reading_b;
  for (const CpuKernel& kernel : cpu_kernels()) {
    if (!runs_here(kernel.functions->name)) continue;
    if (kernel.family == Family::tile) {
      tiles.insert(kernel.name);
      if (kernel.packing.b == BAccess::as_it_lies) as_it_lies.insert(kernel.name);
    }
    const std::int64_t rows = kernel.rows();
    const std::int64_t columns = kernel.columns();
    for (Layout layout : kLayouts) {
      for (const bool packs_a : {true, false}) {
        layout.packed_height = packs_a ? rows : 0;
        layout.packed_width = packs_a ? 0 : columns;
        for (const std::int64_t m : {std::int64_t{1}, rows - 1, rows + 1, 3 * rows + 2}) {
          for (const std::int64_t n : {std::int64_t{1}, columns - 1, columns + 1, 2 * columns + 3}) {
            for (const Scalars& scalars : kScalars) {
              INFO(kernel.name << " " << m << "x" << n << ", A along k " << layout.a_along_k << ", B along n "
                               << layout.b_along_n << ", packed " << (packs_a ? "A" : "B"));
              check({m, n, 20}, layout, scalars,
                    [&](const CanonicalProblem& problem, CanonicalGemm gemm, WorkerMemory& memory) {
                      if (!accepts(kernel, problem)) return false;
                      (packs_a ? reading_a : reading_b).insert(kernel.name);
                      gemm.sums_apart = !gemm.plain && m > rows;
                      // Three k blocks, blocks of one or two tiles' rows, and tasks that begin at panels.
                      const Blocking blocking{.k = 8, .a_bytes = 8 * 4 * (rows + rows / 2)};
                      const std::int64_t row = std::min(m, rows);
                      const std::int64_t column = std::min(n, columns);
                      for (const Range& down : {Range{0, row}, Range{row, m}}) {
                        for (const Range& across : {Range{0, column}, Range{column, n}}) {
                          if (down.size() > 0 && across.size() > 0) {
                            run_task(kernel, blocking, gemm, down, across, memory);
                          }
                        }
                      }
                      return true;
                    });
            }
          }
        }
      }
    }
  }
  CHECK(reading_a == tiles);
  CHECK(reading_b == as_it_lies);
}

TEST_CASE("tasks that cut a product give the same as one task") {
  for (const CpuKernel& kernel : cpu_kernels()) {
    if (!runs_here(kernel.functions->name)) continue;
    INFO(kernel.name);
    for (const Layout& layout : kLayouts) {
      check({37, 53, 29}, layout, kScalars[2],
            [&](const CanonicalProblem& problem, const CanonicalGemm& gemm, WorkerMemory& memory) {
              if (!accepts(kernel, problem)) return false;
              for (const Range& rows : {Range{0, 10}, Range{10, 37}}) {
                for (const Range& columns : {Range{0, 17}, Range{17, 53}})
                  run_task(kernel, {.k = 16}, gemm, rows, columns, memory);
              }
              return true;
            });
    }
  }
}

TEST_CASE("small products need no plan") {
  for (const CpuKernel& kernel : cpu_kernels()) {
    if (kernel.family != Family::dot || !runs_here(kernel.functions->name)) continue;  // one line a family
    for (const std::int64_t extent : {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65}) {
      for (const Layout& layout : kLayouts) {
        for (const Scalars& scalars : kScalars) {
          INFO(kernel.name << " " << extent);
          check({extent, extent, extent}, layout, scalars,
                [&](const CanonicalProblem&, const CanonicalGemm& gemm, WorkerMemory& memory) {
                  run_small(*kernel.functions, gemm, memory);
                  return true;
                });
        }
      }
    }
  }
}
