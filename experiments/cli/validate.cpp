// mikpoly validate: the simulator against a table of measured times.
#include <algorithm>
#include <array>
#include <limits>
#include <memory>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/config/text_file.hpp"
#include "experiments/accuracy/accuracy_card.hpp"
#include "experiments/cli/accuracy_text.hpp"
#include "experiments/cli/common_flags.hpp"
#include "experiments/cli/text_table.hpp"
#include "experiments/cli/verbs.hpp"
#include "experiments/engine/gate.hpp"

namespace mikpoly::cli {
namespace {

struct ValidateFlags {
  MachineFlags machine;
  std::string table;
  lab::ValidationRequest request;
  std::string output;
  std::string rows;
  std::string fail_if;
};

constexpr std::array<std::string_view, 7> kVariables{"median", "mape", "p90", "bias", "tau", "small_median", "rows"};
constexpr double kNoLimit = std::numeric_limits<double>::infinity();

std::string report_text(const lab::Validation& validation) {
  std::vector<NamedAccuracy> rows{{"all", lab::accuracy_of(validation.rows)}};
  for (const int half : {-1, 0, 1}) {
    const std::string of = half < 0 ? "" : fmt::format(", half {}", half);
    rows.push_back({fmt::format("at least {:g} GFLOP{}", lab::kLargeGflop, of),
                    lab::accuracy_of(validation.select(lab::kLargeGflop, kNoLimit, half))});
    rows.push_back({fmt::format("below {:g} GFLOP{}", lab::kLargeGflop, of),
                    lab::accuracy_of(validation.select(0.0, lab::kLargeGflop, half))});
  }
  const std::int64_t element_bytes = bytes_of(parse_data_type(validation.dtype));
  for (const lab::AccuracyBand& band : lab::by_flop_decade(validation.rows)) rows.push_back({band.name, band.accuracy});
  for (const lab::AccuracyBand& band : lab::by_intensity(validation.rows, element_bytes)) {
    rows.push_back({band.name, band.accuracy});
  }
  if (validation.noise) rows.push_back({validation.noise->table + " against it", validation.noise->difference});
  std::string text = fmt::format("{} against {}: {} rows predicted by selector {}\n\n", validation.hardware,
                                 validation.table, validation.rows.size(), validation.selector);
  text += accuracy_table(rows);
  const double within = lab::tau_within_nk(validation.rows);
  text += fmt::format("\ntau within each (n, k): {}\n", number(within, 4));
  for (const auto& [reason, count] : validation.left_out) text += fmt::format("left out: {} rows, {}\n", count, reason);
  return text;
}

std::string rows_csv(const lab::Validation& validation) {
  std::string text = "m,n,k,batch,half,measured_us,predicted_us,error,plan\n";
  for (std::size_t i = 0; i < validation.rows.size(); ++i) {
    const lab::PredictedRow& row = validation.rows[i];
    text += fmt::format("{},{},{},{},{},{},{:.6g},{:.6g},{}\n", row.shape.m, row.shape.n, row.shape.k, row.shape.batch,
                        validation.halves[i], row.measured_us, row.predicted_us, row.error(), row.plan);
  }
  return text;
}

// Variables of the gate: those of the rows of at least kLargeGflop; small_median of the others.
std::optional<double> variable(const lab::Validation& validation, const std::string& name) {
  const lab::Accuracy large = lab::accuracy_of(validation.select(lab::kLargeGflop, kNoLimit));
  if (name == "median") return large.median;
  if (name == "mape") return large.mape;
  if (name == "p90") return large.p90;
  if (name == "bias") return large.bias;
  if (name == "tau") return large.tau;
  if (name == "small_median") return lab::accuracy_of(validation.select(0.0, lab::kLargeGflop)).median;
  if (name == "rows") return static_cast<double>(validation.rows.size());
  return std::nullopt;
}

int gate(const std::string& expression, const lab::Validation& validation) {
  if (expression.empty()) return 0;
  const auto lookup = [&validation](const std::string&, const std::string& name) { return variable(validation, name); };
  const std::vector<std::string> findings = lab::tripped(lab::parse_gate(expression), lookup);
  for (const std::string& finding : findings) notify("gate: " + finding);
  constexpr int kTripped = 5;
  return findings.empty() ? 0 : kTripped;
}

// Before the work.
void check_gate(const std::string& expression) {
  for (const lab::GateCondition& condition : lab::parse_gate(expression)) {
    const bool known = condition.selector.empty() && std::ranges::count(kVariables, condition.variable) > 0;
    if (known) continue;
    const std::string name =
        condition.selector.empty() ? condition.variable : fmt::format("{}.{}", condition.selector, condition.variable);
    throw ConfigError(fmt::format("gate variable \"{}\" is unknown; known: {}", name, fmt::join(kVariables, ", ")));
  }
}

int validate_machine(const ValidateFlags& flags) {
  if (!flags.fail_if.empty()) check_gate(flags.fail_if);
  const HardwareFile hardware = hardware_of(flags.machine);
  lab::ValidationRequest request = flags.request;
  request.dtype = flags.machine.dtype;
  const lab::Validation validation = lab::validate_table(hardware, flags.table, request);
  if (!validation.ignored_columns.empty()) {
    notify(fmt::format("{}: columns not used: {}", flags.table, fmt::join(validation.ignored_columns, ", ")));
  }
  print(report_text(validation));
  // The card of a changed machine is not that of the file.
  const bool changed = !flags.machine.sets.empty();
  const std::string card = flags.output.empty() && !changed ? lab::card_path(hardware, validation.table) : flags.output;
  if (!card.empty()) {
    write_text_file(card, lab::card_text(validation));
    print(fmt::format("accuracy card written to {}\n", card));
  }
  if (!flags.rows.empty()) {
    write_text_file(flags.rows, rows_csv(validation));
    print(fmt::format("rows written to {}\n", flags.rows));
  }
  return gate(flags.fail_if, validation);
}

}  // namespace

void add_validate_verb(CLI::App& app, Invocation& invocation) {
  auto flags = std::make_shared<ValidateFlags>();
  CLI::App* verb = app.add_subcommand("validate", "predicted against measured: the accuracy card of a machine");
  add_machine_flags(*verb, flags->machine);
  verb->add_option("--table", flags->table, "measured times: CSV with m, n, k and one column of times")
      ->required()
      ->type_name("FILE.csv");
  verb->add_option("--time-column", flags->request.time_column, "which, where the table has several")
      ->type_name("NAME");
  verb->add_flag("--warm", flags->request.warm, "operands start in the nearest shared level: times of repeated calls");
  verb->add_option("--min-gflop", flags->request.least_gflop, "leave smaller rows out")->type_name("X");
  verb->add_option("--noise", flags->request.noise_table, "a second table of the same device: the noise floor")
      ->type_name("FILE.csv");
  verb->add_option("-o,--output", flags->output,
                   "the card; default: accuracy/H/TABLE.yaml beside the hardware file, "
                   "none with --set")
      ->type_name("FILE");
  verb->add_option("--rows", flags->rows, "also write every row, measured and predicted")->type_name("FILE.csv");
  verb->add_option("--fail-if", flags->fail_if, "gate, see below")->type_name("EXPR");
  verb->footer(
      "Gate: [VARIABLE] OP NUMBER, joined by \" or \"; median, mape, p90, bias, tau of the rows of at least 0.1 GFLOP, "
      "as "
      "ratios, small_median of the others, rows.\nHalves: by the hash of \"{n}x{k}\"; what a file was fitted on, its "
      "constants' source says.\nExit: 0 fine, 2 the table or the machine is not what it must be, 5 the gate tripped.\n"
      "Example: mikpoly validate --hardware a100-80 --table configs/validation/llmcompass_matmul_a100.csv -o "
      "card.yaml");
  verb->callback([flags, &invocation] { invocation.run = [flags] { return validate_machine(*flags); }; });
}

}  // namespace mikpoly::cli
