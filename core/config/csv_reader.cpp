#include "core/config/csv_reader.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/config/text_file.hpp"

namespace mikpoly {
namespace {

constexpr std::string_view kBlank = " \t\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

bool same_letters(std::string_view left, std::string_view right) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::ranges::equal(left, right, {}, lower, lower);
}

[[noreturn]] void reject(const std::string& file, std::int64_t line, std::string_view sentence) {
  throw ConfigError(fmt::format("{}:{}: {}", file, line, sentence));
}

// Walks the text record by record; a quoted field may hold commas and line ends.
class Scanner {
 public:
  Scanner(std::string_view text, const std::string& file, std::int64_t line) : rest_(text), file_(file), line_(line) {}

  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  [[nodiscard]] std::int64_t line() const { return line_; }
  [[nodiscard]] std::string_view peek_line() const { return trimmed(rest_.substr(0, rest_.find('\n'))); }

  void skip_line() {
    const std::size_t end = rest_.find('\n');
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    ++line_;
  }

  CsvRow record() {
    CsvRow row{.line = line_, .fields = {}};
    while (true) {
      row.fields.push_back(field());
      const bool more = !rest_.empty() && rest_.front() == ',';
      if (!rest_.empty()) rest_.remove_prefix(1);
      if (more) continue;
      ++line_;
      return row;
    }
  }

 private:
  // One field; stops before the comma or line end.
  std::string field() {
    const std::size_t first = rest_.find_first_not_of(kBlank);
    if (first != std::string_view::npos && rest_[first] == '"') {
      rest_.remove_prefix(first + 1);
      return quoted_field();
    }
    const std::size_t end = std::min(rest_.find_first_of(",\n"), rest_.size());
    const std::string text(trimmed(rest_.substr(0, end)));
    rest_.remove_prefix(end);
    return text;
  }

  std::string quoted_field() {
    const std::int64_t opened = line_;
    std::string text;
    while (true) {
      const std::size_t quote = rest_.find('"');
      if (quote == std::string_view::npos) reject(file_, opened, "a quote is opened and never closed");
      text.append(rest_.substr(0, quote));
      line_ += std::ranges::count(rest_.substr(0, quote), '\n');
      rest_.remove_prefix(quote + 1);
      if (!rest_.starts_with('"')) break;
      text.push_back('"');
      rest_.remove_prefix(1);
    }
    const std::size_t end = std::min(rest_.find_first_of(",\n"), rest_.size());
    if (!trimmed(rest_.substr(0, end)).empty()) {
      reject(file_, line_, "text follows a closing quote; a quote inside a field is written twice");
    }
    rest_.remove_prefix(end);
    return text;
  }

  std::string_view rest_;
  const std::string& file_;
  std::int64_t line_;
};

void take_header(CsvTable& table, CsvRow header) {
  while (!header.fields.empty() && header.fields.back().empty()) header.fields.pop_back();
  for (const std::string& name : header.fields) {
    if (name.empty()) reject(table.file, header.line, "a column has no name");
    if (table.column(name) >= 0) reject(table.file, header.line, fmt::format("the column \"{}\" stands twice", name));
    table.columns.push_back(name);
  }
}

void take_row(CsvTable& table, CsvRow row, CsvFaults& faults) {
  while (row.fields.size() > table.columns.size() && row.fields.back().empty()) row.fields.pop_back();
  if (row.fields.size() != table.columns.size()) {
    return faults.add(fmt::format("{}:{}: {} fields where the header has {}: {}", table.file, row.line,
                                  row.fields.size(), table.columns.size(), fmt::join(table.columns, ", ")));
  }
  table.rows.push_back(std::move(row));
}

void take_lines(CsvTable& table, Scanner& scanner, CsvFaults& faults) {
  while (!scanner.at_end()) {
    const std::string_view line = scanner.peek_line();
    if (line.starts_with('#')) table.comments.emplace_back(trimmed(line.substr(1)));
    if (line.empty() || line.starts_with('#')) {
      scanner.skip_line();
    } else if (table.columns.empty()) {
      take_header(table, scanner.record());
    } else {
      take_row(table, scanner.record(), faults);
    }
  }
}

void refuse_headless(const CsvTable& table) {
  if (!table.columns.empty()) return;
  throw ConfigError(fmt::format("{}: no header line with the names of the columns", table.file));
}

void refuse_non_utf8(std::string_view text, const std::string& file, std::int64_t line) {
  const std::size_t at = find_non_utf8(text);
  if (at == std::string_view::npos) return;
  reject(file, line + std::ranges::count(text.substr(0, at), '\n'),
         fmt::format("byte 0x{:02x} is not allowed; the file must be text in UTF-8",
                     static_cast<unsigned char>(text[at])));
}

// Bytes of the whole records at the beginning: a line end between quotes ends none.
std::size_t size_of_records(std::string_view text) {
  bool quoted = false;
  std::size_t size = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') quoted = !quoted;
    if (text[i] == '\n' && !quoted) size = i + 1;
  }
  return size;
}

}  // namespace

// Keeps what will be said: a file may have millions of wrong lines.
void CsvFaults::add(std::string sentence) {
  constexpr std::size_t kMost = 10;
  if (first_.size() < kMost) {
    first_.push_back(std::move(sentence));
  } else {
    ++more_;
  }
}

void CsvFaults::add(const Error& fault, const std::string& file, std::int64_t line) {
  const std::string sentence = fault.what();
  add(sentence.starts_with(file + ":") ? sentence : fmt::format("{}:{}: {}", file, line, sentence));
}

void CsvFaults::throw_if_any() const {
  if (first_.empty()) return;
  throw ConfigError(
      fmt::format("{}{}", fmt::join(first_, "\n"), more_ == 0 ? "" : fmt::format("\nand {} more such lines", more_)));
}

std::int64_t CsvTable::column(std::string_view name) const {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (same_letters(columns[i], name)) return static_cast<std::int64_t>(i);
  }
  return -1;
}

std::int64_t CsvTable::integer(const CsvRow& row, std::int64_t column, std::int64_t least, std::int64_t most) const {
  const std::string& text = row.fields.at(static_cast<std::size_t>(column));
  std::int64_t value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status == std::errc{} && end == text.data() + text.size() && value >= least && value <= most) return value;
  reject(file, row.line,
         fmt::format("{}: \"{}\" is not an integer in {}..{}", columns.at(static_cast<std::size_t>(column)), text,
                     least, most));
}

double CsvTable::number(const CsvRow& row, std::int64_t column) const {
  const std::string& text = row.fields.at(static_cast<std::size_t>(column));
  double value = 0.0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status == std::errc{} && end == text.data() + text.size() && std::isfinite(value)) return value;
  reject(file, row.line, fmt::format("{}: \"{}\" is not a number", columns.at(static_cast<std::size_t>(column)), text));
}

CsvTable parse_csv(std::string_view text, const std::string& file) {
  text = without_byte_order_mark(text);
  refuse_non_utf8(text, file, 1);
  CsvTable table;
  table.file = file;
  Scanner scanner(text, file, 1);
  CsvFaults faults;
  try {
    take_lines(table, scanner, faults);
    refuse_headless(table);
  } catch (const ConfigError& broken) {  // a header or a quote, after which no line can be told
    faults.add(broken.what());
  }
  faults.throw_if_any();
  return table;
}

void scan_csv(const std::string& path, const std::function<void(const CsvTable&)>& take) {
  CsvTable table;
  table.file = path;
  CsvFaults faults;
  std::string text;
  std::int64_t line = 1;
  std::ifstream in = open_text_file(path);
  for (std::string block(std::size_t{1} << 20, '\0'); in;) {
    in.read(block.data(), std::ssize(block));
    text.append(block, 0, static_cast<std::size_t>(in.gcount()));
    const std::size_t size = in ? size_of_records(text) : text.size();
    const std::string_view whole = std::string_view(text).substr(0, size);
    refuse_non_utf8(whole, path, line);
    Scanner scanner(line == 1 ? without_byte_order_mark(whole) : whole, path, line);
    take_lines(table, scanner, faults);
    line = scanner.line();
    if (!table.rows.empty()) take(table);
    table.rows.clear();
    text.erase(0, size);
  }
  refuse_headless(table);
  faults.throw_if_any();
}

CsvTable load_csv(const std::string& path) {
  return parse_csv(read_text_file(path, kMaxCsvBytes), path);
}

}  // namespace mikpoly
