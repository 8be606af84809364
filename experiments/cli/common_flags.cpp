#include "experiments/cli/common_flags.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "backends/cpu/thread_pool.hpp"
#include "backends/cpu/usable_cores.hpp"
#include "core/base/error.hpp"
#include "core/config/hardware_loader.hpp"
#include "core/config/text_file.hpp"
#include "core/pattern/pattern.hpp"

namespace mikpoly::cli {
namespace {

// With control characters, but line ends, as \xNN: names that people give must not steer the terminal.
std::string printable(std::string_view text) {
  std::string shown;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte >= 0x20 && byte != 0x7F) || c == '\n') {
      shown += c;
    } else {
      shown += fmt::format("\\x{:02X}", byte);
    }
  }
  return shown;
}

}  // namespace

void add_machine_flags(CLI::App& verb, MachineFlags& flags) {
  verb.add_option("--hardware", flags.hardware, "a name in configs/hardware, or a path")->required()->type_name("H");
  verb.add_option("--dtype", flags.dtype, "element type of A and B; default: the machine's first")->type_name("T");
  verb.add_option("--set", flags.sets, "change a value of the hardware file, e.g. pe.count=8; may be repeated")
      ->type_name("PATH=VALUE")
      ->allow_extra_args(false);
  verb.add_flag("--strict", flags.strict, "keys that the backend does not use are errors");
}

void add_library_flag(CLI::App& verb, MachineFlags& flags) {
  verb.add_option("--library", flags.library, "kernel library; default: the shipped one if it fits, else tuned now")
      ->type_name("FILE");
}

void add_selection_flags(CLI::App& verb, SelectionFlags& flags) {
  verb.add_option("--selector", flags.selector, "what chooses the plan")->type_name("S")->capture_default_str();
  verb.add_option("--patterns", flags.patterns, "patterns it may use: I,II or I..III or all")
      ->type_name("SET")
      ->capture_default_str();
}

void add_shape_argument(CLI::App& verb, std::string& shape) {
  verb.add_option("shape", shape, "MxNxK, or BATCHxMxNxK")->required()->type_name("");
}

void add_format_flag(CLI::App& verb, std::string& format, const std::vector<std::string>& allowed) {
  format = allowed.front();
  verb.add_option("--format", format, fmt::format("{}", fmt::join(allowed, ", ")))
      ->type_name("F")
      ->capture_default_str();
}

HardwareFile hardware_of(const MachineFlags& flags) {
  HardwareFile file = load_hardware(flags.hardware, flags.sets, flags.strict);
  for (const std::string& warning : file.warnings) notify(warning);
  return file;
}

GemmTypes types_of(const MachineFlags& flags, const Accelerator& accelerator) {
  const DataType input = flags.dtype.empty() ? accelerator.rates.front().input : parse_data_type(flags.dtype);
  return lab::types_on(accelerator, input);
}

std::unique_ptr<lab::Workbench> workbench_of(const MachineFlags& flags, std::string_view selector) {
  HardwareFile hardware = hardware_of(flags);
  const GemmTypes types = types_of(flags, hardware.accelerator);
  if (selector == kVendorSelector) {
    if (!flags.library.empty()) throw ConfigError("--library: the selector vendor has kernels of its own");
    KernelLibrary vendor = lab::vendor_library(hardware, types);
    return std::make_unique<lab::Workbench>(std::move(hardware), std::move(vendor), sim::SimulationOptions{});
  }
  lab::LibraryChoice choice = lab::choose_library(hardware, types, {.path = flags.library, .parameters = {}});
  if (!choice.notice.empty()) notify(choice.notice);
  return std::make_unique<lab::Workbench>(std::move(hardware), std::move(choice.library), sim::SimulationOptions{});
}

std::vector<std::string> patterns_of(const SelectionFlags& flags) {
  static_cast<void>(find_selector(flags.selector));
  return parse_pattern_set(flags.patterns);
}

Plan given_plan(const std::string& text_or_file, const GemmShape& shape, const KernelLibrary& library) {
  constexpr std::int64_t kMostBytes = 4096;
  const bool is_file = text_or_file.find('|') == std::string::npos;
  std::string text(without_byte_order_mark(is_file ? read_text_file(text_or_file, kMostBytes) : text_or_file));
  const std::size_t first = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  text = text.substr(first, text.find_last_not_of(" \t\r\n") + 1 - first);
  if (text.empty()) throw ConfigError(fmt::format("{}: the file holds no plan", text_or_file));
  try {
    Plan plan = parse_plan(text, shape, library);
    const std::string fault = pattern_fault(plan);
    if (fault.empty()) return plan;
    throw ConfigError(fmt::format("plan: \"{}\" is not of its pattern: {}", text, fault));
  } catch (const ConfigError& error) {
    if (!is_file) throw;
    throw ConfigError(fmt::format("{}: {}", text_or_file, error.what()));
  }
}

CLI::Validator integer_in(std::int64_t least, std::int64_t most) {
  const auto check = [least, most](const std::string& text) -> std::string {
    std::int64_t value = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = status == std::errc{} && end == text.data() + text.size();
    if (whole && value >= least && value <= most) return "";
    return fmt::format("\"{}\" is not an integer in {}..{}", text, least, most);
  };
  return {check, "", ""};
}

CLI::Validator threads_from(std::int64_t least) {
  return integer_in(least, ThreadPool::most_threads(default_threads()));
}

lab::Existing existing_of(bool resume, bool overwrite) {
  if (resume && overwrite) throw ConfigError("--resume and --overwrite exclude each other; give one");
  return resume ? lab::Existing::resume : overwrite ? lab::Existing::overwrite : lab::Existing::refuse;
}

Format parse_format(const std::string& text, const std::vector<std::string>& allowed) {
  for (const std::string& name : allowed) {
    if (name != text) continue;
    return name == "json" ? Format::json : name == "csv" ? Format::csv : Format::text;
  }
  throw ConfigError(fmt::format("unknown format \"{}\"; allowed: {}", text, fmt::join(allowed, ", ")));
}

// Where stderr cannot be written there is no place to say so: the exit code alone tells.
void notify(const std::string& line) {
  const bool over_progress = ::isatty(STDERR_FILENO) != 0;  // which leaves its line open
  const std::string text = fmt::format("{}{}\n", over_progress ? "\r\x1b[K" : "", printable(line));
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
}

// What does not arrive leaves its mark on the stream, and main() says so at the end.
void print(const std::string& text) {
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), stdout));
}

}  // namespace mikpoly::cli
