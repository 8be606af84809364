#include "experiments/engine/json_schema.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "experiments/engine/results.hpp"

namespace mikpoly::lab {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kDraft = "http://json-schema.org/draft-07/schema#";

// A scalar that any reader takes for text: `name: 910` is a name too.
const std::vector<std::string> kScalarTypes{"string", "number", "boolean"};

Json scalar_json(const ScalarForm& form) {
  switch (form.kind) {
    case ScalarForm::Kind::text:
      return {{"type", kScalarTypes}};
    case ScalarForm::Kind::name:
      return {{"type", kScalarTypes}, {"pattern", form.pattern}};
    case ScalarForm::Kind::integer:
      return {{"type", "integer"}, {"minimum", form.least}, {"maximum", form.most}};
    case ScalarForm::Kind::number:
      return {{"type", "number"}};
    case ScalarForm::Kind::boolean:
      return {{"type", "boolean"}};
    case ScalarForm::Kind::words:
      return {{"enum", form.words}};
    case ScalarForm::Kind::pattern:
      break;
  }
  // A ratio may be a bare number.
  const bool bare = form.pattern.find('%') != std::string::npos;
  Json json{{"type", bare ? Json{"string", "number"} : Json("string")}, {"pattern", form.pattern}};
  if (bare) json["minimum"] = 0;
  return json;
}

/// The schema of one format.
class SchemaWriter {
 public:
  explicit SchemaWriter(const FileFormat& format) : format_(format) {}

  [[nodiscard]] Json whole() const {
    Json json{{"$schema", kDraft}, {"title", format_.title}};
    json.update(map_json(format_.form, !format_.includes));
    for (const auto& [name, form] : format_.shared) json["definitions"][name] = map_json(form, true);
    if (!format_.includes) return json;
    json["properties"]["extends"] = {{"description", "a file whose values hold where this one says nothing"},
                                     {"type", "string"}};
    // A file that extends another need not be complete.
    json["if"] = {{"required", {"extends"}}};
    json["then"] = Json::object();
    json["else"] = completeness(format_.form);
    json["definitions"]["isInclude"] = {{"type", "object"}, {"required", {"$ref"}}};
    json["definitions"]["include"] = {{"description", "the value of another file, \"FILE#/key/key\""},
                                      {"properties", {{"$ref", {{"type", "string"}}}}},
                                      {"additionalProperties", false}};
    if (!format_.source.keys.empty()) {
      for (const KeyForm& key : format_.source.keys) {
        if (key.key != "value") json["definitions"][key.key] = value_json(key.value, true);
      }
    }
    return json;
  }

 private:
  /// `complete`: keys that a map must have are required here. Maps that a file may take from the one it extends are
  /// not; lists are replaced whole.
  [[nodiscard]] Json value_json(const ValueForm& form, bool complete) const {
    Json json = Json::object();
    if (!form.help.empty()) json["description"] = form.help;
    std::vector<Json> ways;
    if (!form.maps.empty()) ways.push_back(map_json(form, complete));
    if (!form.item.empty()) ways.push_back({{"type", "array"}, {"items", value_json(form.item.front(), true)}});
    if (!form.shared.empty()) ways.push_back({{"$ref", "#/definitions/" + form.shared}});
    for (const ScalarForm& scalar : form.scalars) ways.push_back(scalar_json(scalar));
    if (form.sourced) ways.push_back(sourced_json(ways));
    const Json value = ways.size() == 1 ? ways.front() : Json{{"anyOf", ways}};
    if (!format_.includes) {
      json.update(value);
      return json;
    }
    json["if"] = {{"$ref", "#/definitions/isInclude"}};
    json["then"] = {{"$ref", "#/definitions/include"}};
    json["else"] = value;
    return json;
  }

  [[nodiscard]] Json sourced_json(const std::vector<Json>& ways) const {
    Json properties = Json::object();
    for (const KeyForm& key : format_.source.keys) {
      properties[key.key] = key.key != "value" ? Json{{"$ref", "#/definitions/" + key.key}}
                            : ways.size() == 1 ? ways.front()
                                               : Json{{"anyOf", ways}};
    }
    return {{"type", "object"}, {"properties", properties}, {"required", {"value"}}, {"additionalProperties", false}};
  }

  [[nodiscard]] Json map_json(const ValueForm& form, bool complete) const {
    Json json{{"type", "object"}};
    if (form.is_free()) {
      json["additionalProperties"] = value_json(form.keys.front().value, complete);
      const ScalarForm& called = form.keys.front().called;
      if (called.kind != ScalarForm::Kind::text) json["propertyNames"] = scalar_json(called);
      return json;
    }
    Json properties = Json::object();
    for (const KeyForm& key : form.keys) properties[key.key] = value_json(key.value, complete);
    json["properties"] = properties;
    json["additionalProperties"] = false;
    if (complete) json.update(requirements(form));
    return json;
  }

  /// `required`, and where a map can be of several kinds what each of them needs and may not have.
  [[nodiscard]] static Json requirements(const ValueForm& form) {
    Json json = Json::object();
    if (form.maps.size() == 1) {
      if (!form.maps.front().required.empty()) json["required"] = form.maps.front().required;
      return json;
    }
    for (const MapForm& map : form.maps) json["anyOf"].push_back(kind_json(form, map));
    return json;
  }

  [[nodiscard]] static Json kind_json(const ValueForm& form, const MapForm& map) {
    Json json{{"required", map.required}};
    for (const auto& [key, words] : map.words) {
      const auto differs = [&key = key, &words = words, &map](const MapForm& other) {
        if (&other == &map || !other.known.contains(key)) return true;
        const auto found = other.words.find(key);
        return found != other.words.end() &&
               std::ranges::none_of(words, [&found](const std::string& word) { return found->second.contains(word); });
      };
      // Words tell the kind only if every kind has its own.
      if (std::ranges::all_of(form.maps, differs)) json["properties"][key] = {{"enum", words}};
    }
    for (const KeyForm& key : form.keys) {
      if (!map.known.contains(key.key)) json["properties"][key.key] = false;
    }
    return json;
  }

  /// What a file that extends no other must have, map by map.
  [[nodiscard]] Json completeness(const ValueForm& form) const {
    Json json = Json::object();
    if (form.is_free()) {
      const Json below = completeness(form.keys.front().value);
      if (!below.empty()) json["additionalProperties"] = below;
    } else {
      json = requirements(form);
      for (const KeyForm& key : form.keys) {
        if (key.value.maps.empty()) continue;
        const Json below = completeness(key.value);
        if (!below.empty()) json["properties"][key.key] = below;
      }
    }
    if (json.empty() || &form == &format_.form) return json;
    return {{"anyOf", {Json{{"required", {"$ref"}}}, json}}};
  }

  const FileFormat& format_;
};

}  // namespace

Json json_schema(const FileFormat& format) {
  return SchemaWriter(format).whole();
}

Json results_schema() {
  Json json{{"$schema", kDraft}, {"title", "A row of results.csv, by column"}, {"type", "object"}};
  std::vector<std::string_view> names;
  for (const ResultColumn& column : result_columns()) {
    json["properties"][std::string(column.name)] = {{"description", column.definition}, {"type", "string"}};
    names.push_back(column.name);
  }
  json["required"] = names;
  json["additionalProperties"] = false;
  return json;
}

}  // namespace mikpoly::lab
