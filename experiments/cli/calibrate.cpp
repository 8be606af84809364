// mikpoly calibrate: the free constants of a hardware file, fitted to a table of measured times.
#include <cmath>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/config/config_folder.hpp"
#include "core/config/text_file.hpp"
#include "experiments/accuracy/calibration.hpp"
#include "experiments/cli/accuracy_text.hpp"
#include "experiments/cli/common_flags.hpp"
#include "experiments/cli/text_table.hpp"
#include "experiments/cli/verbs.hpp"

namespace mikpoly::cli {
namespace {

namespace fs = std::filesystem;

struct CalibrateFlags {
  MachineFlags machine;
  std::string half = "0";
  lab::CalibrationRequest request;
  std::string output;
};

std::string report_text(const lab::Calibration& calibration, int half) {
  std::vector<TableRow> constants;
  for (const lab::FittedConstant& fitted : calibration.constants) {
    const lab::FreeConstant& constant = fitted.constant;
    constants.push_back({constant.path, constant.text(constant.value), constant.text(fitted.value),
                         std::isinf(fitted.error) ? "-" : constant.text(fitted.error),
                         fmt::format("{}..{}", constant.text(constant.least), constant.text(constant.most)),
                         fitted.note});
  }
  std::string text = aligned({"constant", "was", "fitted", "standard error", "bounds", "note"}, constants, 1, 1) + "\n";
  const std::string on = half < 0 ? "all rows, fitted" : fmt::format("half {}, fitted", half);
  std::vector<NamedAccuracy> rows{{fmt::format("{}, at least {:g} GFLOP", on, lab::kLargeGflop), calibration.fitted}};
  if (half >= 0) {
    const std::string held = fmt::format("half {}, held back", 1 - half);
    rows.push_back({fmt::format("{}, at least {:g} GFLOP", held, lab::kLargeGflop), calibration.other});
    rows.push_back({fmt::format("{}, below", held), calibration.other_small});
  }
  return text + accuracy_table(rows);
}

int calibrate_machine(const CalibrateFlags& flags) {
  lab::CalibrationRequest request = flags.request;
  request.hardware = flags.machine.hardware;
  request.sets = flags.machine.sets;
  request.rows.dtype = flags.machine.dtype;
  if (flags.half == "both" && !flags.output.empty()) {
    throw ConfigError("--half both fits twice and writes no file; with --output give --half 0, 1 or all");
  }
  if (!flags.output.empty()) {
    if (fs::exists(flags.output)) {
      throw OutputError(fmt::format("cannot write \"{}\": it is there already; give another name", flags.output));
    }
    refuse_unwritable(flags.output);
  }
  if (flags.half == "both") {
    for (request.half = 0; request.half < 2; ++request.half) {
      print(report_text(lab::calibrate(request), request.half) + (request.half == 0 ? "\n" : ""));
    }
    return 0;
  }
  request.half = flags.half == "all" ? -1 : flags.half == "0" ? 0 : 1;
  const lab::Calibration calibration = lab::calibrate(request);
  print(report_text(calibration, request.half));
  if (flags.output.empty()) return 0;
  const fs::path base = fs::absolute(config_path("hardware", request.hardware));
  const fs::path folder = fs::absolute(flags.output).parent_path();
  write_text_file(flags.output, lab::calibrated_yaml(calibration, request, fs::path(flags.output).stem().string(),
                                                     base.lexically_relative(folder).string()));
  print(fmt::format("hardware file written to {}\n", flags.output));
  return 0;
}

}  // namespace

void add_calibrate_verb(CLI::App& app, Invocation& invocation) {
  auto flags = std::make_shared<CalibrateFlags>();
  CLI::App* verb = app.add_subcommand("calibrate", "fit a machine's free constants to measured times");
  add_machine_flags(*verb, flags->machine);
  verb->add_option("--table", flags->request.table, "measured times, as for validate")
      ->required()
      ->type_name("FILE.csv");
  verb->add_option("--time-column", flags->request.rows.time_column, "which, where the table has several")
      ->type_name("NAME");
  verb->add_flag("--warm", flags->request.rows.warm,
                 "operands start in the nearest shared level: times of repeated calls");
  verb->add_option("--min-gflop", flags->request.rows.least_gflop, "leave smaller rows out")->type_name("X");
  verb->add_option("--half", flags->half, "fit on this half of the rows and report on the other: 0, 1, both, or all")
      ->check(CLI::IsMember({"0", "1", "both", "all"}))
      ->capture_default_str();
  verb->add_option("-o,--output", flags->output, "a new hardware file that extends the old one")
      ->type_name("FILE.yaml");
  verb->footer(
      "Free is what the hardware file gives bounds, `fit: [LEAST, MOST]`; never a datasheet's number.\n"
      "Exit: 0 fine, 2 the table or the machine is not what it must be.\n"
      "Example: mikpoly calibrate --hardware a100-80 --dtype f16 --half all --table "
      "configs/validation/aiconfigurator_gemm_a100_sxm_bf16.csv");
  verb->callback([flags, &invocation] { invocation.run = [flags] { return calibrate_machine(*flags); }; });
}

}  // namespace mikpoly::cli
