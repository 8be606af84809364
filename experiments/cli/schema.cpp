// mikpoly schema: the formats of the files, for editors and for people.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/nearest_name.hpp"
#include "experiments/cli/common_flags.hpp"
#include "experiments/cli/text_table.hpp"
#include "experiments/cli/verbs.hpp"
#include "experiments/engine/json_schema.hpp"
#include "experiments/engine/results.hpp"

namespace mikpoly::cli {
namespace {

constexpr std::string_view kResults = "results";

struct SchemaFlags {
  std::string name;
  std::string format;
};

std::string scalar_text(const ScalarForm& form) {
  return form.kind == ScalarForm::Kind::words ? fmt::format("{}", fmt::join(form.words, " | ")) : form.wanted;
}

std::string list_text(const ValueForm& form, const ValueForm& item);

std::string value_text(const ValueForm& form) {
  std::vector<std::string> ways;
  for (const ScalarForm& scalar : form.scalars) ways.push_back(scalar_text(scalar));
  if (!form.maps.empty()) ways.emplace_back("map");
  if (!form.shared.empty()) ways.push_back(fmt::format("map <{}>", form.shared));
  for (const ValueForm& item : form.item) ways.push_back(list_text(form, item));
  return fmt::format("{}", fmt::join(ways, " | "));
}

std::string list_text(const ValueForm& form, const ValueForm& item) {
  if (!item.maps.empty()) return "list of maps";
  if (item.scalars == form.scalars && item.shared == form.shared && item.item.empty()) return "list of these";
  return fmt::format("list of ({})", value_text(item));
}

// Required everywhere, somewhere (where the map is of one kind of several), or nowhere.
std::string need_text(const ValueForm& parent, const std::string& key) {
  const auto needs = [&key](const MapForm& map) { return map.required.contains(key); };
  const auto count = std::ranges::count_if(parent.maps, needs);
  if (count == 0 || parent.is_free()) return "";
  return count == std::ssize(parent.maps) ? "required" : "by kind";
}

void add_rows(const ValueForm& form, const std::string& path, std::vector<TableRow>& rows) {
  for (const KeyForm& key : form.keys) {
    const std::string below = path.empty() ? key.key : fmt::format("{}.{}", path, key.key);
    rows.push_back({below, need_text(form, key.key), value_text(key.value), key.value.help});
    add_rows(key.value, below, rows);
  }
  for (const ValueForm& item : form.item) add_rows(item, path + "[]", rows);
}

const TableRow kSchemaColumns{"key", "need", "value", "what it is"};

std::vector<TableRow> rows_of(const std::string& name) {
  std::vector<TableRow> rows;
  if (name == kResults) {
    for (const lab::ResultColumn& column : lab::result_columns()) {
      rows.push_back({std::string(column.name), "required", "text", std::string(column.definition)});
    }
    return rows;
  }
  const lab::FileFormat format = lab::file_format(name);
  add_rows(format.form, "", rows);
  for (const auto& [shared, form] : format.shared) add_rows(form, fmt::format("<{}>", shared), rows);
  return rows;
}

// The text in lines of at most `width`, broken at blanks where there are any.
std::vector<std::string> folded(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  while (text.size() > width) {
    const std::size_t before = text.rfind(' ', width);
    const std::size_t blank = before == std::string_view::npos ? text.find(' ') : before;
    if (blank == std::string_view::npos) break;
    lines.emplace_back(text.substr(0, blank));
    text.remove_prefix(blank + 1);
  }
  lines.emplace_back(text);
  return lines;
}

// A row with the last two cells folded, as many rows as they take.
void add_folded(const TableRow& row, std::vector<TableRow>& rows) {
  constexpr std::size_t kWidth = 60;
  const std::vector<std::string> values = folded(row[2], kWidth);
  const std::vector<std::string> helps = folded(row[3], kWidth);
  for (std::size_t i = 0; i < std::max(values.size(), helps.size()); ++i) {
    rows.push_back({i == 0 ? row[0] : "", i == 0 ? row[1] : "", i < values.size() ? values[i] : "",
                    i < helps.size() ? helps[i] : ""});
  }
}

std::string table_text(const std::vector<TableRow>& rows, Format format) {
  if (format == Format::text) {
    std::vector<TableRow> lines;
    for (const TableRow& row : rows) add_folded(row, lines);
    return aligned(kSchemaColumns, lines, 4);
  }
  std::string text = lab::csv_record(kSchemaColumns);
  for (const TableRow& row : rows) text += lab::csv_record(row);
  return text;
}

std::vector<std::string> schema_names() {
  std::vector<std::string> names = lab::file_format_names();
  names.emplace_back(kResults);
  return names;
}

int list_schemas() {
  std::vector<TableRow> rows;
  for (const std::string& name : lab::file_format_names()) rows.push_back({name, lab::file_format(name).title});
  rows.push_back({std::string(kResults), "The columns of results.csv"});
  print(aligned({"name", "describes"}, rows, 2));
  return 0;
}

int print_schema(const SchemaFlags& flags) {
  const Format format = parse_format(flags.format, {"json", "text", "csv"});
  const std::vector<std::string> names = schema_names();
  if (std::ranges::find(names, flags.name) == names.end()) {
    throw ConfigError(fmt::format("unknown schema \"{}\"{}", flags.name, nearest_and_known(flags.name, names)));
  }
  if (format != Format::json) {
    print(table_text(rows_of(flags.name), format));
    return 0;
  }
  const bool results = flags.name == kResults;
  print((results ? lab::results_schema() : lab::json_schema(lab::file_format(flags.name))).dump(2) + "\n");
  return 0;
}

}  // namespace

void add_schema_verb(CLI::App& app, Invocation& invocation) {
  auto flags = std::make_shared<SchemaFlags>();
  CLI::App* verb = app.add_subcommand("schema", "the formats of the files: list, print");
  verb->require_subcommand(1);
  verb->footer("Example: mikpoly schema print hardware");

  CLI::App* list = verb->add_subcommand("list", "what there is a schema of");
  list->footer("Example: mikpoly schema list");
  list->callback([&invocation] { invocation.run = &list_schemas; });

  CLI::App* show = verb->add_subcommand("print", "a JSON Schema (draft-07) for editors, or a table of the keys");
  show->add_option("name", flags->name, "hardware, workload, experiment, library or results")
      ->required()
      ->type_name("NAME");
  add_format_flag(*show, flags->format, {"json", "text", "csv"});
  show->footer("Example: mikpoly schema print hardware --format text");
  show->callback([flags, &invocation] { invocation.run = [flags] { return print_schema(*flags); }; });
}

}  // namespace mikpoly::cli
