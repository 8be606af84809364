// mikpoly export: kernels and plans as JSON for the tools of others.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/config/text_file.hpp"
#include "core/config/workload_loader.hpp"
#include "experiments/cli/common_flags.hpp"
#include "experiments/cli/verbs.hpp"
#include "experiments/engine/kernel_export.hpp"
#include "experiments/engine/plan_export.hpp"

namespace mikpoly::cli {
namespace {

using Json = nlohmann::ordered_json;

struct ExportFlags {
  MachineFlags machine;
  SelectionFlags selection;
  std::string workload;
  std::string format;
  std::string output;  ///< empty: standard output
  std::int64_t limit = 0;
};

int deliver(const Json& json, const std::string& output) {
  const std::string text = json.dump(2) + "\n";
  if (output.empty()) {
    print(text);
  } else {
    write_text_file(output, text);
    print(fmt::format("written to {}\n", output));
  }
  return 0;
}

int export_kernels(const ExportFlags& flags) {
  const std::unique_ptr<lab::Workbench> bench = workbench_of(flags.machine);
  return deliver(lab::export_kernels(bench->hardware(), bench->library(), flags.format), flags.output);
}

int export_plans(const ExportFlags& flags) {
  const std::vector<std::string> patterns = patterns_of(flags.selection);
  if (!flags.output.empty()) refuse_unwritable(flags.output);
  const Workload workload = load_workload(flags.workload);
  const std::unique_ptr<lab::Workbench> bench = workbench_of(flags.machine, flags.selection.selector);
  const std::unique_ptr<Selector> selector = bench->selector(flags.selection.selector, patterns);
  Json json = lab::export_head(lab::kPlanExportSchema, bench->hardware(), bench->library());
  const Dispatch& dispatch = bench->accelerator().dispatch;
  json["workload"] = workload.name;
  json["selector"] = flags.selection.selector;
  json["dispatch"] = {{"policy", dispatch.policy}, {"raster_band", dispatch.raster_band}};
  json["plans"] = Json::array();
  const std::int64_t all = std::ssize(workload.items);
  const std::int64_t count = flags.limit == 0 ? all : std::min(all, flags.limit);
  for (std::int64_t i = 0; i < count; ++i) {
    const WorkloadItem& item = workload.items[static_cast<std::size_t>(i)];
    json["plans"].push_back(lab::export_plan(item, selector->select(item.shape), *bench));
  }
  return deliver(json, flags.output);
}

void add_output_flag(CLI::App& verb, ExportFlags& flags) {
  verb.add_option("-o,--output", flags.output, "default: standard output")->type_name("FILE.json");
}

}  // namespace

void add_export_verb(CLI::App& app, Invocation& invocation) {
  auto flags = std::make_shared<ExportFlags>();
  CLI::App* verb = app.add_subcommand("export", "kernels and plans as JSON for other tools: kernels, plans");
  verb->require_subcommand(1);
  verb->footer("Example: mikpoly export kernels --hardware a100-40 --format triton");

  CLI::App* kernels =
      verb->add_subcommand("kernels", "the kept kernels, best first, and why others do not fit the target");
  add_machine_flags(*kernels, flags->machine);
  add_library_flag(*kernels, flags->machine);
  add_format_flag(*kernels, flags->format, lab::kernel_export_formats());
  add_output_flag(*kernels, *flags);
  kernels->footer("Example: mikpoly export kernels --hardware a100-40 --format cutlass");
  kernels->callback([flags, &invocation] { invocation.run = [flags] { return export_kernels(*flags); }; });

  CLI::App* plans = verb->add_subcommand("plans", "the plan of each shape of a workload");
  plans->add_option("workload", flags->workload, "a name in configs/workloads, or a path")->required()->type_name("W");
  add_machine_flags(*plans, flags->machine);
  add_library_flag(*plans, flags->machine);
  add_selection_flags(*plans, flags->selection);
  plans->add_option("--limit", flags->limit, "the first N shapes; default: all")
      ->type_name("N")
      ->check(integer_in(1, 1'000'000));
  add_output_flag(*plans, *flags);
  plans->footer("Example: mikpoly export plans case-study --hardware a100-40 --selector mikpoly");
  plans->callback([flags, &invocation] { invocation.run = [flags] { return export_plans(*flags); }; });
}

}  // namespace mikpoly::cli
