// The verbs of the command line: each stands in its own file and adds itself to the parser.
#pragma once

#include <functional>
#include <string>

#include <CLI/CLI.hpp>

namespace mikpoly::cli {

/// Exit code of a run that finished with points that failed, or whose values were wrong.
inline constexpr int kPointsFailed = 3;

/// Exit code where a backend or device is not here, or cannot compute what was asked.
inline constexpr int kNotHere = 4;

/// What the parsed command line asks for. A verb's callback sets `run`; main calls it, catches, and exits.
struct Invocation {
  std::function<int()> run;  ///< returns the exit code
  std::string command;       ///< the command line as it was given, for records
};

void add_hw_verb(CLI::App& app, Invocation& invocation);
/// The verbs below hw that write a file.
void add_hw_make_verbs(CLI::App& hw, Invocation& invocation);
void add_workload_verb(CLI::App& app, Invocation& invocation);
void add_schema_verb(CLI::App& app, Invocation& invocation);
void add_backends_verb(CLI::App& app, Invocation& invocation);
void add_doctor_verb(CLI::App& app, Invocation& invocation);
void add_selfcheck_verb(CLI::App& app, Invocation& invocation);
void add_tune_verb(CLI::App& app, Invocation& invocation);
void add_explain_verb(CLI::App& app, Invocation& invocation);
void add_export_verb(CLI::App& app, Invocation& invocation);
void add_run_verb(CLI::App& app, Invocation& invocation);
void add_compare_verb(CLI::App& app, Invocation& invocation);
void add_report_verb(CLI::App& app, Invocation& invocation);
void add_merge_verb(CLI::App& app, Invocation& invocation);
void add_status_verb(CLI::App& app, Invocation& invocation);
void add_trace_verb(CLI::App& app, Invocation& invocation);
void add_validate_verb(CLI::App& app, Invocation& invocation);
void add_calibrate_verb(CLI::App& app, Invocation& invocation);
void add_simulate_tilings_verb(CLI::App& app, Invocation& invocation);
void add_table_verb(CLI::App& app, Invocation& invocation);
void add_gemm_verb(CLI::App& app, Invocation& invocation);
void add_bench_verb(CLI::App& app, Invocation& invocation);

}  // namespace mikpoly::cli
