// CSV after RFC 4180, forgiving where files in the wild are not: byte order mark, CRLF, spaces around fields, `#`
// comment lines, blank lines, and a comma at the end of every line.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"

namespace mikpoly {

inline constexpr std::int64_t kMaxCsvBytes = std::int64_t{32} << 20;

struct CsvRow {
  std::int64_t line = 0;            ///< in the file, from 1
  std::vector<std::string> fields;  ///< one per column
};

struct CsvTable {
  std::string file;
  std::vector<std::string> comments;  ///< lines that begin with "#", without it
  std::vector<std::string> columns;   ///< as written
  std::vector<CsvRow> rows;

  /// Position of the column, or -1. Upper and lower case are the same.
  [[nodiscard]] std::int64_t column(std::string_view name) const;
  /// The field as a whole number.
  /// Errors: ConfigError `file:line: column: "x" is not an integer in LEAST..MOST`.
  [[nodiscard]] std::int64_t integer(const CsvRow& row, std::int64_t column, std::int64_t least,
                                     std::int64_t most) const;
  /// The field as a finite number. Errors: ConfigError, as above.
  [[nodiscard]] double number(const CsvRow& row, std::int64_t column) const;
};

/// What is wrong with the lines of a table, so that all of them are said at once.
class CsvFaults {
 public:
  void add(std::string sentence);
  /// What is wrong with a line, with its place before it where the sentence does not begin with the file.
  void add(const Error& fault, const std::string& file, std::int64_t line);
  /// Errors: ConfigError with a line for each fault, at most ten of them, and how many there are beside; nothing when
  /// there is none.
  void throw_if_any() const;

 private:
  std::vector<std::string> first_;
  std::int64_t more_ = 0;
};

/// Reads text with one header line.
/// Errors: ConfigError naming every such line, as CsvFaults: a quote that is not closed, a row with too few or too many
/// fields, no header, a column without a name or twice.
CsvTable parse_csv(std::string_view text, const std::string& file);

/// Reads a file of any length a piece at a time: `take` gets the columns, and the next rows.
/// Errors: as above; also when the file cannot be read. Rows before a fault may have been taken by then.
void scan_csv(const std::string& path, const std::function<void(const CsvTable&)>& take);

/// Errors: as above; also when the file cannot be read or is larger than 32 MiB.
CsvTable load_csv(const std::string& path);

}  // namespace mikpoly
