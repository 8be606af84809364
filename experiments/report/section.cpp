#include "experiments/report/section.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include <fmt/format.h>

namespace mikpoly::lab {

const lab::SelectorRows* ReportSection::find(std::string_view selector) const {
  const auto found = std::ranges::find(selectors, selector, &lab::SelectorRows::selector);
  return found == selectors.end() ? nullptr : &*found;
}

std::vector<ReportSection> sections_of(const lab::RunTable& table, const RunRoofs& roofs) {
  std::vector<ReportSection> sections;
  for (lab::SelectorRows& rows : lab::by_selector(table)) {
    const auto same = [&rows](const ReportSection& section) {
      return section.hardware == rows.hardware && section.pattern_set == rows.pattern_set;
    };
    auto section = std::ranges::find_if(sections, same);
    if (section == sections.end()) {
      ReportSection& added = sections.emplace_back();
      added.hardware = rows.hardware;
      added.pattern_set = rows.pattern_set;
      added.time_source = table.time_source;
      const auto types = std::ranges::find(table.machines, rows.hardware, &lab::MachineTypes::hardware);
      if (types != table.machines.end()) added.types = *types;
      const auto known = std::ranges::find(roofs.machines, rows.hardware, &MachineRoofs::hardware);
      if (known != roofs.machines.end()) {
        added.roofs = *known;
      } else if (!roofs.reason.empty()) {
        added.roofs.reason = roofs.reason;
      }
      section = std::prev(sections.end());
    }
    section->selectors.push_back(std::move(rows));
  }
  return sections;
}

RowTally tally_of(const std::vector<lab::SelectorRows>& selectors) {
  RowTally tally;
  std::set<std::string_view> problems;
  for (const lab::SelectorRows& rows : selectors) {
    for (const lab::RunRow* row : rows.rows) {
      problems.insert(row->key.problem);
      if (row->numbers) {
        ++tally.done;
      } else {
        ++(row->unsupported ? tally.skipped : tally.failed);
      }
    }
  }
  tally.shapes = std::ssize(problems);
  return tally;
}

std::string counts_text(const RowTally& tally, std::string_view time_source) {
  return fmt::format("{} {}; {} rows done, {} failed, {} skipped; {}", tally.shapes,
                     tally.shapes == 1 ? "shape" : "shapes", tally.done, tally.failed, tally.skipped,
                     time_source.empty() ? "no times" : fmt::format("times {}", time_source));
}

}  // namespace mikpoly::lab
