#include "core/config/json_lines.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/config/text_file.hpp"

namespace mikpoly {
namespace {

using Json = nlohmann::ordered_json;

bool is_field(const Json& value) {
  return value.is_number() || value.is_string();
}

std::string field_of(const Json& object, const std::string& column) {
  const auto found = object.find(column);
  if (found == object.end() || !is_field(*found)) return "";
  return found->is_string() ? found->get<std::string>() : found->dump();
}

void take_line(CsvTable& table, std::string_view line, std::int64_t number, CsvFaults& faults) {
  const Json object = Json::parse(line, nullptr, false);
  if (!object.is_object()) {
    return faults.add(
        fmt::format("{}:{}: no JSON object, such as {{\"timestamp\": 0, \"input_length\": 6758, "
                    "\"output_length\": 500}}",
                    table.file, number));
  }
  if (table.columns.empty()) {
    for (const auto& [key, value] : object.items()) {
      if (is_field(value)) table.columns.push_back(key);
    }
  }
  CsvRow& row = table.rows.emplace_back(CsvRow{.line = number, .fields = {}});
  for (const std::string& column : table.columns) row.fields.push_back(field_of(object, column));
}

}  // namespace

CsvTable parse_json_lines(std::string_view text, const std::string& file) {
  CsvTable table;
  table.file = file;
  CsvFaults faults;
  std::string_view rest = without_byte_order_mark(text);
  for (std::int64_t number = 1; !rest.empty(); ++number) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.find_first_not_of(" \t\r") != std::string_view::npos) take_line(table, line, number, faults);
  }
  faults.throw_if_any();
  if (table.columns.empty()) throw ConfigError(fmt::format("{}: no line with a JSON object", file));
  return table;
}

CsvTable load_table(const std::string& path) {
  const std::string text = read_text_file(path, kMaxCsvBytes);
  const bool begins_with_object = without_byte_order_mark(text).starts_with('{');
  return path.ends_with(".jsonl") || begins_with_object ? parse_json_lines(text, path) : parse_csv(text, path);
}

}  // namespace mikpoly
