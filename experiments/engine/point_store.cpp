#include "experiments/engine/point_store.hpp"

#include <fstream>
#include <optional>
#include <system_error>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/base/hash.hpp"
#include "experiments/engine/results.hpp"
#include "experiments/engine/run_folder.hpp"
#include "experiments/engine/unwritable.hpp"

namespace mikpoly::lab {
namespace {

using Json = nlohmann::ordered_json;

/// The fields of one row; nothing when a column is missing.
std::optional<std::vector<std::string>> fields_in(const Json& row) {
  std::vector<std::string> fields;
  for (const ResultColumn& column : result_columns()) {
    const auto value = row.find(column.name);
    if (value == row.end() || !value->is_string()) return std::nullopt;
    fields.push_back(value->get<std::string>());
  }
  return fields;
}

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// A line whose `check` is not the hash of the rest is damaged: no point.
std::optional<std::pair<std::int64_t, PointRows>> point_in(const std::string& line, const std::string& key) {
  Json json = Json::parse(line, nullptr, false);
  if (!json.is_object() || json.value("key", "") != key) return std::nullopt;
  const std::string check = json.value("check", "");
  json.erase("check");
  if (content_hash(text_of(json)) != check) return std::nullopt;
  if (!json.contains("point") || !json["point"].is_number_integer()) return std::nullopt;
  if (!json.contains("rows") || !json["rows"].is_array()) return std::nullopt;
  PointRows rows;
  for (const Json& row : json["rows"]) {
    std::optional<std::vector<std::string>> fields = row.is_object() ? fields_in(row) : std::nullopt;
    if (!fields) return std::nullopt;
    rows.push_back(std::move(*fields));
  }
  return std::pair{json["point"].get<std::int64_t>(), std::move(rows)};
}

}  // namespace

PointStore::PointStore(const std::filesystem::path& folder, std::string key)
    : file_(folder / "points.jsonl"), key_(std::move(key)) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw_unwritable(folder, error.value());
  std::ifstream in(file_);
  bool cut_short = false;
  for (std::string line; std::getline(in, line);) {
    cut_short = in.eof();
    if (auto point = point_in(line, key_)) {
      finished_.insert_or_assign(point->first, std::move(point->second));
    } else if (!line.empty()) {
      ++unusable_lines_;
    }
  }
  append_to(file_, cut_short ? "\n" : "");  // the next point begins its own line
}

void PointStore::append(std::int64_t point, const PointRows& rows) {
  Json json;
  json["point"] = point;
  json["key"] = key_;
  json["rows"] = Json::array();
  for (const std::vector<std::string>& fields : rows) {
    Json row;
    for (std::size_t i = 0; i < fields.size(); ++i) row[std::string(result_columns()[i].name)] = fields[i];
    json["rows"].push_back(std::move(row));
  }
  json["check"] = content_hash(text_of(json));
  const std::string line = text_of(json) + "\n";
  const std::scoped_lock lock(writing_);
  append_to(file_, line);
}

}  // namespace mikpoly::lab
