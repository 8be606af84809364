// Traces of requests in the formats in which services published theirs.
//
// Sources: Azure LLM: https://github.com/Azure/AzurePublicDataset (TIMESTAMP is a date); Mooncake:
//          https://github.com/kvcache-ai/Mooncake (JSON lines, timestamp in ms); BurstGPT:
//          https://github.com/HPMLL/BurstGPT (Timestamp in s). The two with t_rel_s are samples of the first two with
//          times after the first request.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/config/csv_reader.hpp"
#include "core/workload/request_trace.hpp"

namespace mikpoly {

/// How a column tells times.
enum class TraceClock { date, seconds, milliseconds };

/// Columns by which a format is known; upper and lower case are the same.
struct TraceFormat {
  std::string_view name;
  std::string_view time;
  std::string_view prompt;  ///< tokens in
  std::string_view output;  ///< tokens out
  TraceClock clock;
};

/// To add a format: its line in the table.
std::span<const TraceFormat> trace_formats();

/// The format that has all its columns in the table, or nullptr.
const TraceFormat* find_trace_format(const CsvTable& table);

/// Nanoseconds after the clock's own zero; nothing when the text is no time of this kind.
/// Dates: `2023-11-16 18:17:03.9799600`, with `T` for the space and `Z` or `+00:00` behind it as wanted.
std::optional<std::int64_t> parse_trace_time(std::string_view text, TraceClock clock);

/// The requests of a table in the order of their arrival, the first `limit` rows of it (0: all).
/// Errors: ConfigError naming the columns of the known formats, or the first wrong cell of every row, as CsvFaults, or
///         that every request failed.
RequestTrace read_requests(const CsvTable& table, std::int64_t limit = 0);

}  // namespace mikpoly
