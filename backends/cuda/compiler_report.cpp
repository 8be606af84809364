#include "backends/cuda/compiler_report.hpp"

#include <charconv>

namespace mikpoly::cuda {
namespace {

// The number right before `words`, as in "Used 9 registers"; 0 when they are not there.
std::int64_t number_before(std::string_view line, std::string_view words) {
  const std::size_t at = line.find(words);
  if (at == std::string_view::npos) return 0;
  std::size_t begin = at;
  while (begin > 0 && line[begin - 1] >= '0' && line[begin - 1] <= '9') --begin;
  std::int64_t number = 0;
  std::from_chars(line.data() + begin, line.data() + at, number);
  return number;
}

// The name between the quotes that follow `words`; empty when they are not there.
std::string_view name_after(std::string_view line, std::string_view words) {
  const std::size_t at = line.find(words);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = line.substr(at + words.size());
  return rest.substr(0, rest.find('\''));
}

void read_line(std::string_view line, std::vector<FunctionReport>& functions) {
  if (const std::string_view name = name_after(line, "Compiling entry function '"); !name.empty()) {
    functions.push_back({.name = std::string(name)});
  }
  if (functions.empty()) return;
  FunctionReport& function = functions.back();
  function.registers += number_before(line, " registers");
  function.stack_bytes += number_before(line, " bytes stack frame");
  function.spill_bytes += number_before(line, " bytes spill stores") + number_before(line, " bytes spill loads");
  function.shared_bytes += number_before(line, " bytes smem");
}

}  // namespace

std::vector<FunctionReport> read_report(std::string_view log) {
  std::vector<FunctionReport> functions;
  while (!log.empty()) {
    const std::size_t end = log.find('\n');
    read_line(log.substr(0, end), functions);
    log = end == std::string_view::npos ? std::string_view{} : log.substr(end + 1);
  }
  return functions;
}

}  // namespace mikpoly::cuda
