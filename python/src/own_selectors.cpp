#include "python/src/own_selectors.hpp"

#include <algorithm>
#include <csignal>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/pattern/pattern.hpp"
#include "core/planner/candidate_list.hpp"
#include "python/src/plans.hpp"

namespace mikpoly::python {
namespace {

class PythonSelector final : public Selector {
 public:
  PythonSelector(std::shared_ptr<const lab::Workbench> bench, const std::vector<std::string>& patterns, Asked asked,
                 Callable callable, std::atomic<int>* stop)
      : bench_(std::move(bench)), patterns_(patterns), callable_(std::move(callable)), stop_(stop) {
    if (asked == Asked::costs) candidates_.emplace(SelectorContext{bench_->accelerator(), bench_->library(), patterns});
  }

  [[nodiscard]] Selection select(const GemmShape& shape) const override {
    if (shape.empty()) {
      Plan nothing;
      nothing.shape = shape;
      return {.plan = nothing};
    }
    return {.plan = candidates_ ? cheapest(shape) : named(shape)};
  }

 private:
  [[nodiscard]] Plan cheapest(const GemmShape& shape) const {
    const auto table = std::make_shared<const PlanTable>(candidates_->of(shape));
    const auto position = ask<std::int64_t>([&] { return (*callable_)(Plans{bench_, table, {table->size()}}); });
    ensure(position >= 0 && position < table->size(), "a Python cost model picks one of the candidates");
    return table->plan(position);
  }

  [[nodiscard]] Plan named(const GemmShape& shape) const {
    const auto text = ask<std::string>([&] {
      return (*callable_)(std::const_pointer_cast<lab::Workbench>(bench_), patterns_, shape.m, shape.n, shape.k,
                          shape.batch);
    });
    return plan_from(text, shape, bench_->library(), patterns_);
  }

  // The answer of a call into Python; no Python object leaves it.
  template <typename Answer, typename Call>
  Answer ask(Call call) const {
    const py::gil_scoped_acquire locked;
    std::string sentence;
    try {
      return call().template cast<Answer>();
    } catch (const py::error_already_set& raised) {
      if (raised.matches(PyExc_KeyboardInterrupt)) {
        if (stop_ != nullptr) *stop_ = SIGINT;
        throw lab::SelectionStopped();
      }
      sentence = py::str(raised.value());
    }
    throw ConfigError(sentence);
  }

  std::shared_ptr<const lab::Workbench> bench_;
  std::vector<std::string> patterns_;
  Callable callable_;
  std::atomic<int>* stop_;
  std::optional<CandidateList> candidates_;
};

}  // namespace

Asked asked_of(const std::string& text) {
  ensure(text == "costs" || text == "plan", "a Python selector is asked for costs or for a plan");
  return text == "costs" ? Asked::costs : Asked::plan;
}

Callable callable(py::function function) {
  return {new py::function(std::move(function)), [](const py::function* last) {
            const py::gil_scoped_acquire locked;
            delete last;
          }};
}

std::unique_ptr<Selector> make_python_selector(std::shared_ptr<const lab::Workbench> bench,
                                               const std::vector<std::string>& patterns, Asked asked,
                                               const Callable& callable, std::atomic<int>* stop) {
  return std::make_unique<PythonSelector>(std::move(bench), patterns, asked, callable, stop);
}

Plan plan_from(const std::string& text, const GemmShape& shape, const KernelLibrary& library,
               const std::vector<std::string>& patterns) {
  Plan plan = parse_plan(text, shape, library);
  if (const std::string fault = pattern_fault(plan); !fault.empty()) {
    throw ConfigError(fmt::format("plan: \"{}\" is not of its pattern: {}", text, fault));
  }
  if (std::ranges::find(patterns, plan.pattern) == patterns.end()) {
    throw ConfigError(
        fmt::format("plan: pattern \"{}\" is not allowed here; allowed: {}", plan.pattern, fmt::join(patterns, ", ")));
  }
  return plan;
}

}  // namespace mikpoly::python
