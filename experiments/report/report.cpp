#include "experiments/report/report.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/base/nearest_name.hpp"
#include "core/config/text_file.hpp"
#include "experiments/engine/failures.hpp"
#include "experiments/report/figures.hpp"
#include "experiments/report/html_page.hpp"
#include "experiments/report/metric_rows.hpp"

namespace mikpoly::lab {
namespace {

using Json = nlohmann::ordered_json;
using HtmlRows = std::vector<std::vector<std::string>>;

constexpr std::int64_t kWorstShapes = 10;
constexpr std::int64_t kMostReasons = 5;
constexpr std::int64_t kMostLogBytes = std::int64_t{1} << 24;

// Every value of run.json under its path, such as `host.cpu`.
void add_values(const Json& json, const std::string& path, HtmlRows& rows) {
  for (const auto& [key, value] : json.items()) {
    const std::string name = path.empty() ? key : fmt::format("{}.{}", path, key);
    if (value.is_object()) {
      add_values(value, name, rows);
    } else {
      rows.push_back({name, value.is_string() ? value.get<std::string>() : value.dump()});
    }
  }
}

std::string record_section(const Json& manifest, const std::string& resolved) {
  HtmlRows rows;
  add_values(manifest, "", rows);
  return heading(2, "What was run", "run") + table({"of run.json", "value"}, rows, false) +
         folded("resolved.yaml: everything that decides the rows", preformatted(resolved));
}

std::string worst_table(const lab::SelectorRows& rows) {
  const std::vector<const lab::RunRow*> worst = lab::worst_of(rows.rows, kWorstShapes);
  if (worst.empty()) return paragraph(fmt::format("{}: no row has a regret.", rows.selector));
  if (*worst.front()->numbers->regret <= 1.0) {
    return paragraph(fmt::format("{}: no shape takes longer than with the oracle.", rows.selector));
  }
  const auto with_regret =
      std::ranges::count_if(rows.rows, [](const lab::RunRow* row) { return row->numbers && row->numbers->regret; });
  HtmlRows lines;
  for (const lab::RunRow* row : worst) {
    lines.push_back({fmt::format("{:.4f}", *row->numbers->regret), std::string(row->shape),
                     std::string(row->key.problem), fmt::format("{:.2f}", row->numbers->time),
                     std::string(row->bound_by), std::string(row->plan)});
  }
  return folded(
      fmt::format("{}: the {} worst of the {} shapes with a regret", rows.selector, lines.size(), with_regret),
      table({"regret", "shape", "problem", "time us", "bound by", "plan"}, lines, false));
}

std::string figure_text(const Figure& drawn) {
  return heading(3, drawn.heading) + (drawn.svg.empty() ? paragraph(drawn.caption) : figure(drawn.svg, drawn.caption));
}

std::string tables_text(const ReportSection& section) {
  std::string text;
  for (const lab::MetricRows& rows : lab::metric_rows(section.selectors, lab::MetricTable::plain)) {
    text += table(rows.header, rows.rows);
  }
  if (!lab::has_unequal_use(section.selectors)) return text;
  text += paragraph("Each shape as often as it is used (count times weight):");
  for (const lab::MetricRows& rows : lab::metric_rows(section.selectors, lab::MetricTable::by_use)) {
    text += table(rows.header, rows.rows);
  }
  return text;
}

std::string title_of(const ReportSection& section) {
  return fmt::format("{}, patterns {}", section.hardware, section.pattern_set);
}

std::string section_text(const ReportSection& section, const std::string& baseline, const std::string& id) {
  std::string text = heading(2, title_of(section), id);
  text += paragraph(counts_text(tally_of(section.selectors), section.time_source) + ".");
  for (const std::string& sentence : lab::failure_sentences(section.selectors, kMostReasons)) {
    text += paragraph(sentence);
  }
  text += tables_text(section);
  text += figure_text(regret_figure(section));
  text += figure_text(speedup_figure(section, baseline.empty() ? default_baseline(section) : baseline));
  text += figure_text(roofline_figure(section));
  text += figure_text(bound_figure(section));
  text += heading(3, "Worst shapes");
  for (const lab::SelectorRows& rows : section.selectors) text += worst_table(rows);
  return text;
}

// What the columns of the tables are.
std::string definitions() {
  HtmlRows rows;
  for (const lab::Metric& metric : lab::metrics()) {
    rows.push_back({std::string(metric.heading), std::string(metric.name), std::string(metric.definition)});
  }
  return folded("What the columns are", table({"column", "name", "definition"}, rows, false));
}

void check_baseline(const std::string& baseline, const std::vector<ReportSection>& sections) {
  if (baseline.empty()) return;
  std::vector<std::string> known;
  for (const ReportSection& section : sections) {
    for (const lab::SelectorRows& rows : section.selectors) {
      if (std::ranges::find(known, rows.selector) == known.end()) known.push_back(rows.selector);
    }
  }
  if (std::ranges::find(known, baseline) != known.end()) return;
  throw ConfigError(
      fmt::format("baseline \"{}\" is not a selector of this run{}", baseline, nearest_and_known(baseline, known)));
}

}  // namespace

RunRecord read_record(const std::filesystem::path& folder) {
  return {.manifest = read_text_file((folder / "run.json").string(), kMostLogBytes),
          .resolved = read_text_file((folder / "resolved.yaml").string(), kMostLogBytes),
          .roofs = roofs_of_run(folder)};
}

std::string report_html(const lab::RunTable& table, const RunRecord& record, const std::string& baseline) {
  const std::vector<ReportSection> sections = sections_of(table, record.roofs);
  check_baseline(baseline, sections);
  const Json manifest = Json::parse(record.manifest);
  const std::string title = fmt::format("mikpoly: {}", manifest.value("experiment", "run"));
  std::string links;
  std::string body;
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const std::string id = fmt::format("section-{}", i + 1);
    links += fmt::format("<li>{}</li>\n", link(id, title_of(sections[i])));
    body += section_text(sections[i], baseline, id);
  }
  std::string text = heading(1, title);
  if (sections.empty()) {
    text += paragraph("The run has no rows.");
  } else {
    text += fmt::format("<ul>\n{}</ul>\n", links);
    text += definitions();
  }
  return page(title, text + record_section(manifest, record.resolved) + body);
}

}  // namespace mikpoly::lab
