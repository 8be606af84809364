#include "experiments/engine/point_line.hpp"

#include <nlohmann/json.hpp>

#include "experiments/engine/checked_line.hpp"

namespace mikpoly::lab {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

std::string point_line(const FinishedPoint& finished) {
  const RowCounts& counts = finished.counts;
  const Json json{{"point", finished.point},   {"key", finished.key},   {"failed", counts.failed},
                  {"skipped", counts.skipped}, {"wrong", counts.wrong}, {"rows", finished.records}};
  // What people name need not be UTF-8: replaced, not thrown.
  std::string line = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  line.pop_back();  // the brace, which now ends behind the check
  return with_check(line, kJsonCheck) + "\n";
}

std::optional<FinishedPoint> parse_point_line(std::string_view line) {
  if (!without_check(line, kJsonCheck)) return std::nullopt;
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  try {
    FinishedPoint finished{.point = json.at("point"), .key = json.at("key"), .counts = {}, .records = json.at("rows")};
    finished.counts = {.rows = std::ssize(finished.records),
                       .failed = json.at("failed"),
                       .skipped = json.at("skipped"),
                       .wrong = json.at("wrong")};
    return finished;
  } catch (const Json::exception&) {  // of another version
    return std::nullopt;
  }
}

}  // namespace mikpoly::lab
