// mikpoly trace: the simulated plan as a timeline for Perfetto or chrome://tracing.
#include <memory>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/config/text_file.hpp"
#include "experiments/cli/common_flags.hpp"
#include "experiments/cli/verbs.hpp"
#include "sim/timeline.hpp"

namespace mikpoly::cli {
namespace {

struct TraceFlags {
  std::string shape;
  MachineFlags machine;
  SelectionFlags selection;
  std::string plan;
  std::string output;
  std::int64_t max_events = sim::kMaxTraceEvents;
};

int trace(const TraceFlags& flags) {
  const GemmShape shape = parse_gemm_shape(flags.shape);
  if (shape.empty()) {
    throw ShapeError(fmt::format("GEMM shape \"{}\" has no output; there is nothing to trace", to_text(shape)));
  }
  const std::vector<std::string> patterns = patterns_of(flags.selection);
  const std::unique_ptr<lab::Workbench> bench = workbench_of(flags.machine, flags.selection.selector);
  const Plan plan =
      flags.plan.empty()
          ? accepted_plan(bench->selector(flags.selection.selector, patterns)->select(shape), flags.selection.selector)
          : given_plan(flags.plan, shape, bench->library());
  write_text_file(flags.output,
                  [&](std::ostream& out) { sim::write_chrome_trace(out, bench->simulator(), plan, flags.max_events); });
  const sim::SimulationReport report = bench->simulator().run(plan);
  print(fmt::format("{}: {} tasks, {:.3f} us simulated on {}, plan {}\n", flags.output, report.tasks,
                    report.time.microseconds(), bench->accelerator().name, to_text(plan, bench->library())));
  return 0;
}

}  // namespace

void add_trace_verb(CLI::App& app, Invocation& invocation) {
  auto flags = std::make_shared<TraceFlags>();
  CLI::App* verb = app.add_subcommand("trace", "write the timeline of a simulated plan (Chrome JSON)");
  add_shape_argument(*verb, flags->shape);
  add_machine_flags(*verb, flags->machine);
  add_library_flag(*verb, flags->machine);
  add_selection_flags(*verb, flags->selection);
  verb->add_option("--plan", flags->plan, "replay this plan instead of choosing one")->type_name("TEXT|FILE");
  verb->add_option("-o,--output", flags->output, "the file to write")->required()->type_name("FILE.json");
  verb->add_option("--max-events", flags->max_events, "what passes it is cut, and the file says so")
      ->type_name("N")
      ->check(integer_in(1, 1'000'000'000))
      ->capture_default_str();
  verb->footer("Example: mikpoly trace 96x96x256 --hardware toy -o trace.json\nOpen it at https://ui.perfetto.dev");
  verb->callback([flags, &invocation] { invocation.run = [flags] { return trace(*flags); }; });
}

}  // namespace mikpoly::cli
