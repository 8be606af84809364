// Experiments, run from Python with selectors that may be written in it.
#include <atomic>
#include <chrono>
#include <csignal>
#include <future>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/config/diagnostics.hpp"
#include "experiments/engine/metrics.hpp"
#include "experiments/engine/runner.hpp"
#include "experiments/laboratories/laboratories.hpp"
#include "python/src/own_selectors.hpp"

namespace mikpoly::python {
namespace {

/// What a call of run() asks for, in C++ throughout: it is read by threads without the interpreter's lock.
struct RunRequest {
  std::string experiment;
  std::vector<std::string> sets;
  std::optional<std::vector<std::string>> selectors;  ///< nothing: those of the file
  std::vector<lab::OwnSelector> own;
  lab::RunOptions options;
  lab::RunObserver observer;
};

lab::OwnSelector own_selector(const py::tuple& parts, std::atomic<int>* stop) {
  const Asked asked = asked_of(parts[2].cast<std::string>());
  const Callable answer = callable(parts[3].cast<py::function>());
  return {.name = parts[0].cast<std::string>(),
          .identity = parts[1].cast<std::string>(),
          .make = [=](const std::shared_ptr<const lab::Workbench>& bench, const std::vector<std::string>& patterns) {
            return make_python_selector(bench, patterns, asked, answer, stop);
          }};
}

lab::Existing existing_named(const std::string& name) {
  if (name == "resume") return lab::Existing::resume;
  return name == "overwrite" ? lab::Existing::overwrite : lab::Existing::refuse;
}

lab::RunObserver observer_of(const std::optional<py::function>& notice, const std::optional<py::function>& progress,
                             const std::atomic<int>* stop) {
  lab::RunObserver observer;
  observer.stop = stop;
  if (notice) {
    observer.notice = [told = callable(*notice)](const std::string& line) {
      const py::gil_scoped_acquire locked;
      (*told)(line);
    };
  }
  if (progress) {
    observer.progress = [told = callable(*progress)](const lab::RunProgress& state) {
      const py::gil_scoped_acquire locked;
      (*told)(state.finished, state.total, state.seconds_left);
    };
  }
  return observer;
}

lab::RunSummary run(const RunRequest& request) {
  Diagnostics diagnostics;
  lab::Experiment experiment = lab::load_experiment(request.experiment, request.sets, diagnostics, request.selectors);
  for (const std::string& warning : diagnostics.warnings()) request.observer.notice(warning);
  const lab::Study study = lab::prepare(std::move(experiment), request.own);
  for (const Workload& workload : study.workloads) {
    for (const std::string& notice : workload.notices) request.observer.notice(notice);
  }
  const auto laboratory = [&](const lab::Study& prepared) {
    return request.own.empty() ? lab::make_laboratory(prepared)
                               : lab::make_simulated_laboratory_with(request.own, prepared);
  };
  return lab::run_study(study, laboratory, request.options, request.observer);
}

// Runs on a thread of its own; this one, Python's, looks at the keyboard meanwhile.
lab::RunSummary run_interruptibly(const RunRequest& request, std::atomic<int>& stop) {
  constexpr std::chrono::milliseconds kLook{20};
  std::optional<py::error_already_set> interrupted;
  std::future<lab::RunSummary> result = std::async(std::launch::async, [&] { return run(request); });
  for (bool ready = false; !ready;) {
    {
      const py::gil_scoped_release released;
      ready = result.wait_for(kLook) == std::future_status::ready;
    }
    if (PyErr_CheckSignals() != 0) {
      interrupted.emplace();
      stop = SIGINT;
    }
  }
  lab::RunSummary summary = result.get();
  if (summary.finished == summary.points) return summary;
  request.observer.notice(fmt::format("stopped after {} of {} points in \"{}\"; resume=True goes on", summary.finished,
                                      summary.points, summary.folder.string()));
  if (interrupted) throw py::error_already_set(*interrupted);
  throw lab::SelectionStopped();
}

py::dict run_experiment(const std::string& experiment, const std::vector<std::string>& sets,
                        const std::optional<std::vector<std::string>>& selectors, const std::vector<py::tuple>& own,
                        const py::dict& options) {
  std::atomic<int> stop = 0;
  RunRequest request{.experiment = experiment,
                     .sets = sets,
                     .selectors = selectors,
                     .own = {},
                     .options = {.out = options["out"].cast<std::string>(),
                                 .existing = existing_named(options["existing"].cast<std::string>()),
                                 .jobs = options["jobs"].cast<std::int64_t>(),
                                 .command = options["command"].cast<std::string>()},
                     .observer = observer_of(options["notice"].cast<std::optional<py::function>>(),
                                             options["progress"].cast<std::optional<py::function>>(), &stop)};
  for (const py::tuple& parts : own) request.own.push_back(own_selector(parts, &stop));
  const lab::RunSummary summary = run_interruptibly(request, stop);
  py::dict counts;
  counts["folder"] = summary.folder.string();
  counts["points"] = summary.points;
  counts["resumed"] = summary.resumed;
  counts["rows"] = summary.counts.rows;
  counts["failed_rows"] = summary.counts.failed;
  counts["wrong_rows"] = summary.counts.wrong;
  return counts;
}

py::list compare(const std::string& run) {
  const lab::RunTable table = lab::load_run(run);
  py::list records;
  for (const lab::SelectorRows& group : lab::by_selector(table)) {
    py::dict record;
    record["hardware"] = group.hardware;
    record["pattern_set"] = group.pattern_set;
    record["selector"] = group.selector;
    for (const lab::Metric& metric : lab::metrics()) record[py::str(std::string(metric.name))] = metric.value(group);
    records.append(record);
  }
  return records;
}

}  // namespace

void add_studies(py::module_& module) {
  module.def("run_experiment", &run_experiment, "experiment"_a, "sets"_a, "selectors"_a, "own"_a, "options"_a);
  module.def("compare", &compare, "run"_a);
  module.def("check_own_name", &lab::check_own_name, "name"_a);
}

}  // namespace mikpoly::python
