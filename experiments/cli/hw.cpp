// mikpoly hw: the hardware descriptions, what follows from them, and what is wrong with one.
#include <memory>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/config/hardware_loader.hpp"
#include "core/kernel/feasibility.hpp"
#include "core/tuning/generator.hpp"
#include "experiments/accuracy/calibration.hpp"
#include "experiments/cli/common_flags.hpp"
#include "experiments/cli/text_table.hpp"
#include "experiments/cli/verbs.hpp"
#include "experiments/engine/library_choice.hpp"
#include "experiments/report/hardware_report.hpp"

namespace mikpoly::cli {
namespace {

struct HwFlags {
  std::string hardware;
  std::vector<std::string> sets;
  std::string format;
  bool strict = false;
};

HardwareFile load_and_warn(const HwFlags& flags) {
  HardwareFile file = load_hardware(flags.hardware, flags.sets, flags.strict);
  for (const std::string& warning : file.warnings) notify("warning: " + warning);
  return file;
}

int list_machines() {
  std::vector<TableRow> rows;
  for (const std::string& name : hardware_names()) {
    try {
      const Accelerator machine = load_hardware(name).accelerator;
      rows.push_back({name, machine.backend, fmt::format("{} x {}", machine.pe.count, machine.pe.name),
                      fmt::format("{:.1f} TFLOP/s {}", peak_flops(machine, machine.rates.front()) / 1e12,
                                  name_of(machine.rates.front().input))});
    } catch (const ConfigError&) {
      rows.push_back({name, "-", "-", fmt::format("has errors; see mikpoly hw check {}", name)});
    }
  }
  print(aligned({"name", "backend", "PEs", "peak"}, rows, 4));
  return 0;
}

int show_machine(const HwFlags& flags) {
  const Format format = parse_format(flags.format, {"text", "json"});
  const HardwareFile file = load_and_warn(flags);
  print(format == Format::json ? lab::hardware_json(file).dump(2) + "\n" : lab::hardware_text(file));
  return 0;
}

int check_machine(const HwFlags& flags) {
  const HardwareFile file = load_and_warn(flags);
  const Accelerator& machine = file.accelerator;
  lab::check_bounds(file);
  for (const ComputeRate& rate : machine.rates) {
    const GemmTypes types = lab::types_on(machine, rate.input);
    generate_candidates(machine, types, TuningParameters{}.n_gen);  // refuses a machine on which nothing fits
    const Feasibility standard = check_tile(machine, types, machine.tiles.standard);
    if (standard.feasible) continue;
    notify(fmt::format(
        "tiles.default does not fit {} ({} is too small); the selector default-tile takes the nearest kernel",
        name_of(rate.input), standard.reason));
  }
  print("ok\n");
  return 0;
}

void add_file_flags(CLI::App& verb, HwFlags& flags) {
  verb.add_option("hardware", flags.hardware, "a name in configs/hardware, or a path")->required()->type_name("H");
  verb.add_option("--set", flags.sets, "change a value of the file, e.g. pe.count=8; may be repeated")
      ->type_name("PATH=VALUE")
      ->allow_extra_args(false);
  verb.add_flag("--strict", flags.strict, "keys that the machine does not use are errors");
}

}  // namespace

void add_hw_verb(CLI::App& app, Invocation& invocation) {
  auto flags = std::make_shared<HwFlags>();
  CLI::App* verb = app.add_subcommand("hw", "hardware descriptions: list, show, check, new, probe");
  verb->require_subcommand(1);
  verb->footer("Example: mikpoly hw show toy");

  CLI::App* list = verb->add_subcommand("list", "the machines in configs/hardware");
  list->footer("Example: mikpoly hw list");
  list->callback([&invocation] { invocation.run = &list_machines; });

  CLI::App* show = verb->add_subcommand("show", "derived peaks, ridge points, limits, and the source of every number");
  add_file_flags(*show, *flags);
  add_format_flag(*show, flags->format, {"text", "json"});
  show->footer("Example: mikpoly hw show ascend910a --set pe.count=64 --format json");
  show->callback([flags, &invocation] { invocation.run = [flags] { return show_machine(*flags); }; });

  CLI::App* check = verb->add_subcommand("check", "all that is wrong with a file, with line and column; else ok");
  add_file_flags(*check, *flags);
  check->footer("Example: mikpoly hw check configs/hardware/toy.yaml --strict");
  check->callback([flags, &invocation] { invocation.run = [flags] { return check_machine(*flags); }; });

  add_hw_make_verbs(*verb, invocation);
}

}  // namespace mikpoly::cli
