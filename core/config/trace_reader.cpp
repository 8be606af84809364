#include "core/config/trace_reader.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/problem/gemm_shape.hpp"

namespace mikpoly {
namespace {

std::string formats_text() {
  std::string text;
  for (const TraceFormat& format : trace_formats()) {
    text += fmt::format("{}{}, {}, {} ({})", text.empty() ? "" : "; or ", format.time, format.prompt, format.output,
                        format.name);
  }
  return text;
}

std::string_view wanted_text(TraceClock clock) {
  switch (clock) {
    case TraceClock::date:
      return "a time such as \"2023-11-16 18:17:03.9799600\"";
    case TraceClock::seconds:
      return "a time in seconds, at least 0";
    default:
      return "a time in milliseconds, at least 0";
  }
}

Request read_request(const CsvTable& table, const TraceFormat& format, const CsvRow& row) {
  const std::int64_t time = table.column(format.time);
  const std::string& text = row.fields[static_cast<std::size_t>(time)];
  const std::optional<std::int64_t> arrival = parse_trace_time(text, format.clock);
  if (!arrival) {
    throw ConfigError(fmt::format("{}:{}: {}: \"{}\" is not {}", table.file, row.line,
                                  table.columns[static_cast<std::size_t>(time)], text, wanted_text(format.clock)));
  }
  return {.arrival_ns = *arrival,
          .prompt = table.integer(row, table.column(format.prompt), 0, kMaxExtent),
          .output = table.integer(row, table.column(format.output), 0, kMaxExtent)};
}

}  // namespace

std::span<const TraceFormat> trace_formats() {
  static constexpr std::array<TraceFormat, 5> kTable{
      {{"Azure LLM", "TIMESTAMP", "ContextTokens", "GeneratedTokens", TraceClock::date},
       {"Azure LLM, relative times", "t_rel_s", "context_tokens", "generated_tokens", TraceClock::seconds},
       {"Mooncake", "timestamp", "input_length", "output_length", TraceClock::milliseconds},
       {"Mooncake, relative times", "t_rel_s", "input_tokens", "output_tokens", TraceClock::seconds},
       {"BurstGPT", "Timestamp", "Request tokens", "Response tokens", TraceClock::seconds}}};
  return kTable;
}

const TraceFormat* find_trace_format(const CsvTable& table) {
  for (const TraceFormat& format : trace_formats()) {
    const std::array<std::string_view, 3> columns{format.time, format.prompt, format.output};
    if (std::ranges::all_of(columns, [&](std::string_view name) { return table.column(name) >= 0; })) return &format;
  }
  return nullptr;
}

RequestTrace read_requests(const CsvTable& table, std::int64_t limit) {
  const TraceFormat* const format = find_trace_format(table);
  if (format == nullptr) {
    throw ConfigError(fmt::format("{}: the columns are {}; a trace has {}", table.file, fmt::join(table.columns, ", "),
                                  formats_text()));
  }
  RequestTrace trace;
  CsvFaults faults;
  std::int64_t latest = 0;
  const auto rows = static_cast<std::int64_t>(table.rows.size());
  for (std::int64_t i = 0; i < (limit == 0 ? rows : std::min(limit, rows)); ++i) {
    try {
      const Request request = read_request(table, *format, table.rows[static_cast<std::size_t>(i)]);
      trace.out_of_order += request.arrival_ns < latest ? 1 : 0;
      latest = std::max(latest, request.arrival_ns);
      if (request.prompt == 0 || request.output == 0) {
        ++trace.failed;
      } else {
        trace.requests.push_back(request);
      }
    } catch (const ConfigError& error) {
      faults.add(error.what());
    }
  }
  faults.throw_if_any();
  if (trace.requests.empty()) {
    throw ConfigError(fmt::format("{}: no request has tokens in and out; there is nothing to replay", table.file));
  }
  std::ranges::stable_sort(trace.requests, {}, &Request::arrival_ns);
  const std::int64_t first = trace.requests.front().arrival_ns;
  for (Request& request : trace.requests) request.arrival_ns -= first;
  return trace;
}

}  // namespace mikpoly
