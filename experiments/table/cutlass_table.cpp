#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "experiments/accuracy/table_columns.hpp"
#include "experiments/table/table_cells.hpp"
#include "experiments/table/table_formats.hpp"

namespace mikpoly::lab {
namespace {

// Arguments of a launch: where one operation was run with several, its name alone does not tell the kernel.
constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kLaunch{{{"split_k_mode", "split"},
                                                                                {"raster_order", "raster"},
                                                                                {"swizzle_size", "swizzle"},
                                                                                {"use_pdl", "pdl"},
                                                                                {"cluster_m", "cm"},
                                                                                {"cluster_n", "cn"},
                                                                                {"cluster_k", "ck"},
                                                                                {"stages", "stages"}}};

// Arguments of the problem: a time under others is that of another computation.
constexpr std::array<std::string_view, 3> kProblem{"gemm_kind", "alpha", "beta"};

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

std::int64_t runtime_column(const CsvTable& table) {
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (lower(table.columns[i]).starts_with("runtime")) return static_cast<std::int64_t>(i);
  }
  throw ConfigError(fmt::format("{}: column Runtime is missing; cutlass_profiler --output=FILE writes it", table.file));
}

/// The launch arguments that an operation was run with more than one value of.
class Launches {
 public:
  explicit Launches(const CsvTable& table) {
    for (const CsvRow& row : table.rows) {
      const TableCells cells(table, row);
      for (std::size_t i = 0; i < kLaunch.size(); ++i) {
        const std::string value = cells.text({kLaunch[i].first});
        if (!value.empty()) values_[{cells.text({"Operation"}), i}].insert(value);
      }
    }
  }

  [[nodiscard]] std::string name_of(const TableCells& cells) const {
    const std::string operation = cells.text({"Operation"});
    std::string name = operation;
    for (std::size_t i = 0; i < kLaunch.size(); ++i) {
      const auto found = values_.find({operation, i});
      if (found == values_.end() || found->second.size() < 2) continue;
      name += fmt::format("-{}_{}", kLaunch[i].second, cells.text({kLaunch[i].first}));
    }
    return name;
  }

 private:
  std::map<std::pair<std::string, std::size_t>, std::set<std::string>> values_;
};

// `A:row B:column ...` of the operands whose layout is said.
std::string layout_of(const TableCells& cells) {
  std::string layout;
  for (const char* operand : {"A", "B", "C", "D"}) {
    const std::string value = cells.text({operand});
    if (const std::size_t colon = value.find(':'); colon != std::string::npos) {
      layout += fmt::format("{}{}:{}", layout.empty() ? "" : " ", operand, lower(value.substr(colon + 1)));
    }
  }
  return layout;
}

/// The operands' layout, which all rows of a type must share: a time under another is that of another computation.
class Layouts {
 public:
  /// Errors: ConfigError at the first row of each further layout.
  void take(const TableCells& cells, const std::optional<DataType>& type) {
    const std::string layout = layout_of(cells);
    const auto found = of_type_.find(type);
    if (found == of_type_.end()) {
      of_type_.emplace(type, Known{.first = layout, .place = cells.place(), .all = {layout}});
      return;
    }
    Known& known = found->second;
    if (!known.all.insert(layout).second) return;
    throw ConfigError(fmt::format("operands lie {} here and {} in {}; times of one table are of one layout",
                                  said(layout), said(known.first), known.place));
  }

 private:
  static std::string_view said(const std::string& layout) {
    return layout.empty() ? std::string_view("in no stated way") : layout;
  }

  struct Known {
    std::string first;
    std::string place;  ///< of the first row
    std::set<std::string> all;
  };
  std::map<std::optional<DataType>, Known> of_type_;
};

// Why a row takes no part; empty when it does.
std::string reason_to_skip(const TableCells& cells, const TableCells& first) {
  const auto other = [&cells](std::string_view column, std::string_view wanted) {
    const std::string value = lower(cells.text({column}));
    return !value.empty() && value != wanted;
  };
  const auto told = [&cells](std::string_view column) { return fmt::format("{} {}", column, cells.text({column})); };
  if (other("Provider", "cutlass")) return told("Provider");
  if (other("OperationKind", "gemm")) return told("OperationKind");
  if (!disposition_counts(lower(cells.text({"Disposition"})))) return told("Disposition");
  if (other("Status", "success")) return told("Status");
  for (const std::string_view column : kProblem) {
    if (other(column, lower(first.text({column})))) {
      return fmt::format("{}, the first row has {}", told(column), first.text({column}));
    }
  }
  return "";
}

// `f16:row` of operand A; false for types that no machine here computes on.
bool take_type(const TableCells& cells, TimedKernel& timed) {
  const std::string operand = cells.text({"A"});
  if (operand.empty()) return true;
  try {
    timed.dtype = type_named(operand.substr(0, operand.find(':')));
    return true;
  } catch (const ConfigError&) {
    return false;
  }
}

/// What rows are read by, beside themselves.
struct Profile {
  TableCells first;  ///< row
  Launches launches;
  Layouts layouts;
  std::int64_t runtime = 0;  ///< column
};

void read_row(const TableCells& cells, Profile& profile, TableRows& rows) {
  if (const std::string reason = reason_to_skip(cells, profile.first); !reason.empty()) {
    ++rows.skipped[reason];
    return;
  }
  const std::optional<double> time_us = time_or_skip(cells, profile.runtime, kMillisecond, rows);
  if (!time_us) return;
  TimedKernel timed{.place = cells.place(), .shape = cells.shape()};
  if (!take_type(cells, timed)) {
    ++rows.skipped[fmt::format("type {}", cells.text({"A"}))];
    return;
  }
  profile.layouts.take(cells, timed.dtype);
  timed.kernel.name = profile.launches.name_of(cells);
  if (timed.kernel.name.empty()) throw ConfigError("Operation: the name is empty");
  const std::optional<TileShape> tile = cells.tile();
  if (!tile) throw ConfigError("columns cta_m, cta_n and cta_k are empty; they are the kernel's tile");
  timed.kernel.tile = *tile;
  timed.kernel.stages = cells.integer_or({"stages"}, 0, 0, kMostCount);
  const auto warps = [&cells](std::string_view column) { return cells.integer_or({column}, 1, 1, 1 << 10); };
  if (!cells.text({"warps_m"}).empty()) timed.kernel.warps = warps("warps_m") * warps("warps_n") * warps("warps_k");
  timed.k_parts = std::max<std::int64_t>(1, cells.integer_or({"split_k_slices"}, 1, 0, kMostCount));
  timed.timing = {.time_us = *time_us, .passed = lower(cells.text({"Disposition"})) == "passed"};
  rows.rows.push_back(std::move(timed));
}

}  // namespace

TableRows read_cutlass_table(const CsvTable& table) {
  for (const std::string_view required : {"Operation", "m", "n", "k", "cta_m", "cta_n", "cta_k"}) {
    if (table.column(required) >= 0) continue;
    throw ConfigError(fmt::format("{}: column {} is missing; cutlass_profiler --operation=gemm --output=FILE writes it",
                                  table.file, required));
  }
  const std::int64_t runtime = runtime_column(table);
  TableRows rows;
  rows.source = TimeSource::device_event;
  if (table.rows.empty()) return rows;
  Profile profile{
      .first = TableCells(table, table.rows.front()), .launches = Launches(table), .layouts = {}, .runtime = runtime};
  read_each(table, rows, [&](const TableCells& cells, TableRows& into) { read_row(cells, profile, into); });
  return rows;
}

}  // namespace mikpoly::lab
