// Measured times of kernels on shapes: a truth of one's own, in place of a simulator or a device.
//
// A program is a kernel with a number of parts that k is split into; a table times programs on shapes. A pair (shape,
// kernel) without any time is a hole. A pair that was timed several times has the median.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "experiments/table/timed_kernel.hpp"

namespace mikpoly::lab {

/// A kernel of the table, and the parts that k is split into.
struct TableProgram {
  std::int64_t kernel = 0;
  std::int64_t k_parts = 1;

  auto operator<=>(const TableProgram&) const = default;
};

struct TableTime {
  Measurement measured;
  bool passed = false;  ///< the file says that the values were checked and right
};

/// Where a table comes from.
struct TableOrigin {
  std::string file;
  std::string name;    ///< of the file, without folder and ending
  std::string format;  ///< cutlass, triton or plain
  std::string hash;    ///< content_hash of the file
  TimeSource source = TimeSource::device_event;
  std::optional<DataType> type;         ///< nothing where the file names none
  std::vector<std::string> provenance;  ///< comment lines
};

/// What was left out or put together.
struct TableReport {
  std::int64_t rows = 0;                        ///< that count
  std::int64_t repeated = 0;                    ///< (shape, program) with several rows: the median counts
  std::map<std::string, std::int64_t> skipped;  ///< reason -> rows
  std::vector<std::string> ignored;             ///< columns
};

/// Whether the tasks are no more than 2^62: they are counted in 64 bits.
bool is_countable(const GemmShape& shape, const TileShape& tile, std::int64_t k_parts);

class TimingTable {
 public:
  /// Errors: ConfigError when what the rows say of a kernel, known by its name, differs: its tile, stages, warps or
  ///         occupancy; or when a row has more than 2^62 tasks.
  TimingTable(TableOrigin origin, TableRows rows);

  [[nodiscard]] const TableOrigin& origin() const { return origin_; }
  [[nodiscard]] const TableReport& report() const { return report_; }
  [[nodiscard]] const std::vector<GemmShape>& shapes() const { return shapes_; }
  [[nodiscard]] const std::vector<TableKernel>& kernels() const { return kernels_; }

  /// Position of the shape, or -1.
  [[nodiscard]] std::int64_t find(const GemmShape& shape) const;
  /// The programs that were timed on a shape, by kernel and parts.
  [[nodiscard]] const std::map<TableProgram, TableTime>& times(std::int64_t shape) const;
  /// The time, or null.
  [[nodiscard]] const TableTime* time(std::int64_t shape, const TableProgram& program) const;
  /// The least time of a kernel on a shape, whatever the parts; nothing in a hole.
  [[nodiscard]] std::optional<Picoseconds> least(std::int64_t shape, std::int64_t kernel) const;
  /// The programs that were timed on any shape, by kernel and parts.
  [[nodiscard]] const std::vector<TableProgram>& programs() const { return programs_; }
  /// Pairs (shape, kernel) without a time.
  [[nodiscard]] std::int64_t holes() const;
  /// Kernels without a time on that shape.
  [[nodiscard]] std::int64_t holes(std::int64_t shape) const;

 private:
  std::int64_t shape_position(const GemmShape& shape);
  std::int64_t kernel_position(const TimedKernel& row);

  TableOrigin origin_;
  TableReport report_;
  std::vector<GemmShape> shapes_;
  std::vector<TableKernel> kernels_;
  std::vector<TableProgram> programs_;
  std::vector<std::string> first_places_;  ///< of the kernels
  std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t>, std::int64_t> shape_index_;
  std::map<std::string, std::int64_t> kernel_index_;
  std::vector<std::map<TableProgram, TableTime>> times_;  ///< by shape
};

}  // namespace mikpoly::lab
