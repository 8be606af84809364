// mikpoly explain: one shape, the chosen plan, its rivals, and why.
#include <memory>

#include <fmt/format.h>

#include "experiments/cli/common_flags.hpp"
#include "experiments/cli/explain_text.hpp"
#include "experiments/cli/verbs.hpp"
#include "experiments/report/explanation_json.hpp"

namespace mikpoly::cli {
namespace {

struct ExplainFlags {
  std::string shape;
  MachineFlags machine;
  SelectionFlags selection;
  std::string format;
};

int explain_shape(const ExplainFlags& flags) {
  const Format format = parse_format(flags.format, kTextJson);
  const GemmShape shape = parse_gemm_shape(flags.shape);
  const std::vector<std::string> patterns = patterns_of(flags.selection);
  const std::unique_ptr<lab::Workbench> bench = workbench_of(flags.machine, flags.selection.selector);
  const lab::Explanation explanation = lab::explain(*bench, shape, flags.selection.selector, patterns);
  const lab::ConstantFlips constants = lab::constant_flips(*bench, explanation);
  if (format == Format::json) {
    print(lab::explanation_json(explanation, constants, *bench).dump(2) + "\n");
    return 0;
  }
  print(fmt::format("{} {} on {}: selector {}, minimising {}, over pattern{} {}\n", to_text(shape),
                    name_of(bench->library().key.types.a), bench->accelerator().name, flags.selection.selector,
                    explanation.objective.name, explanation.patterns.size() == 1 ? "" : "s",
                    fmt::join(explanation.patterns, " ")));
  print(explanation_text(explanation, constants, *bench));
  return 0;
}

}  // namespace

void add_explain_verb(CLI::App& app, Invocation& invocation) {
  auto flags = std::make_shared<ExplainFlags>();
  CLI::App* verb = app.add_subcommand("explain", "the chosen plan, the runner-up, and what would flip the choice");
  add_shape_argument(*verb, flags->shape);
  add_machine_flags(*verb, flags->machine);
  add_library_flag(*verb, flags->machine);
  add_selection_flags(*verb, flags->selection);
  add_format_flag(*verb, flags->format, kTextJson);
  verb->footer("Example: mikpoly explain 100x70x500 --hardware toy --patterns I,II");
  verb->callback([flags, &invocation] { invocation.run = [flags] { return explain_shape(*flags); }; });
}

}  // namespace mikpoly::cli
