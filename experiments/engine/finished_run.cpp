#include "experiments/engine/finished_run.hpp"

#include <fmt/format.h>

#include "experiments/engine/output_file.hpp"
#include "experiments/engine/results.hpp"

namespace mikpoly::lab {

std::string text_of(const RowCounts& counts) {
  const std::string skipped = counts.skipped == 0 ? "" : fmt::format(", {} skipped", counts.skipped);
  return fmt::format("{} rows, {} failed{}, {} with wrong values", counts.rows, counts.failed, skipped, counts.wrong);
}

RowCounts write_results(const RunFolder& folder, const PointIndex& index, Manifest manifest) {
  RowCounts counts;
  ReplacedFile results(folder.path() / "results.csv");
  results.add(results_header() + "\n");
  PointReader reader(index);
  for (std::int64_t point = 0; point < index.points(); ++point) {
    if (!index.has(point)) continue;  // of another shard
    const FinishedPoint finished = reader.at(point);
    for (const std::string& record : finished.records) results.add(record);
    counts += finished.counts;
  }
  manifest.results_hash = results.finish();
  manifest.row_counts = {{"done", counts.rows - counts.failed - counts.skipped}, {"failed", counts.failed}};
  if (counts.skipped > 0) manifest.row_counts["skipped"] = counts.skipped;
  folder.write("run.json", to_json(manifest));
  return counts;
}

}  // namespace mikpoly::lab
