#include "experiments/cli/gemm_cuda.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "backends/cuda/cublas_lt.hpp"
#include "backends/cuda/cuda_engine.hpp"
#include "core/base/error.hpp"
#include "experiments/backend_names.hpp"
#include "experiments/cli/text_table.hpp"
#include "experiments/cli/verbs.hpp"
#include "experiments/engine/library_choice.hpp"
#include "experiments/measure/cuda_race.hpp"
#include "experiments/measure/mean_cases.hpp"

namespace mikpoly::cli {
namespace {

// Null when it was not asked for, or is not here, which is told.
std::unique_ptr<cuda::CublasLt> cublas_of(const MeasuredFlags& flags, const cuda::Device& device) {
  const std::vector<std::string> peers = peers_of(flags);
  for (const std::string& peer : peers) {
    if (peer == lab::kCublas) continue;
    throw ConfigError(fmt::format("peer \"{}\" does not run on a device; allowed: {}", peer, lab::kCublas));
  }
  if (peers.empty()) return nullptr;
  if (const std::string missing = cuda::CublasLt::missing(); !missing.empty()) {
    notify(fmt::format("peer \"{}\" is not here: {}", lab::kCublas, missing));
    return nullptr;
  }
  return std::make_unique<cuda::CublasLt>(device);
}

std::string rows_text(const std::vector<lab::RaceRow>& rows) {
  std::vector<TableRow> table;
  std::string remarks;
  for (const lab::RaceRow& row : rows) {
    remarks += fmt::format("{}: {}\n", row.contestant, row.time ? row.detail : row.reason);
    if (!row.time) continue;
    const double us = row.time->median.microseconds();
    table.push_back({row.contestant, fmt::format("{:.3f}", us),
                     fmt::format("{:.3f}", row.time->interquartile_range.microseconds()),
                     fmt::to_string(row.time->samples), std::string(name_of(row.time->source)),
                     fmt::format("{:.2f}", 2e-6 * row.shape.macs() / std::max(us, 1e-6))});
  }
  return aligned({"contestant", "median us", "IQR us", "samples", "source", "TFLOP/s"}, table, 1, 1) + "\n" + remarks;
}

nlohmann::ordered_json rows_json(const std::vector<lab::RaceRow>& rows) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const lab::RaceRow& row : rows) {
    nlohmann::ordered_json& entry = json.emplace_back();
    entry = {{"contestant", row.contestant}, {"detail", row.detail}, {"reason", row.reason}};
    if (!row.time) continue;
    entry["time_us"] = row.time->median.microseconds();
    entry["time_iqr_us"] = row.time->interquartile_range.microseconds();
    entry["samples"] = row.time->samples;
    entry["time_source"] = name_of(row.time->source);
    if (row.host_us > 0.0) entry["host_us"] = row.host_us;
  }
  return json;
}

void print_rows(const std::vector<lab::RaceRow>& rows, const lab::CaseResult& values, const cuda::CudaEngine& engine,
                const GemmTypes& types, const MeasuredFlags& flags, Format format) {
  if (format == Format::csv) {
    print(lab::race_header());
    for (const lab::RaceRow& row : rows) print(lab::race_record(row, types, flags.trans));
  } else if (format == Format::json) {
    const nlohmann::ordered_json json{{"backend", engine.description()}, {"dtype", flags.dtype},
                                      {"layout", flags.trans},           {"values", values.disposition},
                                      {"reason", values.reason},         {"rows", rows_json(rows)}};
    print(json.dump(2) + "\n");
  } else {
    print(fmt::format("{} {} {}, {}\nvalues: {}{}{}\n\n{}", to_text(rows.front().shape), flags.dtype, flags.trans,
                      engine.description(), values.disposition, values.reason.empty() ? "" : ": ", values.reason,
                      rows_text(rows)));
  }
}

}  // namespace

int gemm_on_cuda(const GemmShape& shape, const MeasuredFlags& flags, Format format) {
  if (const std::string missing = cuda::Driver::missing(); !missing.empty()) {
    throw BackendUnavailable(fmt::format("backend \"{}\" is not here: {}", lab::kCudaBackend, missing));
  }
  cuda::CudaEngine engine;
  const GemmTypes types = lab::types_on(engine.machine(), parse_data_type(flags.dtype));
  lab::MeanCase mean{.what = "", .problem = {.shape = shape, .types = types}};
  set_transposes(mean.problem, flags.trans);
  const std::unique_ptr<cuda::CublasLt> cublas = cublas_of(flags, engine.device());
  const lab::CaseResult values = lab::check_case(engine, mean);
  if (values.disposition == "unsupported") throw BackendUnavailable(values.reason);
  std::vector<lab::RaceRow> rows{{.shape = shape, .contestant = "mikpoly", .reason = "no output"}};
  if (!shape.empty()) rows = lab::CudaRace(engine, mean.problem, cublas.get()).run(shape);
  print_rows(rows, values, engine, types, flags, format);
  if (values.disposition == "failed") return kPointsFailed;
  return rows.front().time || shape.empty() ? 0 : kNotHere;
}

}  // namespace mikpoly::cli
