// mikpoly table: a first look at a table shape x kernel -> time of one's own.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "experiments/accuracy/split.hpp"
#include "experiments/cli/common_flags.hpp"
#include "experiments/cli/table_report.hpp"
#include "experiments/cli/verbs.hpp"
#include "experiments/table/table_notices.hpp"
#include "experiments/table/timing_table_loader.hpp"

namespace mikpoly::cli {
namespace {

struct TableFlags {
  MachineFlags machine;
  lab::TableRequest request;
  std::string time_source;
  std::int64_t keep = 0;
  std::string format;
};

lab::TableRequest request_of(const TableFlags& flags) {
  lab::TableRequest request = flags.request;
  if (!flags.machine.dtype.empty()) request.type = parse_data_type(flags.machine.dtype);
  if (flags.time_source == name_of(TimeSource::wall_clock)) {
    request.source = TimeSource::wall_clock;
  } else if (flags.time_source == name_of(TimeSource::device_event)) {
    request.source = TimeSource::device_event;
  } else if (!flags.time_source.empty()) {
    throw ConfigError(fmt::format(
        "--time-source \"{}\" is no source of measured times; known: device_event, wall_clock", flags.time_source));
  }
  return request;
}

// Asked for, else the table's, else the machine's first.
GemmTypes types_in(const TableFlags& flags, const lab::TimingTable& table, const Accelerator& accelerator) {
  if (!flags.machine.dtype.empty() || !table.origin().type) return types_of(flags.machine, accelerator);
  return lab::types_on(accelerator, *table.origin().type);
}

int look_at(const TableFlags& flags) {
  const Format format = parse_format(flags.format, kTextCsvJson);
  if (flags.machine.hardware.empty() && !flags.machine.sets.empty()) {
    throw ConfigError("--set changes a machine, and no --hardware is given");
  }
  const lab::TimingTable table = lab::load_timing_table(request_of(flags));
  for (const std::string& notice : lab::notices_of(table)) notify(notice);
  const std::vector<int> halves = lab::halves_of_shapes(table.shapes());
  TableFindings findings{.table = table,
                         .hardware = flags.machine.hardware,
                         .is_halved = std::ranges::count(halves, 1) > 0,
                         .held_out = {},
                         .kept = lab::kept_curves(table, halves),
                         .keep = flags.keep};
  if (!flags.machine.hardware.empty()) {
    const HardwareFile hardware = hardware_of(flags.machine);
    const lab::TableHalves learned(table, hardware, types_in(flags, table, hardware.accelerator), {});
    if (findings.is_halved) findings.held_out.push_back(lab::score_held_out(learned, 0));
    findings.held_out.push_back(lab::score_held_out(learned, 1));
  }
  if (format == Format::json) {
    print(table_json(findings).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  } else {
    print(format == Format::csv ? table_csv(findings) : table_text(findings));
  }
  return 0;
}

}  // namespace

void add_table_verb(CLI::App& app, Invocation& invocation) {
  auto flags = std::make_shared<TableFlags>();
  CLI::App* verb = app.add_subcommand("table", "a first look at measured times of kernels on shapes");
  verb->add_option("file", flags->request.file, "what cutlass_profiler, Triton's autotuner or a plain CSV holds")
      ->required()
      ->type_name("FILE");
  add_machine_flags(*verb, flags->machine);
  verb->get_option("--hardware")->required(false);
  verb->add_option("--table-format", flags->request.format,
                   fmt::format("{}", fmt::join(lab::table_format_names(), ", ")))
      ->type_name("F")
      ->capture_default_str();
  verb->add_option("--time-column", flags->request.time_column, "which, where the table has several")
      ->type_name("NAME");
  verb->add_option("--time-source", flags->time_source,
                   "device_event or wall_clock, of a table that does not say it; default: device_event")
      ->type_name("S");
  verb->add_option("--keep", flags->keep, "name so many kernels to keep, by each criterion")
      ->type_name("N")
      ->check(integer_in(1, 4096));
  add_format_flag(*verb, flags->format, kTextCsvJson);
  verb->footer(
      "Plain CSV: m, n, k, kernel and one column of times such as time_us; tile_m, tile_n, tile_k, or MxNxK in the\n"
      "kernel's name; optional batch, dtype, k_parts, stages, warps, occupancy, samples, iqr_us, disposition,\n"
      "time_source. Without --hardware nothing is predicted. Halves: by the hash of \"{n}x{k}\"; \"0 -> 1\" learned\n"
      "from half 0 and is scored on half 1. Shapes and holes: with and without a time of the selector's choice;\n"
      "common: of best on the shapes on which every selector's choice has a time.\n"
      "Example: mikpoly table configs/validation/cpu_kernels_avx512_f32.csv --hardware cpu-avx512 "
      "--set pe.count=1");
  verb->callback([flags, &invocation] { invocation.run = [flags] { return look_at(*flags); }; });
}

}  // namespace mikpoly::cli
