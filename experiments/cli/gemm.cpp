// mikpoly gemm: one product on one backend: are the values right, how long does it take, by which plan.
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "backends/engine/engine.hpp"
#include "core/base/error.hpp"
#include "experiments/backend_names.hpp"
#include "experiments/cli/common_flags.hpp"
#include "experiments/cli/gemm_cuda.hpp"
#include "experiments/cli/gemm_plan.hpp"
#include "experiments/cli/measured_flags.hpp"
#include "experiments/cli/text_table.hpp"
#include "experiments/cli/verbs.hpp"
#include "experiments/measure/bench_columns.hpp"
#include "experiments/measure/contestants.hpp"

namespace mikpoly::cli {
namespace {

struct GemmFlags {
  std::string shape;
  MeasuredFlags measured;
  PlanFlags plan_flags;
};

/// A backend's row, what the backend says of itself, and its plan if it runs plans.
struct Finding {
  std::string description;
  lab::BenchRow row;
  std::optional<GemmPlan> plan;
};

std::string values_text(const lab::BenchRow& row) {
  if (row.outcome.disposition != "passed") return row.outcome.disposition;
  return fmt::format("passed: {} of {:.0f} entries, worst at {:.2g} of the bound", row.check.checked,
                     static_cast<double>(row.item.shape.m * row.item.shape.n * row.item.shape.batch), row.check.worst);
}

TableRow table_row(const lab::BenchRow& row) {
  if (!row.times) return {row.backend, "-", "-", "-", "-", "-", values_text(row)};
  const Measurement& time = row.times->all;
  const double gflops = 2e3 * row.item.shape.macs() / static_cast<double>(std::max<std::int64_t>(time.median.count, 1));
  return {row.backend,
          fmt::format("{:.3f}", time.median.microseconds()),
          fmt::format("{:.3f}", time.interquartile_range.microseconds()),
          fmt::to_string(time.samples),
          std::string(name_of(time.source)),
          fmt::format("{:.2f}", gflops),
          values_text(row)};
}

std::string as_text(const std::vector<Finding>& findings, const MeasuredFlags& flags,
                    const lab::BenchSettings& settings) {
  std::vector<TableRow> rows;
  std::string remarks;
  for (const Finding& finding : findings) {
    rows.push_back(table_row(finding.row));
    remarks += fmt::format("{}: {}\n", finding.row.backend, finding.description);
    if (!finding.row.outcome.reason.empty()) remarks += fmt::format("  {}\n", finding.row.outcome.reason);
    if (finding.plan) remarks += plan_text(*finding.plan);
  }
  return fmt::format("{} {} {}, {} {}, warm, {} calls\n\n", to_text(findings.front().row.item.shape), flags.dtype,
                     flags.trans, flags.threads, flags.threads == 1 ? "thread" : "threads", call_of(settings.mode)) +
         aligned({"backend", "median us", "IQR us", "samples", "source", "GFLOP/s", "values"}, rows, 1, 1) + "\n" +
         remarks;
}

nlohmann::ordered_json as_json(const std::vector<Finding>& findings, const MeasuredFlags& flags,
                               const lab::BenchSettings& settings) {
  nlohmann::ordered_json json{{"shape", to_text(findings.front().row.item.shape)},
                              {"dtype", flags.dtype},
                              {"layout", flags.trans},
                              {"threads", flags.threads},
                              {"calls", call_of(settings.mode)},
                              {"backends", nlohmann::ordered_json::array()}};
  for (const Finding& finding : findings) {
    const lab::BenchRow& row = finding.row;
    nlohmann::ordered_json entry{{"backend", row.backend},           {"description", finding.description},
                                 {"status", row.outcome.status},     {"disposition", row.outcome.disposition},
                                 {"reason", row.outcome.reason},     {"entries_checked", row.check.checked},
                                 {"worst_of_bound", row.check.worst}};
    if (row.times) {
      entry["time_us"] = row.times->all.median.microseconds();
      entry["time_iqr_us"] = row.times->all.interquartile_range.microseconds();
      entry["samples"] = row.times->all.samples;
      entry["time_source"] = name_of(row.times->all.source);
    }
    if (finding.plan) entry["plan"] = plan_json(*finding.plan);
    json["backends"].push_back(entry);
  }
  return json;
}

std::string csv_of(const std::vector<Finding>& findings, const lab::BenchSettings& settings) {
  std::string text = lab::bench_header() + "\n";
  for (const Finding& finding : findings) {
    text += lab::bench_record(finding.row, {.settings = settings, .process = 1});
  }
  return text;
}

int exit_code_of(const std::vector<Finding>& findings) {
  for (const Finding& finding : findings) {
    if (finding.row.outcome.status == "failed") return kPointsFailed;
  }
  return findings.front().row.outcome.status == "skipped" ? kNotHere : 0;
}

int run_gemm(const GemmFlags& flags, Format format) {
  if (flags.measured.backend == lab::kCudaBackend) {
    if (flags.plan_flags.given()) throw ConfigError("--selector and --plan are not for backend cuda");
    return gemm_on_cuda(parse_gemm_shape(flags.shape), flags.measured, format);
  }
  lab::BenchSettings settings{.workload = "gemm", .problem = problem_of(flags.measured)};
  settings.threads = flags.measured.threads;
  const GemmShape shape = parse_gemm_shape(flags.shape);
  settings.problem.shape = shape;
  std::vector<lab::Contestant> contestants =
      lab::make_contestants(flags.measured.backend, peers_of(flags.measured), flags.measured.threads, &notify);
  std::optional<GemmPlan> plan;
  if (dynamic_cast<Engine*>(contestants.front().backend.get()) != nullptr) {
    plan = plan_subject(contestants.front(), settings, flags.plan_flags);
  } else if (flags.plan_flags.given()) {
    throw ConfigError(
        fmt::format("backend \"{}\" runs no plans; --selector and --plan are not for it", flags.measured.backend));
  }
  lab::ShapeBench bench(settings, std::move(contestants), lab::steady_clock(), nullptr);
  std::vector<Finding> findings;
  for (lab::BenchRow& row : bench.measure({.id = to_text(shape), .group = "", .shape = shape})) {
    findings.push_back(
        {.description = bench.contestants()[findings.size()].backend->description(), .row = row, .plan = {}});
  }
  findings.front().plan = plan;
  if (format == Format::csv) {
    print(csv_of(findings, settings));
  } else {
    print(format == Format::json ? as_json(findings, flags.measured, settings).dump(2) + "\n"
                                 : as_text(findings, flags.measured, settings));
  }
  return exit_code_of(findings);
}

}  // namespace

void add_gemm_verb(CLI::App& app, Invocation& invocation) {
  auto flags = std::make_shared<GemmFlags>();
  auto format = std::make_shared<std::string>();
  CLI::App* verb = app.add_subcommand("gemm", "compute one product, check its values and time it");
  add_shape_argument(*verb, flags->shape);
  add_measured_flags(*verb, flags->measured);
  add_plan_flags(*verb, flags->plan_flags);
  add_format_flag(*verb, *format, kTextCsvJson);
  verb->footer(
      "Exit: 0 fine, 3 values were wrong, 4 the backend is not here or cannot compute it.\n"
      "cuda: operands lie on the device, time is the device's; --peers cublas adds cuBLAS.\n"
      "With --selector or --plan, prepared calls are timed: what choosing costs is not in them.\n"
      "Example: mikpoly gemm 105x64x128 --backend reference --trans NT");
  verb->callback([flags, format, &invocation] {
    invocation.run = [flags, format] { return run_gemm(*flags, parse_format(*format, kTextCsvJson)); };
  });
}

}  // namespace mikpoly::cli
