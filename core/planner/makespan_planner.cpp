#include "core/planner/makespan_planner.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/planner/candidates.hpp"

namespace mikpoly {
namespace {

// One search: a shape, its kernels' times, and the best plan so far.
class MakespanSearch {
 public:
  MakespanSearch(const MakespanModel& model, const TileClasses& classes, const KernelLibrary& library, std::int64_t pes,
                 const GemmShape& shape)
      : model_(model),
        library_(library),
        pes_(pes),
        shape_(shape),
        work_(classes, shape, Charge::work, [&](std::int64_t kernel) {
          const auto at = static_cast<std::size_t>(kernel);
          times_[at] = times_of(library.kernels[at], shape.k);
          least_overhang_ = std::min(least_overhang_, (times_[at].latency - times_[at].interval).count);
          return times_[at].interval.count;
        }) {
    fixed_ = static_cast<Cost>(model.start_ps());
    const GemmTypes& types = library.key.types;
    a_row_ = static_cast<double>(bytes_of(types.a) * shape.k) * static_cast<double>(shape.batch);
    b_column_ = static_cast<double>(bytes_of(types.b) * shape.k) * static_cast<double>(shape.batch);
    once_ = static_cast<double>(shape.m) * a_row_ + static_cast<double>(shape.n) * b_column_;
    least_traffic_ = model.least_loading(once_, once_);
  }

  void try_pattern(const PolymerizationPattern& pattern) {
    pattern_ = pattern.name;
    const PatternNode& root = pattern.node(pattern.root);
    if (root.regions <= 2) return visit_single_cut(work_, shape_, root, *this);
    std::array<Filling, kReranked> few;
    const std::size_t found = CutSearch(work_, pattern).cheapest_few({{0, shape_.m}, {0, shape_.n}}, bound(), few);
    for (std::size_t i = 0; i < found; ++i) visit(few[i]);
  }

  // Work from which a plan cannot be better than the best one: the longest PE has at least the mean work, and fills
  // and drains.
  [[nodiscard]] Cost bound() const {
    if (!found()) return kNoCost;
    const Cost left = best_.predicted.count - fixed_;
    return left <= least_traffic_ ? 0 : left - least_overhang_ + 1;
  }

  // A PE that runs the kernel works one task of it at least, fill and drain included.
  [[nodiscard]] bool useless(std::int64_t kernel) const {
    const KernelTimes& times = times_[static_cast<std::size_t>(kernel)];
    const std::int64_t residents = library_.kernels[static_cast<std::size_t>(kernel)].resources.occupancy;
    const Cost least = (times.latency - times.interval).count + times.interval.count / residents;
    return found() && fixed_ + least > best_.predicted.count;
  }

  void visit(const Filling& filling) {
    if (found() && fixed_ + quick_bound(filling) > best_.predicted.count) return;
    std::array<KernelTimes, kMaxRegions> times;
    candidate_.shape = shape_;
    candidate_.region_count = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(filling.count); ++i) {
      const Filling::Part& part = filling.parts[i];
      times[i] = times_[static_cast<std::size_t>(part.kernel)];
      candidate_.add({part.rect.rows, part.rect.columns, {0, shape_.k}, {0, shape_.batch}}, part.kernel);
    }
    candidate_.predicted = model_.cost(candidate_, times);
    if (found() && candidate_.predicted >= best_.predicted) return;
    candidate_.pattern = pattern_;
    best_ = candidate_;
  }

  [[nodiscard]] const Plan& best() const { return best_; }
  [[nodiscard]] bool found() const { return best_.region_count > 0; }

 private:
  // A time beside the fixed one that the plan cannot be below, without its schedule: the PE with most tasks has at
  // least their mean number, each as long as the shortest; and the operands have to be loaded.
  [[nodiscard]] Cost quick_bound(const Filling& filling) const {
    std::int64_t tasks = 0;
    Cost shortest = kNoCost;
    double near_bytes = 0.0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(filling.count); ++i) {
      const Rect& rect = filling.parts[i].rect;
      const MicroKernel& kernel = library_.kernels[static_cast<std::size_t>(filling.parts[i].kernel)];
      const std::int64_t tile_rows = ceil_div(rect.rows.size(), kernel.tile.m);
      const std::int64_t tile_columns = ceil_div(rect.columns.size(), kernel.tile.n);
      tasks += tile_rows * tile_columns * shape_.batch;
      shortest = std::min(shortest, times_[static_cast<std::size_t>(filling.parts[i].kernel)].interval.count /
                                        kernel.resources.occupancy);
      near_bytes += static_cast<double>(rect.rows.size() * tile_columns) * a_row_ +
                    static_cast<double>(rect.columns.size() * tile_rows) * b_column_;
    }
    const Cost by_tasks = (Picoseconds{shortest} * ceil_div(tasks, pes_)).count + least_overhang_;
    return std::max(by_tasks, model_.least_loading(near_bytes, once_)) - filling.count;
  }

  const MakespanModel& model_;
  const KernelLibrary& library_;
  std::int64_t pes_;
  GemmShape shape_;
  std::string_view pattern_;
  Cost fixed_ = 0;
  double a_row_ = 0.0;     // bytes of one row of A, all batch elements
  double b_column_ = 0.0;  // bytes of one column of B
  double once_ = 0.0;      // bytes of both operands
  Cost least_traffic_ = 0;
  Cost least_overhang_ = kNoCost;
  std::array<KernelTimes, kMaxPlannedKernels> times_;
  RegionCosts work_;  // after times_, which its construction fills
  Plan candidate_;
  Plan best_;
};

class MakespanPlanner final : public Planner {
 public:
  MakespanPlanner(bool bare, const Accelerator& accelerator, const KernelLibrary& library,
                  std::vector<const PolymerizationPattern*> chosen)
      : library_(library),
        classes_(tile_classes(accelerator, library, false)),
        model_(accelerator, library, bare),
        pes_(accelerator.pe.count),
        machine_(accelerator.name),
        chosen_(std::move(chosen)) {}

  Plan plan(const GemmShape& shape) const override {
    if (shape.empty()) return plan_of(shape, chosen_.front()->name, {});
    MakespanSearch search(model_, classes_, library_, pes_, shape);
    return best_of(search, chosen_, shape, machine_);
  }

 private:
  const KernelLibrary& library_;
  TileClasses classes_;
  MakespanModel model_;
  std::int64_t pes_;
  std::string machine_;
  std::vector<const PolymerizationPattern*> chosen_;
};

}  // namespace

std::unique_ptr<Planner> make_makespan_planner(bool bare, const Accelerator& accelerator, const KernelLibrary& library,
                                               std::vector<const PolymerizationPattern*> chosen) {
  return std::make_unique<MakespanPlanner>(bare, accelerator, library, std::move(chosen));
}

}  // namespace mikpoly
