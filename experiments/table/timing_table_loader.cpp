#include "experiments/table/timing_table_loader.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/hash.hpp"
#include "core/base/nearest_name.hpp"
#include "core/config/csv_reader.hpp"
#include "core/config/text_file.hpp"
#include "experiments/table/table_formats.hpp"

namespace mikpoly::lab {
namespace {

bool is_json(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
}

// What the columns look like.
std::string format_of(const CsvTable& table) {
  if (table.column("Operation") >= 0 && table.column("cta_m") >= 0) return "cutlass";
  if (table.column("BLOCK_M") >= 0 || table.column("BLOCK_SIZE_M") >= 0) {
    return table.column("kernel") >= 0 ? "plain" : "triton";
  }
  return "plain";
}

struct ReadTable {
  std::string format;
  TableRows rows;
};

ReadTable read_csv(const CsvTable& table, const TableRequest& request) {
  const std::string format = request.format == "auto" ? format_of(table) : request.format;
  ReadTable read{.format = format, .rows = {}};
  if (format == "cutlass") {
    read.rows = read_cutlass_table(table);
  } else if (format == "triton") {
    read.rows = read_triton_table(table, request.time_column);
  } else {
    read.rows = read_plain_table(table, request.time_column);
  }
  read.rows.provenance = table.comments;
  return read;
}

ReadTable read(std::string_view text, const TableRequest& request) {
  const std::vector<std::string>& known = table_format_names();
  if (std::ranges::find(known, request.format) == known.end()) {
    throw ConfigError(
        fmt::format("unknown table format \"{}\"{}", request.format, nearest_and_known(request.format, known)));
  }
  const bool may_be_json = request.format == "auto" || request.format == "triton";
  if (may_be_json && is_json(text)) {
    return {.format = "triton", .rows = read_triton_json(text, request.file)};
  }
  return read_csv(parse_csv(text, request.file), request);
}

// Leaves the rows of one type.
std::optional<DataType> keep_type(TableRows& rows, const TableRequest& request) {
  std::set<std::string> types;
  std::optional<DataType> named;
  for (const TimedKernel& row : rows.rows) {
    if (!row.dtype) continue;
    types.emplace(name_of(*row.dtype));
    named = row.dtype;
  }
  if (!request.type) {
    if (types.size() < 2) return named;
    throw ConfigError(
        fmt::format("{}: rows are of the types {}; say which counts: --dtype T, or dtype: T in an experiment",
                    request.file, fmt::join(types, ", ")));
  }
  const auto is_other = [&request](const TimedKernel& row) { return row.dtype && *row.dtype != *request.type; };
  for (const TimedKernel& row : rows.rows) {
    if (is_other(row)) ++rows.skipped[fmt::format("type {}", name_of(*row.dtype))];
  }
  const bool some_of_it = std::ranges::any_of(rows.rows, std::not_fn(is_other));
  if (!rows.rows.empty() && !some_of_it) {
    throw ConfigError(fmt::format("{}: no rows of type \"{}\"; the table's types: {}", request.file,
                                  name_of(*request.type), fmt::join(types, ", ")));
  }
  std::erase_if(rows.rows, is_other);
  return named ? request.type : std::nullopt;
}

TimeSource source_of(const TableRows& rows, const TableRequest& request) {
  if (rows.source && request.source && *rows.source != *request.source) {
    throw ConfigError(fmt::format("{}: its times are \"{}\", not \"{}\"", request.file, name_of(*rows.source),
                                  name_of(*request.source)));
  }
  return rows.source.value_or(request.source.value_or(TimeSource::device_event));
}

void refuse_empty(const TableRows& rows, const std::string& file) {
  if (!rows.rows.empty()) return;
  std::vector<std::string> reasons;
  for (const auto& [reason, count] : rows.skipped) reasons.push_back(fmt::format("{} of {}", count, reason));
  throw ConfigError(fmt::format("{}: no row with a time{}", file,
                                reasons.empty() ? "" : fmt::format("; skipped: {}", fmt::join(reasons, ", "))));
}

// Ranking holds a time for every pair, those without one too.
void refuse_huge(const TimingTable& table) {
  constexpr double kMostPairs = 1 << 26;
  const auto shapes = table.shapes().size();
  const auto kernels = table.kernels().size();
  if (static_cast<double>(shapes) * static_cast<double>(kernels) <= kMostPairs) return;
  throw ConfigError(fmt::format("{}: {} shapes and {} kernels are more than {:.0f} pairs; cut the table",
                                table.origin().file, shapes, kernels, kMostPairs));
}

}  // namespace

const std::vector<std::string>& table_format_names() {
  static const std::vector<std::string> names{"auto", "cutlass", "triton", "plain"};
  return names;
}

TimingTable parse_timing_table(std::string_view text, const TableRequest& request) {
  text = without_byte_order_mark(text);
  ReadTable table = read(text, request);
  const std::optional<DataType> type = keep_type(table.rows, request);
  refuse_empty(table.rows, request.file);
  TableOrigin origin{.file = request.file,
                     .name = std::filesystem::path(request.file).stem().string(),
                     .format = table.format,
                     .hash = content_hash(text),
                     .source = source_of(table.rows, request),
                     .type = type,
                     .provenance = table.rows.provenance};
  TimingTable read_table(std::move(origin), std::move(table.rows));
  refuse_huge(read_table);
  return read_table;
}

TimingTable load_timing_table(const TableRequest& request) {
  return parse_timing_table(read_text_file(request.file, kMaxCsvBytes), request);
}

}  // namespace mikpoly::lab
