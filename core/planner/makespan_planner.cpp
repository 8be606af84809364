#include "core/planner/makespan_planner.hpp"

#include <array>
#include <utility>

#include "core/planner/candidates.hpp"

namespace mikpoly {
namespace {

// One search: a shape, its kernels' times, and the best plan so far.
class MakespanSearch {
 public:
  MakespanSearch(const MakespanModel& model, const Accelerator& accelerator, const KernelLibrary& library,
                 const GemmShape& shape)
      : model_(model), shape_(shape), work_(accelerator, library, shape, Charge::work) {
    for (std::int64_t i = 0; i < work_.kernel_count(); ++i) {
      const auto at = static_cast<std::size_t>(i);
      times_[at] = times_of(library.kernels[at], shape.k);
      work_.set_unit(i, times_[at].interval.count);
    }
  }

  void try_pattern(const PolymerizationPattern& pattern) {
    pattern_ = pattern.name;
    const PatternNode& root = pattern.node(pattern.root);
    if (root.regions <= 2) return visit_single_cut(work_, shape_, root, *this);
    std::array<Filling, kReranked> few;
    const std::size_t found = CutSearch(work_, pattern).cheapest_few({{0, shape_.m}, {0, shape_.n}}, bound(), few);
    for (std::size_t i = 0; i < found; ++i) visit(few[i]);
  }

  // Work from which a plan cannot be better than the best one.
  [[nodiscard]] Cost bound() const {
    return found() ? best_.predicted.count - static_cast<Cost>(model_.start_ps()) + 1 : kNoCost;
  }

  void visit(const Filling& filling) {
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
  const MakespanModel& model_;
  GemmShape shape_;
  std::string_view pattern_;
  RegionCosts work_;
  std::array<KernelTimes, kMaxPlannedKernels> times_;
  Plan candidate_;
  Plan best_;
};

class MakespanPlanner final : public Planner {
 public:
  MakespanPlanner(bool bare, const Accelerator& accelerator, const KernelLibrary& library,
                  std::vector<const PolymerizationPattern*> chosen)
      : accelerator_(accelerator), library_(library), model_(accelerator, library, bare), chosen_(std::move(chosen)) {}

  Plan plan(const GemmShape& shape) const override {
    if (shape.empty()) return plan_of(shape, chosen_.front()->name, {});
    MakespanSearch search(model_, accelerator_, library_, shape);
    for (const PolymerizationPattern* each : chosen_) search.try_pattern(*each);
    // No pattern of the set has a cut inside this shape: run it whole.
    if (!search.found()) search.try_pattern(find_pattern("I"));
    return search.best();
  }

 private:
  const Accelerator& accelerator_;
  const KernelLibrary& library_;
  MakespanModel model_;
  std::vector<const PolymerizationPattern*> chosen_;
};

}  // namespace

std::unique_ptr<Planner> make_makespan_planner(bool bare, const Accelerator& accelerator,
                                               const KernelLibrary& library,
                                               std::vector<const PolymerizationPattern*> chosen) {
  return std::make_unique<MakespanPlanner>(bare, accelerator, library, std::move(chosen));
}

}  // namespace mikpoly
