// mikpoly tune: S1 with the simulator or this machine's cores as timer; writes a kernel library.
#include <cstdio>
#include <filesystem>
#include <memory>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "backends/cpu/cpu_kernel.hpp"
#include "backends/cpu/operand_layout.hpp"
#include "backends/engine/engine_library.hpp"
#include "core/base/error.hpp"
#include "core/config/library_file.hpp"
#include "experiments/cli/common_flags.hpp"
#include "experiments/cli/text_table.hpp"
#include "experiments/cli/verbs.hpp"
#include "experiments/engine/cpu_tuning.hpp"

namespace mikpoly::cli {
namespace {

struct TuneFlags {
  MachineFlags machine;
  TuningParameters parameters;
  std::string backend;
  lab::CpuTuningRequest cpu;
  std::string output;
};

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

// On a terminal, a line that is written over.
void show_progress(std::int64_t done, std::int64_t all) {
  if (isatty(STDERR_FILENO) == 0) return;
  fmt::print(stderr, "\rtimed {} of {} candidates{}", done, all, done == all ? "\n" : "");
}

void save_and_print(const TuningResult& result, const std::string& path) {
  save_library(result.library, path);
  print(report_text(result.report, std::ssize(result.library.kernels)));
  print(kernel_table(result.library));
  print(fmt::format("library written to {}\n", path));
}

std::string isa_of(const TuneFlags& flags) {
  return flags.cpu.isa.empty() ? std::string(cpu::best_isa()) : flags.cpu.isa;
}

// Where engines of this machine look for a library.
std::string engine_path(const TuneFlags& flags, const std::string& layout) {
  const std::string path = tuned_library_path(isa_of(flags), layout);
  if (path.empty()) {
    throw ConfigError("there is no folder for libraries: set MIKPOLY_LIBRARIES, XDG_CACHE_HOME or HOME, or give -o");
  }
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  return path;
}

// The journal beside the library lasts until the library is written.
void tune_here(const TuneFlags& flags, const HardwareFile& hardware, const GemmTypes& types,
               const std::string& layout) {
  const std::string path = flags.output.empty() ? engine_path(flags, layout) : flags.output;
  lab::CpuTuningRequest request = flags.cpu;
  request.parameters = flags.parameters;
  request.layout = layout;
  request.journal = path + ".journal";
  save_and_print(lab::tune_cpu(hardware, types, request, show_progress), path);
  std::filesystem::remove(request.journal);
}

// The layouts to time; a file holds one.
std::vector<std::string> layouts_of(const TuneFlags& flags) {
  if (!flags.cpu.layout.empty()) return {flags.cpu.layout};
  if (!flags.output.empty()) return {std::string(cpu::kOperandLayouts.front())};
  return {cpu::kOperandLayouts.begin(), cpu::kOperandLayouts.end()};
}

int tune_and_save(TuneFlags flags) {
  if (flags.machine.hardware.empty()) {
    if (flags.backend != "cpu") throw ConfigError("--hardware is required; see mikpoly tune --help");
    flags.machine.hardware = fmt::format("cpu-{}", isa_of(flags));
  }
  const HardwareFile hardware = hardware_of(flags.machine);
  const GemmTypes types = types_of(flags.machine, hardware.accelerator);
  if ((flags.backend.empty() ? hardware.accelerator.backend : flags.backend) == "cpu") {
    for (const std::string& layout : layouts_of(flags)) tune_here(flags, hardware, types, layout);
    return 0;
  }
  save_and_print(lab::tune_simulated(hardware.accelerator, lab::library_key(hardware, types, flags.parameters)),
                 flags.output.empty() ? shipped_library_path(hardware.accelerator, types.a) : flags.output);
  return 0;
}

}  // namespace

void add_tune_verb(CLI::App& app, Invocation& invocation) {
  auto flags = std::make_shared<TuneFlags>();
  CLI::App* verb = app.add_subcommand("tune", "generate, time and rank micro-kernels; write the kernel library");
  add_machine_flags(*verb, flags->machine);
  verb->get_option("--hardware")
      ->required(false)
      ->description(
          "a name in configs/hardware, or a path; default with "
          "--backend cpu: the class of this processor");
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
                   "default: configs/libraries/HARDWARE-DTYPE.yaml; cpu: where engines look for it")
      ->type_name("FILE");
  verb->add_option("--backend", flags->backend, "cpu times this machine's cores; default: the hardware file's")
      ->type_name("B")
      ->check(CLI::IsMember({"cpu", "npu", "gpu_sim"}));
  verb->add_option("--threads", flags->cpu.threads, "cpu: cores busy while a task is timed; 0: all usable")
      ->type_name("N")
      ->check(integer_in(0, 1024))
      ->capture_default_str();
  verb->add_option("--trans", flags->cpu.layout,
                   "cpu: how the operands lie: NN, NN-paged, NT or NT-paged; default: each, or NN with -o")
      ->type_name("L");
  verb->add_option("--isa", flags->cpu.isa, "cpu: instruction set; default: the best that runs here")->type_name("I");
  verb->add_flag("--quick", flags->cpu.quick, "cpu: under a minute, coarser");
  verb->footer("Example: mikpoly tune --hardware toy --n-mik 8 -o toy-f16.yaml");
  verb->callback([flags, &invocation] { invocation.run = [flags] { return tune_and_save(*flags); }; });
}

}  // namespace mikpoly::cli
