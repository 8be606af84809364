#include "experiments/cli/tune_here.hpp"

#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include "backends/cpu/operand_layout.hpp"
#include "backends/engine/engine_library.hpp"
#include "backends/tuned_folder.hpp"
#include "core/base/error.hpp"
#include "core/config/text_file.hpp"
#include "experiments/cli/common_flags.hpp"
#include "experiments/cli/stop_signal.hpp"
#include "experiments/cli/tune_journal.hpp"
#include "experiments/engine/library_choice.hpp"

namespace mikpoly::cli {
namespace {

/// A library to be made.
struct Order {
  std::string layout;
  std::string path;
};

std::string engine_path(const std::string& isa, const std::string& layout) {
  const std::string folder = tuned_library_folder();
  if (folder.empty()) {
    throw ConfigError("no folder for the libraries: set MIKPOLY_LIBRARIES or HOME, or give --output");
  }
  return (std::filesystem::path(folder) / library_file_name(isa, layout)).string();
}

std::vector<Order> orders_of(const HereRequest& request, const std::string& isa) {
  const std::string& layout = request.tuning.layout;
  if (!request.output.empty()) return {{layout.empty() ? "NN" : layout, request.output}};
  std::vector<Order> orders;
  for (const std::string_view each : cpu::kOperandLayouts) {
    if (layout.empty() || layout == each) orders.push_back({std::string(each), engine_path(isa, std::string(each))});
  }
  if (orders.empty()) (void)cpu::problem_of_layout(layout, {});  // says what is known
  return orders;
}

}  // namespace

int tune_here(const HereRequest& request, const KeepLibrary& keep) {
  lab::CpuTuningRequest tuning = request.tuning;
  if (tuning.isa.empty() && request.hardware) tuning.isa = request.hardware->accelerator.pe.isa;
  tuning.isa = lab::isa_of(tuning);
  const HardwareFile hardware = request.hardware ? *request.hardware : shipped_hardware(tuning.isa);
  const DataType input =
      request.dtype.empty() ? hardware.accelerator.rates.front().input : parse_data_type(request.dtype);
  const GemmTypes types = lab::types_on(hardware.accelerator, input);
  remember_stop_signals();
  const std::vector<Order> orders = orders_of(request, tuning.isa);
  for (const Order& order : orders) refuse_unwritable(order.path);
  for (const Order& order : orders) {
    tuning.layout = order.layout;
    tuning.journal = journal_of(order.path);
    const lab::CpuCandidates made = lab::cpu_candidates(
        hardware, types, tuning, [&](std::int64_t done, std::int64_t all) { show_timed(done, all, tuning.journal); },
        &notify);
    if (made.resumed > 0) notify(fmt::format("{} samples were taken over from {}", made.resumed, tuning.journal));
    keep(made, order.path);
  }
  for (const Order& order : orders) remove_journal(journal_of(order.path));
  return 0;
}

}  // namespace mikpoly::cli
