// mikpoly tune: S1 with the simulator as timer; writes a kernel library.
#include <memory>

#include <fmt/format.h>

#include "core/config/library_file.hpp"
#include "experiments/cli/common_flags.hpp"
#include "experiments/cli/text_table.hpp"
#include "experiments/cli/verbs.hpp"

namespace mikpoly::cli {
namespace {

struct TuneFlags {
  MachineFlags machine;
  TuningParameters parameters;
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

int tune_and_save(const TuneFlags& flags) {
  const HardwareFile hardware = hardware_of(flags.machine);
  const GemmTypes types = types_of(flags.machine, hardware.accelerator);
  const TuningResult result =
      lab::tune_simulated(hardware.accelerator, lab::library_key(hardware, types, flags.parameters));
  const std::string path = flags.output.empty() ? shipped_library_path(hardware.accelerator, types.a) : flags.output;
  save_library(result.library, path);
  print(report_text(result.report, std::ssize(result.library.kernels)));
  print(kernel_table(result.library));
  print(fmt::format("library written to {}\n", path));
  return 0;
}

}  // namespace

void add_tune_verb(CLI::App& app, Invocation& invocation) {
  auto flags = std::make_shared<TuneFlags>();
  CLI::App* verb = app.add_subcommand("tune", "generate, time and rank micro-kernels; write the kernel library");
  add_machine_flags(*verb, flags->machine);
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
  verb->add_option("-o,--output", flags->output, "default: configs/libraries/HARDWARE-DTYPE.yaml")->type_name("FILE");
  verb->footer("Example: mikpoly tune --hardware toy --n-mik 8 -o toy-f16.yaml");
  verb->callback([flags, &invocation] { invocation.run = [flags] { return tune_and_save(*flags); }; });
}

}  // namespace mikpoly::cli
