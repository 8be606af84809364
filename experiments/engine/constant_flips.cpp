#include "experiments/engine/constant_flips.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/config/hardware_loader.hpp"
#include "core/config/yaml_loader.hpp"
#include "core/cost/cost_models.hpp"
#include "core/kernel/feasibility.hpp"
#include "core/tuning/tuner.hpp"
#include "experiments/accuracy/parallel.hpp"

namespace mikpoly::lab {
namespace {

constexpr std::size_t kRivals = 3;
constexpr int kSteps = 8;               // factors that are tried each way
constexpr double kCloseEnough = 1.002;  // ratio of the bounds at which a factor counts as found

/// A number of the file: what stands before its unit.
struct Constant {
  std::string path;
  std::string written;
  std::string unit;
  double value = 0.0;
  bool whole = false;

  [[nodiscard]] double at(double factor) const { return whole ? std::round(value * factor) : value * factor; }
  [[nodiscard]] std::string text(double factor) const { return fmt::format("{:.6g}{}", at(factor), unit); }
};

std::optional<Constant> constant_of(const Provenance& number) {
  Constant constant{.path = number.path, .written = number.value, .unit = ""};
  const std::string& text = number.value;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), constant.value);
  constant.unit = std::string(end, text.data() + text.size());
  const bool is_span = text.find("..") != std::string::npos;
  if (status != std::errc{} || is_span || constant.value <= 0.0 || number.path == "vendor") return std::nullopt;
  constant.whole = constant.unit.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  return constant;
}

/// The chosen plan and its cheapest rivals with the kernels that they use, to be costed on other machines.
class FlipCandidates {
 public:
  FlipCandidates(const Workbench& bench, const Explanation& explanation) : objective_(explanation.objective) {
    library_.key = bench.library().key;
    machine_ = &bench.accelerator();
    add(explanation.chosen.plan, bench.library());
    const std::size_t rivals = std::min(kRivals, explanation.rivals.size());
    for (std::size_t i = 0; i < rivals; ++i) add(explanation.rivals[i].plan, bench.library());
  }

  /// The rival that is cheapest, and cheaper than the chosen plan; nothing where the choice holds, or where the machine
  /// cannot be.
  [[nodiscard]] std::optional<std::size_t> cheaper_rival(const Accelerator& machine) const {
    KernelLibrary library = library_;
    std::vector<bool> fits;
    for (MicroKernel& kernel : library.kernels) {
      const Feasibility now = check_tile(machine, kernel.types, kernel.tile);
      fits.push_back(now.feasible);
      // A vendor's kernels have numbers of stages of their own.
      const bool derived = kernel.resources == check_tile(*machine_, kernel.types, kernel.tile).resources;
      if (now.feasible && derived) kernel.resources = now.resources;
    }
    const sim::Simulator simulator(machine, library);
    time_kernels(library.kernels, library.key.parameters.n_pred, simulator);
    const std::unique_ptr<CostModel> model = cost_models().find(objective_.terms_from)(machine, library);
    const bool judged = objective_.name != objective_.terms_from;
    std::optional<std::size_t> best;
    std::optional<Picoseconds> least;
    for (std::size_t i = 0; i < plans_.size(); ++i) {
      const auto runs = [&fits](const PlannedRegion& region) { return fits[static_cast<std::size_t>(region.kernel)]; };
      if (!std::ranges::all_of(plans_[i].regions(), runs)) continue;
      const Picoseconds cost = judged ? simulator.judge(plans_[i]).median : model->cost(plans_[i]);
      if (least && cost >= *least) continue;
      least = cost;
      best = i;
    }
    return best && *best > 0 ? std::optional(*best - 1) : std::nullopt;
  }

 private:
  void add(Plan plan, const KernelLibrary& all) {
    for (std::int64_t i = 0; i < plan.region_count; ++i) {
      std::int64_t& kernel = plan.storage[static_cast<std::size_t>(i)].kernel;
      const auto [place, is_new] = positions_.try_emplace(kernel, std::ssize(library_.kernels));
      if (is_new) library_.kernels.push_back(all.kernels[static_cast<std::size_t>(kernel)]);
      kernel = place->second;
    }
    plans_.push_back(plan);
  }

  Objective objective_;
  const Accelerator* machine_ = nullptr;  // as it is
  KernelLibrary library_;
  std::map<std::int64_t, std::int64_t> positions_;
  std::vector<Plan> plans_;  // the chosen one first
};

/// The hardware file with one number changed.
class Machines {
 public:
  Machines(const std::string& path, const std::vector<std::string>& sets) : path_(path) {
    Diagnostics diagnostics;
    root_ = load_yaml(path, sets, diagnostics);
  }

  /// Nothing where the file refuses the value.
  [[nodiscard]] std::optional<Accelerator> with(const Constant& constant, double factor) const {
    try {
      YamlNode root = root_;
      apply_set(root, fmt::format("{}={}", constant.path, constant.text(factor)));
      Diagnostics diagnostics;
      return read_hardware(root, path_, false, diagnostics).accelerator;
    } catch (const ConfigError&) {
      return std::nullopt;
    }
  }

 private:
  std::string path_;
  YamlNode root_;
};

/// Moves one constant.
class Search {
 public:
  Search(const FlipCandidates& candidates, const Machines& machines, const Constant& constant)
      : candidates_(candidates), machines_(machines), constant_(constant) {}

  /// The factor nearest to 1 at which a rival is cheaper.
  [[nodiscard]] std::optional<ConstantFlip> nearest() const {
    std::optional<ConstantFlip> up = towards(kMostChange);
    std::optional<ConstantFlip> down = towards(1.0 / kMostChange);
    if (!up || (down && std::abs(std::log(down->factor)) < std::abs(std::log(up->factor)))) return down;
    return up;
  }

 private:
  [[nodiscard]] std::optional<std::size_t> rival_at(double factor) const {
    const std::optional<Accelerator> machine = machines_.with(constant_, factor);
    try {
      return machine ? candidates_.cheaper_rival(*machine) : std::nullopt;
    } catch (const ShapeError&) {
      return std::nullopt;  // takes too long to be told apart
    }
  }

  [[nodiscard]] std::optional<ConstantFlip> towards(double most) const {
    double holds = 1.0;
    for (int step = 1; step <= kSteps; ++step) {
      const double factor = std::pow(most, static_cast<double>(step) / kSteps);
      const std::optional<std::size_t> rival = rival_at(factor);
      if (rival) return closest(holds, factor, *rival);
      holds = factor;
    }
    return std::nullopt;
  }

  [[nodiscard]] ConstantFlip closest(double holds, double flips, std::size_t rival) const {
    while (std::max(flips / holds, holds / flips) > kCloseEnough) {
      const double middle = std::sqrt(holds * flips);
      const std::optional<std::size_t> found = rival_at(middle);
      if (found) rival = *found;
      (found ? flips : holds) = middle;
    }
    return {.path = constant_.path,
            .value = constant_.written,
            .flipped = constant_.text(flips),
            .factor = constant_.at(flips) / constant_.value,
            .rival = rival};
  }

  const FlipCandidates& candidates_;
  const Machines& machines_;
  const Constant& constant_;
};

// Rates of other element types take no part.
std::vector<Constant> constants_of(const Workbench& bench) {
  const std::string own = fmt::format("compute.{}.", name_of(bench.library().key.types.a));
  std::vector<Constant> constants;
  for (const Provenance& number : bench.hardware().provenance) {
    if (number.path.starts_with("compute.") && !number.path.starts_with(own)) continue;
    if (std::optional<Constant> constant = constant_of(number)) constants.push_back(std::move(*constant));
  }
  return constants;
}

std::string reason_against(const Workbench& bench, const Explanation& explanation) {
  if (explanation.rivals.empty()) return "no other plan was found to compare with";
  if (bench.library().trimmed()) return "the kernels' times were measured and follow from no constant of the file";
  if (explanation.rivals.front().cost < explanation.chosen.cost) return "the runner-up costs less already";
  return "";
}

}  // namespace

ConstantFlips constant_flips(const Workbench& bench, const Explanation& explanation) {
  ConstantFlips result{.flips = {}, .holds = {}, .reason = reason_against(bench, explanation)};
  if (!result.reason.empty()) return result;
  const FlipCandidates candidates(bench, explanation);
  if (candidates.cheaper_rival(bench.accelerator())) {
    result.reason = "timed anew, the library's kernels already make another plan cheaper";
    return result;
  }
  const Machines machines(bench.hardware().path, bench.hardware().sets);
  const std::vector<Constant> constants = constants_of(bench);
  std::vector<std::optional<ConstantFlip>> found(constants.size());
  for_each_index(constants.size(), 1,
                 [&](std::size_t i) { found[i] = Search(candidates, machines, constants[i]).nearest(); });
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i]) {
      result.flips.push_back(*found[i]);
    } else {
      result.holds.push_back(constants[i].path);
    }
  }
  std::ranges::stable_sort(result.flips, {}, [](const ConstantFlip& flip) { return std::abs(std::log(flip.factor)); });
  return result;
}

}  // namespace mikpoly::lab
