#include "experiments/table/table_notices.hpp"

#include <fmt/format.h>

namespace mikpoly::lab {

std::vector<std::string> notices_of(const TimingTable& table) {
  std::vector<std::string> sentences;
  const TableReport& report = table.report();
  const std::string& file = table.origin().file;
  for (const auto& [reason, count] : report.skipped) {
    sentences.push_back(fmt::format("{}: {} rows skipped: {}", file, count, reason));
  }
  if (report.repeated > 0) {
    sentences.push_back(fmt::format("{}: {} pairs stand more than once; their median counts", file, report.repeated));
  }
  if (const std::int64_t holes = table.holes(); holes > 0) {
    sentences.push_back(fmt::format("{}: {} of {} pairs (shape, kernel) have no time", file, holes,
                                    std::ssize(table.shapes()) * std::ssize(table.kernels())));
  }
  if (!report.ignored.empty()) {
    sentences.push_back(fmt::format("{}: columns not used: {}", file, fmt::join(report.ignored, ", ")));
  }
  return sentences;
}

}  // namespace mikpoly::lab
