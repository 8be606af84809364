// Bounds on plans that are not complete, for a plan that is to end before a given time: what regions take of the PEs.
//
// Every task takes a share of its PE's time at least, and the shares of a PE's tasks add up to at most 1; so those of
// all tasks add up to at most the number of PEs. The same holds for any function f of the shares that keeps sums of at
// most 1 at most 1, a dual feasible function:
//   f(x) = ( floor(Cx) + max(0, (frac(Cx) - frac(C)) / (1 - frac(C))) ) / floor(C),  C >= 1
// With C = 1 that is x itself, the mean work; with C = 1 / (share of a kernel's task) a task of that kernel takes 1 / n
// of a PE where n of them fit: what is left of the PE beside them is lost, as in the schedule. Loads are one more sum.
//
// Source: E. L. Johnson's function in the survey of Clautiaux, Alves and Valerio de Carvalho, Annals of Operations
// Research 179 (2010), f_BJ; which of its parameters to take is ours. Known limits: a task's share is its work alone.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "core/pattern/pattern.hpp"
#include "core/planner/cut_search.hpp"
#include "core/planner/plan_judge.hpp"

namespace mikpoly {

/// f(x) above, of a share x in [0, 1].
double dual_feasible(double capacity, double share);

/// Sums of a region, a part of a plan, or a plan: mean work, loads, and six dual feasible functions.
inline constexpr std::size_t kShareSums = 8;
struct Shares {
  std::array<float, kShareSums> sums{};

  Shares& operator+=(const Shares& other) {
    for (std::size_t i = 0; i < kShareSums; ++i) sums[i] += other.sums[i];
    return *this;
  }
  Shares operator+(const Shares& other) const { return Shares(*this) += other; }
  /// The smaller of each.
  void lower_to(const Shares& other) {
    for (std::size_t i = 0; i < kShareSums; ++i) sums[i] = other.sums[i] < sums[i] ? other.sums[i] : sums[i];
  }
};

/// One shape and one time. Not safe to share between threads: it remembers what it was asked.
class ShareBounds {
 public:
  /// `kernels`: of the judge's library, all of them and in its order, at least one and padded. Plans that end before
  /// `end` are meant.
  ShareBounds(const PlanJudge& judge, std::vector<CutLeader> kernels, std::int64_t pes, const GemmShape& shape,
              Picoseconds end);

  [[nodiscard]] std::int64_t kernel_count() const { return static_cast<std::int64_t>(kernels_.size()); }

  /// Where the kernel may end its region when it leads a cut of the rectangle.
  [[nodiscard]] SplitPositions positions(std::int64_t kernel, Cut cut, const Rect& rect) const {
    return positions_of(kernels_[static_cast<std::size_t>(kernel)], batch_, cut, rect);
  }

  /// What every plan takes beside its regions.
  [[nodiscard]] const Shares& once() const { return once_; }

  /// Of a region.
  [[nodiscard]] Shares of(std::int64_t kernel, const Rect& rect) const;

  /// What no filling of the pattern's node in the rectangle is below, each sum for itself. `leader`, or kAnyKernel, is
  /// the kernel of its first region. The pattern must outlive the bounds. Cost: remembered; else some hundred
  /// nanoseconds for a region, 160 times that for a cut.
  static constexpr std::int64_t kAnyKernel = -1;
  Shares least(const PolymerizationPattern& pattern, const PatternNode& node, const Rect& rect, std::int64_t leader);

  /// Whether no plan with these shares ends before the time.
  [[nodiscard]] bool exceeds(const Shares& shares) const {
    bool any = false;
    for (const float sum : shares.sums) any |= sum > limit_;
    return any;
  }
  /// The same by the mean work alone, the first of the sums.
  [[nodiscard]] bool exceeds_work(const Shares& shares) const { return shares.sums.front() > limit_; }

 private:
  /// A rectangle's extents, and how it is filled: null as one region, else the node of a pattern.
  struct Asked {
    std::int64_t rows;
    std::int64_t columns;
    const PatternNode* cut;

    bool operator==(const Asked&) const = default;
  };
  struct Mix {
    std::size_t operator()(const Asked& asked) const {
      auto h = static_cast<std::uint64_t>(asked.rows) * 0x9E3779B97F4A7C15ULL;  // odd constants of SplitMix64
      h = (h ^ (h >> 32) ^ static_cast<std::uint64_t>(asked.columns)) * 0xBF58476D1CE4E5B9ULL;
      return static_cast<std::size_t>(h ^ (h >> 32)) ^ std::hash<const PatternNode*>()(asked.cut);
    }
  };

  void choose_functions(std::vector<double> shares, const GemmShape& shape);
  [[nodiscard]] Shares least_region(const Rect& rect) const;
  Shares least_cut(const PolymerizationPattern& pattern, const PatternNode& node, const Rect& rect,
                   std::int64_t leader);

  std::vector<CutLeader> kernels_;
  std::vector<Shares> task_;  // by kernel, of one task
  float row_ = 0.0F;          // of the loads: PlanJudge::LoadShares
  float column_ = 0.0F;
  std::int64_t batch_;
  float limit_;
  Shares once_;
  std::unordered_map<Asked, Shares, Mix> remembered_;
};

}  // namespace mikpoly
