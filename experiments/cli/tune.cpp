// mikpoly tune: S1 with the simulator or this machine's cores as timer; writes a kernel library.
#include <initializer_list>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "backends/cpu/usable_cores.hpp"
#include "core/base/error.hpp"
#include "core/config/library_file.hpp"
#include "experiments/backend_names.hpp"
#include "experiments/cli/common_flags.hpp"
#include "experiments/cli/text_table.hpp"
#include "experiments/cli/tune_here.hpp"
#include "experiments/cli/verbs.hpp"

namespace mikpoly::cli {
namespace {

struct TuneFlags {
  MachineFlags machine;
  TuningParameters parameters;
  std::string backend;
  lab::CpuTuningRequest cpu;
  std::string output;
  bool kernels = false;  ///< print what was kept
};

std::vector<std::string> tunable_backends() {
  std::vector<std::string> names{std::string(lab::kMeasuredBackend)};
  names.insert(names.end(), lab::kSimulatedBackends.begin(), lab::kSimulatedBackends.end());
  return names;
}

std::string report_text(const TuningReport& report, std::int64_t kept) {
  std::string text = fmt::format("generated {} candidates\n", report.generated);
  for (const auto& [reason, count] : report.refused) text += fmt::format("  refused {:>8}: {}\n", count, reason);
  text += fmt::format("timed {}; the time curves are within {:.2f} % of their samples\n", report.timed,
                      100.0 * report.max_fit_error);
  text += fmt::format("kept {}; mean regret against all timed candidates {:.4f} (by the model, synthetic shapes)\n",
                      kept, report.mean_regret);
  return text;
}

std::string kernel_table(const KernelLibrary& library) {
  std::vector<TableRow> rows;
  for (const MicroKernel& kernel : library.kernels) {
    const KernelResources& use = kernel.resources;
    constexpr std::int64_t kSteps = 16;
    rows.push_back({fmt::to_string(rows.size() + 1), kernel.id, fmt::to_string(use.occupancy),
                    fmt::format("{}/{}/{}", use.load_buffers, use.feed_buffers, use.accumulator_buffers),
                    fmt::format("{:.3f}", kernel.time.latency(1).microseconds()),
                    fmt::format("{:.3f}", kernel.time.latency(kSteps).microseconds()),
                    fmt::to_string(kernel.time.knots().size())});
  }
  return aligned({"rank", "kernel", "tasks/PE", "buffers", "us(1 step)", "us(16)", "knots"}, rows, 2);
}

void show(const TuneFlags& flags, const TuningResult& result, const std::string& path) {
  print(report_text(result.report, std::ssize(result.library.kernels)));
  if (flags.kernels) print(kernel_table(result.library));
  print(fmt::format("library written to {}\n", path));
}

/// A flag, and whether it was given.
struct Given {
  const char* flag;
  bool is_given;
};

void refuse(std::initializer_list<Given> flags, std::string_view reason) {
  for (const Given& each : flags) {
    if (each.is_given) throw ConfigError(fmt::format("{} is for tuning {}", each.flag, reason));
  }
}

void refuse_cpu_flags(const lab::CpuTuningRequest& cpu) {
  refuse({{"--threads", cpu.threads != lab::CpuTuningRequest{}.threads},
          {"--isa", !cpu.isa.empty()},
          {"--trans", !cpu.layout.empty()},
          {"--quick", cpu.quick}},
         "on this machine's cores, --backend cpu");
}

// The tiles of cores are listed, and their times lie on a surface instead of a curve over k steps.
void refuse_simulated_flags(const TuningParameters& parameters) {
  refuse({{"--n-pred", parameters.n_pred != TuningParameters{}.n_pred},
          {"--n-gen", parameters.n_gen != TuningParameters{}.n_gen}},
         "with the simulator, not for cpu");
}

int tune_simulated(const TuneFlags& flags, const HardwareFile& hardware) {
  refuse_cpu_flags(flags.cpu);
  const GemmTypes types = types_of(flags.machine, hardware.accelerator);
  const std::string path = flags.output.empty() ? shipped_library_path(hardware.accelerator, types.a) : flags.output;
  const TuningResult result =
      lab::tune_simulated(hardware.accelerator, lab::library_key(hardware, types, flags.parameters));
  save_library(result.library, path);
  show(flags, result, path);
  return 0;
}

int tune_and_save(const TuneFlags& flags) {
  const bool named = !flags.machine.hardware.empty();
  if (!named && flags.backend != lab::kMeasuredBackend) {
    throw ConfigError("--hardware is required; see mikpoly tune --help");  // as for every other machine
  }
  if (!named && !flags.machine.sets.empty()) throw ConfigError("--set changes a hardware file; --hardware names it");
  const std::optional<HardwareFile> hardware = named ? std::optional(hardware_of(flags.machine)) : std::nullopt;
  const std::string& backend = flags.backend.empty() && named ? hardware->accelerator.backend : flags.backend;
  if (backend != lab::kMeasuredBackend) return tune_simulated(flags, *hardware);
  refuse_simulated_flags(flags.parameters);
  HereRequest request{.hardware = hardware, .dtype = flags.machine.dtype, .tuning = flags.cpu, .output = flags.output};
  request.tuning.parameters = flags.parameters;
  return tune_here(request, [&](const TuningResult& made, const std::string& path) { show(flags, made, path); });
}

}  // namespace

void add_tune_verb(CLI::App& app, Invocation& invocation) {
  auto flags = std::make_shared<TuneFlags>();
  CLI::App* verb = app.add_subcommand("tune", "generate, time and rank micro-kernels; write the kernel library");
  add_machine_flags(*verb, flags->machine);
  verb->get_option("--hardware")
      ->required(false)
      ->description("a name in configs/hardware, or a path; cpu: this class");
  const auto count = [&](const char* name, std::int64_t& value, const char* help) {
    verb->add_option(name, value, help)->type_name("N")->check(integer_in(0, 1'000'000))->capture_default_str();
  };
  count("--n-gen", flags->parameters.n_gen, "values of each tile extent");
  count("--n-syn", flags->parameters.n_syn, "synthetic extents are 2^0 .. 2^N");
  count("--n-mik", flags->parameters.n_mik, "micro-kernels kept");
  count("--n-pred", flags->parameters.n_pred, "most k steps of a time curve");
  verb->add_option("--rank", flags->parameters.ranking, "what the kept ones are good at")
      ->type_name("C")
      ->capture_default_str();
  verb->add_option("-o,--output", flags->output,
                   "default: configs/libraries/HARDWARE-DTYPE.yaml; cpu: where the engine looks, or with -o the layout "
                   "of --trans, else NN, alone")
      ->type_name("FILE");
  verb->add_option("--backend", flags->backend, "cpu times this machine's cores; default: the hardware file's")
      ->type_name("B")
      ->check(CLI::IsMember(tunable_backends()));
  verb->add_option("--threads", flags->cpu.threads, "cpu: cores busy while a task is timed; 0: all usable")
      ->type_name("N")
      ->check(integer_in(0, default_threads()))
      ->capture_default_str();
  verb->add_option("--trans", flags->cpu.layout, "cpu: how the operands lie, such as NN or NT-paged; default: all")
      ->type_name("NT");
  verb->add_option("--isa", flags->cpu.isa, "cpu: instruction set; default: the best that runs here")->type_name("I");
  verb->add_flag("--kernels", flags->kernels, "print a table of the kernels kept");
  verb->add_flag("--quick", flags->cpu.quick, "cpu: under a minute, coarser");
  verb->footer(
      "cpu without --hardware: the libraries of this machine, written where the engine looks for them.\n"
      "Exit: 0 fine, 75 or 130 stopped (the same command goes on where it was).\n"
      "Example: mikpoly tune --hardware toy --n-mik 8 -o toy-f16.yaml");
  verb->callback([flags, &invocation] { invocation.run = [flags] { return tune_and_save(*flags); }; });
}

}  // namespace mikpoly::cli
