#include "experiments/engine/point_line.hpp"

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/hash.hpp"

namespace mikpoly::lab {
namespace {

using Json = nlohmann::ordered_json;

// What ends a line whose part before it is `checked`.
std::string ending_of(std::string_view checked) {
  return fmt::format(",\"check\":\"{}\"}}", content_hash(checked));
}

}  // namespace

std::string point_line(const FinishedPoint& finished) {
  const Json json{{"point", finished.point},          {"key", finished.key},          {"failed", finished.failed_rows},
                  {"skipped", finished.skipped_rows}, {"wrong", finished.wrong_rows}, {"rows", finished.records}};
  // What people name need not be UTF-8: replaced, not thrown.
  std::string line = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  line.pop_back();  // the brace, which now ends behind the check
  return line + ending_of(line) + "\n";
}

std::optional<FinishedPoint> parse_point_line(std::string_view line) {
  static const std::size_t ending_size = ending_of("").size();
  if (line.size() < ending_size) return std::nullopt;
  const std::string_view checked = line.substr(0, line.size() - ending_size);
  if (line.substr(checked.size()) != ending_of(checked)) return std::nullopt;
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  try {
    return FinishedPoint{.point = json.at("point"),
                         .key = json.at("key"),
                         .failed_rows = json.at("failed"),
                         .skipped_rows = json.at("skipped"),
                         .wrong_rows = json.at("wrong"),
                         .records = json.at("rows")};
  } catch (const Json::exception&) {  // of another version
    return std::nullopt;
  }
}

}  // namespace mikpoly::lab
