#include "backends/reference/value_check.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include <Eigen/Core>
#include <fmt/format.h>

namespace mikpoly {
namespace {

// Small integers: every sum of up to 2^48 products is exact in a double, so results are compared for equality.
double element(std::int64_t row, std::int64_t column, std::int64_t salt) {
  const std::int64_t mixed = row * 7 + column * 13 + (row ^ column) * 3 + salt * 5;
  return static_cast<double>(mixed % 9 - 4);
}

double a_at(std::int64_t m, std::int64_t k, std::int64_t batch) {
  return element(m, k, 2 * batch);
}
double b_at(std::int64_t k, std::int64_t n, std::int64_t batch) {
  return element(k, n, 2 * batch + 1);
}

// The output of one batch element while the plan runs: NaN until written, and how often each element was written.
class Output {
 public:
  explicit Output(const GemmShape& shape)
      : columns_(shape.n),
        values_(static_cast<std::size_t>(shape.m * shape.n), std::numeric_limits<double>::quiet_NaN()),
        writes_(values_.size(), 0) {}

  /// Writes outside the output are remembered, not done.
  void write(std::int64_t m, std::int64_t n, double value) {
    if (m < 0 || n < 0 || n >= columns_ || m * columns_ + n >= std::ssize(values_)) {
      outside_ = true;
      return;
    }
    const auto at = static_cast<std::size_t>(m * columns_ + n);
    values_[at] = writes_[at] == 0 ? value : values_[at] + value;
    ++writes_[at];
  }
  [[nodiscard]] double value(std::int64_t m, std::int64_t n) const {
    return values_[static_cast<std::size_t>(m * columns_ + n)];
  }
  [[nodiscard]] bool wrote_outside() const { return outside_; }
  [[nodiscard]] int writes(std::int64_t m, std::int64_t n) const {
    return writes_[static_cast<std::size_t>(m * columns_ + n)];
  }

 private:
  std::int64_t columns_;
  std::vector<double> values_;
  std::vector<int> writes_;
  bool outside_ = false;
};

// One task: the tile at (m0, n0) over a k range, k step by k step, masked at the region's edges.
void run_task(const Region& region, const Range& depth, const TileShape& tile, std::int64_t m0, std::int64_t n0,
              std::int64_t batch, Output& output) {
  const std::int64_t rows = std::min(tile.m, region.m.end - m0);
  const std::int64_t columns = std::min(tile.n, region.n.end - n0);
  std::vector<double> accumulator(static_cast<std::size_t>(rows * columns), 0.0);
  for (std::int64_t k0 = depth.begin; k0 < depth.end; k0 += tile.k) {
    const std::int64_t k1 = std::min(k0 + tile.k, depth.end);
    for (std::int64_t i = 0; i < rows; ++i) {
      for (std::int64_t k = k0; k < k1; ++k) {
        const double a = a_at(m0 + i, k, batch);
        for (std::int64_t j = 0; j < columns; ++j) {
          accumulator[static_cast<std::size_t>(i * columns + j)] += a * b_at(k, n0 + j, batch);
        }
      }
    }
  }
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < columns; ++j) {
      output.write(m0 + i, n0 + j, accumulator[static_cast<std::size_t>(i * columns + j)]);
    }
  }
}

// The product by Eigen: nothing of the plan, of tiles or of the loops above is in it.
Eigen::MatrixXd reference(const GemmShape& shape, std::int64_t batch) {
  const auto a =
      Eigen::MatrixXd::NullaryExpr(shape.m, shape.k, [&](Eigen::Index m, Eigen::Index k) { return a_at(m, k, batch); });
  const auto b =
      Eigen::MatrixXd::NullaryExpr(shape.k, shape.n, [&](Eigen::Index k, Eigen::Index n) { return b_at(k, n, batch); });
  return a.eval() * b.eval();
}

// The k ranges of the plan that cover an output element.
int expected_writes(const Plan& plan, std::int64_t m, std::int64_t n, std::int64_t batch) {
  if (plan.shape.k == 0) return 1;
  int count = 0;
  for (const PlannedRegion& planned : plan.regions()) {
    const Region& region = planned.region;
    const auto inside = [](const Range& range, std::int64_t at) { return at >= range.begin && at < range.end; };
    if (!inside(region.m, m) || !inside(region.n, n) || !inside(region.batch, batch)) continue;
    count += static_cast<int>(planned.k_parts);
  }
  return count;
}

std::string first_fault(const Plan& plan, std::int64_t batch, const Output& output) {
  if (output.wrote_outside())
    return fmt::format("a task writes outside the {} x {} output", plan.shape.m, plan.shape.n);
  const Eigen::MatrixXd product = reference(plan.shape, batch);
  for (std::int64_t m = 0; m < plan.shape.m; ++m) {
    for (std::int64_t n = 0; n < plan.shape.n; ++n) {
      const int writes = output.writes(m, n);
      if (writes == 0 || writes != expected_writes(plan, m, n, batch)) {
        return fmt::format("element ({}, {}) of batch {} was written {} times", m, n, batch, writes);
      }
      const double wanted = product(m, n);
      if (output.value(m, n) != wanted) {
        return fmt::format("element ({}, {}) of batch {} is {} instead of {}", m, n, batch, output.value(m, n), wanted);
      }
    }
  }
  return "";
}

// Parts are whole k steps, as even as these allow; the last ones may be empty.
Range part_of_depth(const PlannedRegion& planned, const TileShape& tile, std::int64_t part) {
  const Range& depth = planned.region.k;
  if (planned.k_parts == 1) return depth;
  const std::int64_t length = round_up(planned.depth(), tile.k);
  const std::int64_t begin = std::min(depth.begin + part * length, depth.end);
  return {begin, std::min(begin + length, depth.end)};
}

void run_batch(const Plan& plan, const KernelLibrary& library, std::int64_t batch, Output& output) {
  for (const PlannedRegion& planned : plan.regions()) {
    const Region& region = planned.region;
    if (batch < region.batch.begin || batch >= region.batch.end) continue;
    const TileShape& tile = library.kernels[static_cast<std::size_t>(planned.kernel)].tile;
    for (std::int64_t m0 = region.m.begin; m0 < region.m.end; m0 += tile.m) {
      for (std::int64_t n0 = region.n.begin; n0 < region.n.end; n0 += tile.n) {
        for (std::int64_t part = 0; part < planned.k_parts; ++part) {
          run_task(region, part_of_depth(planned, tile, part), tile, m0, n0, batch, output);
        }
      }
    }
  }
}

}  // namespace

ValueCheck check_values(const Plan& plan, const KernelLibrary& library, double max_macs) {
  if (plan.shape.empty()) {
    return plan.region_count == 0 ? ValueCheck{"passed", ""}
                                  : ValueCheck{"failed", "regions of a shape without output"};
  }
  const double outputs =
      static_cast<double>(plan.shape.m) * static_cast<double>(plan.shape.n) * static_cast<double>(plan.shape.batch);
  if (std::max(plan.shape.macs(), outputs) > max_macs) {
    return {"not_checked", fmt::format("more than {:g} multiply-accumulates", max_macs)};
  }
  for (std::int64_t batch = 0; batch < plan.shape.batch; ++batch) {
    Output output(plan.shape);
    run_batch(plan, library, batch, output);
    if (const std::string fault = first_fault(plan, batch, output); !fault.empty()) return {"failed", fault};
  }
  return {"passed", ""};
}

}  // namespace mikpoly
