// Selectors written in Python, behind the interface that all selectors have.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "experiments/engine/own_selector.hpp"
#include "python/src/bindings.hpp"

namespace mikpoly::python {

/// What a Python selector is asked.
enum class Asked {
  costs,  ///< (Plans of all candidates) -> position of the cheapest
  plan    ///< (Workbench, patterns, m, n, k, batch) -> text of a plan
};

/// Reads "costs" or "plan".
Asked asked_of(const std::string& text);

/// A Python callable that may be dropped by any thread.
using Callable = std::shared_ptr<const py::function>;
Callable callable(py::function function);

/// Selects by asking the callable, one shape at a time, with the interpreter's lock.
/// Errors: ConfigError with the sentence of a mikpoly.Error that it raises, or of what it returned; SelectionStopped
/// when it is interrupted, with `stop`, which may be null, set.
std::unique_ptr<Selector> make_python_selector(std::shared_ptr<const lab::Workbench> bench,
                                               const std::vector<std::string>& patterns, Asked asked,
                                               const Callable& callable, std::atomic<int>* stop);

/// The plan of a text, of one of the patterns.
/// Errors: ConfigError naming what is wrong.
Plan plan_from(const std::string& text, const GemmShape& shape, const KernelLibrary& library,
               const std::vector<std::string>& patterns);

}  // namespace mikpoly::python
