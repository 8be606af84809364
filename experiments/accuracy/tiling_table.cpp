#include "experiments/accuracy/tiling_table.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/config/csv_reader.hpp"
#include "experiments/accuracy/parallel.hpp"
#include "experiments/engine/library_choice.hpp"

namespace mikpoly::lab {
namespace {

constexpr std::int64_t kMostCores = 1 << 16;
constexpr std::int64_t kMostExtent = 1 << 16;
constexpr std::int64_t kMostCopies = 64;

/// The cells of one row by the name of their column.
class Cells {
 public:
  Cells(const CsvTable& table, const CsvRow& row) : table_(table), row_(row) {}

  [[nodiscard]] std::int64_t integer(std::string_view name, std::int64_t most) const {
    const std::int64_t column = table_.column(name);
    if (column < 0) {
      throw ConfigError(
          fmt::format("{}: column {} is missing; a table of tilings has m, n, k, cores_m, cores_n, tile_m, "
                      "tile_n, tile_k, l1_a and l1_b",
                      table_.file, name));
    }
    return table_.integer(row_, column, 1, most);
  }

  [[nodiscard]] std::int64_t integer_or(std::string_view name, std::int64_t fallback, std::int64_t most) const {
    return text(name).empty() ? fallback : integer(name, most);
  }

  [[nodiscard]] std::string text(std::string_view name) const {
    const std::int64_t column = table_.column(name);
    return column < 0 ? "" : row_.fields[static_cast<std::size_t>(column)];
  }

  [[nodiscard]] sim::Residency residency(const std::string& name) const {
    sim::Residency residency;
    residency.whole = text(name) == "whole";
    residency.steps = residency.whole ? 1 : integer(name, kMostExtent);
    residency.copies = integer_or(name + "_copies", residency.whole ? 1 : 2, kMostCopies);
    return residency;
  }

 private:
  const CsvTable& table_;
  const CsvRow& row_;
};

TilingRow row_of(const CsvTable& table, const CsvRow& row) {
  const Cells cells(table, row);
  TilingRow result{.line = row.line};
  result.shape = {cells.integer("m", kMaxExtent), cells.integer("n", kMaxExtent), cells.integer("k", kMaxExtent),
                  cells.integer_or("batch", 1, kMaxExtent)};
  validate(result.shape);
  if (const std::string type = cells.text("dtype"); !type.empty()) result.dtype = parse_data_type(type);
  sim::Tiling& tiling = result.tiling;
  tiling.cores_m = cells.integer("cores_m", kMostCores);
  tiling.cores_n = cells.integer("cores_n", kMostCores);
  tiling.cores_batch = cells.integer_or("cores_batch", 1, kMostCores);
  tiling.tile = {cells.integer("tile_m", kMostExtent), cells.integer("tile_n", kMostExtent),
                 cells.integer("tile_k", kMostExtent)};
  tiling.a = cells.residency("l1_a");
  tiling.b = cells.residency("l1_b");
  tiling.feed_copies = cells.integer_or("feed_copies", 2, kMostCopies);
  tiling.accumulators = cells.integer_or("accumulators", 1, kMostCopies);
  return result;
}

}  // namespace

std::vector<TilingRow> load_tilings(const std::string& file) {
  const CsvTable table = load_csv(file);
  std::vector<TilingRow> rows;
  CsvFaults faults;
  for (const CsvRow& row : table.rows) {
    try {
      rows.push_back(row_of(table, row));
    } catch (const ConfigError& fault) {
      faults.add(fault.what());
    } catch (const ShapeError& fault) {
      faults.add(fmt::format("{}:{}: {}", file, row.line, fault.what()));
    }
  }
  faults.throw_if_any();
  if (rows.empty()) throw ConfigError(fmt::format("{}: no rows; a table of tilings has at least one", file));
  return rows;
}

std::vector<TilingVerdict> judge_tilings(const Accelerator& accelerator, const std::vector<TilingRow>& rows,
                                         DataType fallback) {
  std::vector<TilingVerdict> verdicts(rows.size());
  for_each_index(rows.size(), 1, [&](std::size_t i) {
    const TilingRow& row = rows[i];
    const GemmTypes types = types_on(accelerator, row.dtype.value_or(fallback));
    TilingVerdict& verdict = verdicts[i];
    verdict.fault = sim::tiling_fault(accelerator, types, row.shape, row.tiling);
    if (!verdict.fault.empty()) return;
    verdict.time_us = sim::tiling_time(accelerator, types, row.shape, row.tiling).microseconds();
    const sim::BestTiling best = sim::best_tiling(accelerator, types, row.shape);
    const bool given_is_best = best.time.microseconds() >= verdict.time_us;
    verdict.beats_search = best.time.microseconds() > verdict.time_us;
    verdict.best = given_is_best ? row.tiling : best.tiling;
    verdict.best_us = given_is_best ? verdict.time_us : best.time.microseconds();
  });
  return verdicts;
}

}  // namespace mikpoly::lab
