#include "experiments/engine/finished_run.hpp"

#include "experiments/engine/output_file.hpp"
#include "experiments/engine/results.hpp"

namespace mikpoly::lab {

RowCounts write_results(const RunFolder& folder, const PointIndex& index, Manifest manifest) {
  RowCounts counts;
  ReplacedFile results(folder.path() / "results.csv");
  results.add(results_header() + "\n");
  PointReader reader(index);
  for (std::int64_t point = 0; point < index.points(); ++point) {
    if (!index.has(point)) continue;  // of another shard
    const FinishedPoint finished = reader.at(point);
    for (const std::string& record : finished.records) results.add(record);
    counts.rows += std::ssize(finished.records);
    counts.failed += finished.failed_rows;
    counts.wrong += finished.wrong_rows;
  }
  manifest.results_hash = results.finish();
  manifest.row_counts = {{"done", counts.rows - counts.failed}, {"failed", counts.failed}};
  folder.write("run.json", to_json(manifest));
  return counts;
}

}  // namespace mikpoly::lab
