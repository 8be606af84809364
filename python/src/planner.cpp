// Planning, simulating and explaining on one machine with one library.
#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/nearest_name.hpp"
#include "core/pattern/pattern.hpp"
#include "experiments/engine/library_choice.hpp"
#include "experiments/engine/many_plans.hpp"
#include "experiments/report/explanation_json.hpp"
#include "python/src/arguments.hpp"
#include "python/src/hardware.hpp"
#include "python/src/library.hpp"
#include "python/src/own_selectors.hpp"
#include "python/src/plans.hpp"

namespace mikpoly::python {
namespace {

// Between two looks at the keyboard: some seconds of planning where it is slowest.
constexpr std::int64_t kPlansAtOnce = 16384;
constexpr std::int64_t kOwnPlansAtOnce = 64;
constexpr std::int64_t kRunsAtOnce = 1024;

using Bench = std::shared_ptr<const lab::Workbench>;
using Integers = py::array_t<std::int64_t, py::array::c_style>;
using OwnAnswer = std::pair<std::string, py::function>;  ///< what it is asked, and who answers
using Extents = std::array<Integers, 4>;                 ///< m, n, k and batch of as many shapes, laid flat

class Planner {
 public:
  Planner(Bench bench, std::string selector, const std::string& patterns, const std::optional<OwnAnswer>& own)
      : bench_(std::move(bench)),
        name_(std::move(selector)),
        patterns_(parse_pattern_set(patterns)),
        own_(own.has_value()) {
    selector_ = own ? make_python_selector(bench_, patterns_, asked_of(own->first), callable(own->second), nullptr)
                    : bench_->selector(name_, patterns_);
  }

  [[nodiscard]] Plans plan(const Extents& extents, std::vector<py::ssize_t> shape, Integer threads) const;
  [[nodiscard]] Plans parse(const std::vector<std::string>& texts, const Extents& extents,
                            std::vector<py::ssize_t> shape) const;
  [[nodiscard]] py::dict simulate(const Plans& plans, Integer threads) const;
  [[nodiscard]] lab::Explanation explain(const GemmShape& shape) const;

  [[nodiscard]] const lab::Workbench& bench() const { return *bench_; }
  [[nodiscard]] const Bench& shared_bench() const { return bench_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::vector<std::string>& patterns() const { return patterns_; }

 private:
  Bench bench_;
  std::string name_;
  std::vector<std::string> patterns_;
  bool own_;  ///< whether Python chooses
  std::unique_ptr<Selector> selector_;
};

std::vector<GemmShape> shapes_of(const Extents& extents) {
  const auto& [m, n, k, batch] = extents;
  std::vector<GemmShape> shapes(static_cast<std::size_t>(m.size()));
  for (py::ssize_t i = 0; i < m.size(); ++i) {
    GemmShape& shape = shapes[static_cast<std::size_t>(i)];
    shape = {m.data()[i], n.data()[i], k.data()[i], batch.data()[i]};
    validate(shape);
  }
  return shapes;
}

// Calls `work(begin, end)` on parts of `count`, without the interpreter's lock; between them it may be interrupted.
template <typename Work>
void in_parts(std::int64_t count, std::int64_t at_once, Work work) {
  for (std::int64_t begin = 0; begin < count; begin += at_once) {
    {
      const py::gil_scoped_release released;
      work(begin, std::min(begin + at_once, count));
    }
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  }
}

Plans Planner::plan(const Extents& extents, std::vector<py::ssize_t> shape, Integer threads) const {
  const std::int64_t asked = thread_count(threads);
  const std::vector<GemmShape> shapes = shapes_of(extents);
  auto table = std::make_shared<PlanTable>();
  // Python runs on one thread at a time.
  const std::int64_t used = own_ ? 1 : asked;
  in_parts(std::ssize(shapes), own_ ? kOwnPlansAtOnce : kPlansAtOnce, [&](std::int64_t begin, std::int64_t end) {
    const auto part = std::span(shapes).subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
    lab::plan_all(*bench_, *selector_, part, used, *table);
  });
  return {bench_, table, std::move(shape)};
}

Plans Planner::parse(const std::vector<std::string>& texts, const Extents& extents,
                     std::vector<py::ssize_t> shape) const {
  const std::vector<GemmShape> shapes = shapes_of(extents);
  if (texts.size() != shapes.size()) {
    throw ShapeError(fmt::format("{} plans are given for {} shapes; each needs one", texts.size(), shapes.size()));
  }
  auto table = std::make_shared<PlanTable>();
  for (std::size_t i = 0; i < texts.size(); ++i) {
    Plan plan;
    plan.shape = shapes[i];
    if (!shapes[i].empty() || !texts[i].empty()) plan = plan_from(texts[i], shapes[i], bench_->library(), patterns_);
    plan.predicted = bench_->equation_2().cost(plan);
    table->add(plan);
  }
  return {bench_, table, std::move(shape)};
}

template <typename Get>
py::array counted(const Plans& plans, const std::vector<lab::SimulatedPlan>& runs, Get get) {
  py::array_t<std::int64_t> array(plans.shape);
  std::ranges::transform(runs, array.mutable_data(), get);
  return array;
}

// NaN where the selector declined the shape.
template <typename Get>
py::array quantity(const Plans& plans, const std::vector<lab::SimulatedPlan>& runs, Get get) {
  py::array_t<double> array(plans.shape);
  std::ranges::transform(runs, array.mutable_data(), get);
  for (std::int64_t i = 0; i < plans.table->size(); ++i) {
    if (plans.table->declined(i)) array.mutable_data()[i] = std::numeric_limits<double>::quiet_NaN();
  }
  return array;
}

py::dict Planner::simulate(const Plans& plans, Integer threads) const {
  const std::int64_t used = thread_count(threads);
  if (plans.bench->library().hash != bench_->library().hash ||
      plans.bench->hardware().hash != bench_->hardware().hash) {
    throw ConfigError(fmt::format("the plans are for another machine or library; these are {} and {}",
                                  bench_->accelerator().name, bench_->library().hash));
  }
  std::vector<lab::SimulatedPlan> runs;
  in_parts(plans.table->size(), kRunsAtOnce, [&](std::int64_t begin, std::int64_t end) {
    std::vector<lab::SimulatedPlan> part = lab::simulate_all(*bench_, *plans.table, begin, end, used);
    runs.insert(runs.end(), std::make_move_iterator(part.begin()), std::make_move_iterator(part.end()));
  });
  using Run = lab::SimulatedPlan;
  py::dict columns;
  columns["time_us"] = quantity(plans, runs, [](const Run& run) { return run.time.microseconds(); });
  columns["tasks"] = counted(plans, runs, [](const Run& run) { return run.tasks; });
  columns["waves"] = counted(plans, runs, [](const Run& run) { return run.waves; });
  columns["tail_util"] = quantity(plans, runs, [](const Run& run) { return run.tail_util; });
  columns["pad_waste"] = quantity(plans, runs, [](const Run& run) { return run.pad_waste; });
  py::list bound_by;
  for (const Run& run : runs) bound_by.append(run.bound_by);
  columns["bound_by"] =
      py::module_::import("numpy").attr("array")(bound_by, "dtype"_a = "U").attr("reshape")(plans.shape);
  return columns;
}

lab::Explanation Planner::explain(const GemmShape& shape) const {
  if (own_) {
    throw ConfigError(fmt::format("selector \"{}\" is your own, and gives no terms; explain one of: {}", name_,
                                  fmt::join(selector_names(), ", ")));
  }
  validate(shape);
  const py::gil_scoped_release released;
  return lab::explain(*bench_, shape, name_, patterns_);
}

void set_switch(sim::SimulationOptions& judge, const std::string& name, bool value) {
  if (name == "warm") {
    judge.warm = value;
  } else if (name == "contention") {
    judge.contention = value;
  } else if (name == "infinite_cache") {
    judge.infinite_cache = value;
  } else if (name == "zero_fill") {
    judge.zero_fill = value;
  } else if (name == "burst_cost") {
    judge.burst_cost = value;
  } else {
    const std::vector<std::string> known{"warm", "contention", "infinite_cache", "zero_fill", "burst_cost"};
    throw ConfigError(fmt::format("unknown switch \"{}\" of the judge{}", name, nearest_and_known(name, known)));
  }
}

Bench make_bench(const Hardware& hardware, const std::optional<std::string>& dtype,
                 const std::optional<Library>& library, const std::string& selector,
                 const std::map<std::string, bool>& judge) {
  sim::SimulationOptions options;
  for (const auto& [name, value] : judge) set_switch(options, name, value);
  const GemmTypes types = lab::types_on(hardware.machine(), input_type(hardware, dtype));
  if (selector == kVendorSelector) {
    if (library) throw ConfigError("library: the selector vendor has kernels of its own");
    return std::make_shared<const lab::Workbench>(*hardware.file, lab::vendor_library(*hardware.file, types), options);
  }
  if (!library) {
    lab::LibraryChoice choice = lab::choose_library(*hardware.file, types, {});
    return std::make_shared<const lab::Workbench>(*hardware.file, std::move(choice.library), options);
  }
  const LibraryKey& key = library->library->key;
  if (key.hardware_hash != hardware.file->hash || !(key.types == types)) {
    throw ConfigError(fmt::format("the library was made for {} {} with hash {}, not for {} {} with hash {}",
                                  key.hardware, name_of(key.types.a), key.hardware_hash, hardware.machine().name,
                                  name_of(types.a), hardware.file->hash));
  }
  return std::make_shared<const lab::Workbench>(*hardware.file, *library->library, options);
}

}  // namespace

void add_planner(py::module_& module) {
  const py::class_<lab::Workbench, std::shared_ptr<lab::Workbench>> workbench(
      module, "Workbench", "A machine with its library and simulator.");
  module.def(
      "workbench",
      [](const Hardware& hardware, const std::optional<std::string>& dtype, const std::optional<Library>& library,
         const std::string& selector, const std::map<std::string, bool>& judge) {
        return std::const_pointer_cast<lab::Workbench>(make_bench(hardware, dtype, library, selector, judge));
      },
      "hardware"_a, "dtype"_a, "library"_a, "selector"_a, "judge"_a);
  py::class_<Planner>(module, "PlannerBase", "Plans on one machine; mikpoly.Planner is what people use.")
      .def(py::init([](const std::shared_ptr<lab::Workbench>& bench, const std::string& selector,
                       const std::string& patterns,
                       const std::optional<OwnAnswer>& own) { return Planner(bench, selector, patterns, own); }),
           "bench"_a, "selector"_a, "patterns"_a, "own"_a)
      .def("_plan", &Planner::plan, "extents"_a, "shape"_a, "threads"_a)
      .def("_parse", &Planner::parse, "texts"_a, "extents"_a, "shape"_a)
      .def("_simulate", &Planner::simulate, "plans"_a, "threads"_a)
      .def(
          "_explain",
          [](const Planner& self, Integer m, Integer n, Integer k, Integer batch) {
            const lab::Explanation explanation = self.explain({m.value, n.value, k.value, batch.value});
            return to_python(
                lab::explanation_json(explanation, lab::constant_flips(self.bench(), explanation), self.bench()));
          },
          "m"_a, "n"_a, "k"_a, "batch"_a)
      .def_property_readonly("hardware",
                             [](const Planner& self) {
                               return Hardware{{self.shared_bench(), &self.bench().hardware()}};
                             })
      .def_property_readonly("library",
                             [](const Planner& self) {
                               return Library{{self.shared_bench(), &self.bench().library()}, ""};
                             })
      .def_property_readonly("selector", &Planner::name)
      .def_property_readonly("patterns", [](const Planner& self) { return py::tuple(py::cast(self.patterns())); });
  module.def("selector_names", &selector_names, "Every selector that mikpoly has, in report order.");
}

}  // namespace mikpoly::python
