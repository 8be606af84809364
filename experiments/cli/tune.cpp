// mikpoly tune: S1 with the simulator or this machine's cores as timer; writes a kernel library.
#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "backends/cpu/operand_layout.hpp"
#include "backends/cpu/usable_cores.hpp"
#include "backends/cuda/library_lookup.hpp"
#include "backends/engine/engine.hpp"
#include "backends/engine/engine_library.hpp"
#include "backends/tuned_folder.hpp"
#include "core/base/error.hpp"
#include "core/config/config_folder.hpp"
#include "core/config/library_file.hpp"
#include "core/config/text_file.hpp"
#include "core/config/workload_loader.hpp"
#include "core/kernel/tuning_limits.hpp"
#include "core/pattern/pattern.hpp"
#include "experiments/backend_names.hpp"
#include "experiments/cli/common_flags.hpp"
#include "experiments/cli/tune_choice.hpp"
#include "experiments/cli/tune_cuda.hpp"
#include "experiments/cli/tune_here.hpp"
#include "experiments/cli/tune_journal.hpp"
#include "experiments/cli/verbs.hpp"
#include "experiments/engine/cuda_tuning.hpp"

namespace mikpoly::cli {
namespace {

// Of libraries for one workload, without --output.
constexpr const char* kPurposeFolder = "out/libraries";

// Of the weight that synthetic shapes keep beside a workload's: core/decisions/kernels_for_a_workload.md.
constexpr double kGeneralShare = 0.1;

struct TuneFlags {
  MachineFlags machine;
  TuningParameters parameters;
  std::string backend;
  lab::CpuTuningRequest cpu;
  std::string output;
  std::optional<std::string> workload;  ///< what to choose kernels for; empty: every shape
  std::optional<double> share;          ///< of the weight, for the synthetic shapes beside the workload
  bool kernels = false;                 ///< print what was kept
  std::string format;
};

std::vector<std::string> tunable_backends() {
  std::vector<std::string> names{std::string(lab::kMeasuredBackend), std::string(lab::kCudaBackend)};
  names.insert(names.end(), lab::kSimulatedBackends.begin(), lab::kSimulatedBackends.end());
  return names;
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

ChoiceRequest choice_of(const TuneFlags& flags) {
  ChoiceRequest request{.kernels = flags.kernels, .format = parse_format(flags.format, kTextJson)};
  if (!flags.workload) {
    if (flags.share) throw ConfigError("--general-share is for tuning --for a workload");
    return request;
  }
  request.purpose = purpose_of(load_workload(*flags.workload), flags.share.value_or(kGeneralShare));
  return request;
}

// Of a library for one workload: never where one for every shape is looked for.
std::string purpose_path(const Purpose& purpose, const std::string& output, const std::vector<std::string>& general) {
  namespace fs = std::filesystem;
  if (output.empty()) {
    const std::string stem = fs::path(general.front()).stem().string();
    return fmt::format("{}/{}-{}.yaml", kPurposeFolder, stem, purpose.key.name);
  }
  for (const std::string& path : general) {
    std::error_code ignored;
    if (fs::weakly_canonical(output, ignored) != fs::weakly_canonical(path, ignored)) continue;
    throw ConfigError(
        fmt::format("\"{}\" is where a library for every shape is looked for; one for the workload "
                    "\"{}\" has to stand elsewhere",
                    output, purpose.key.name));
  }
  return output;
}

// Where a library goes: for every shape where --output or the machine says, for a workload elsewhere.
std::string output_path(const TuneFlags& flags, const ChoiceRequest& choice, const std::string& general) {
  std::string path = flags.output.empty() ? general : flags.output;
  if (choice.purpose) path = purpose_path(*choice.purpose, flags.output, {general});
  refuse_unwritable(path);
  return path;
}

int tune_simulated(const TuneFlags& flags, const HardwareFile& hardware) {
  refuse_cpu_flags(flags.cpu);
  const GemmTypes types = types_of(flags.machine, hardware.accelerator);
  const ChoiceRequest choice = choice_of(flags);
  const std::string path = output_path(flags, choice, shipped_library_path(hardware.accelerator, types.a));
  LibraryChooser chooser(choice);
  const LibraryKey key = lab::library_key(hardware, types, flags.parameters);
  const TuningResult candidates = lab::simulated_candidates(hardware.accelerator, key);
  chooser.choose({.accelerator = hardware.accelerator,
                  .candidates = candidates,
                  .patterns = parse_pattern_set("all"),
                  .simulated = true},
                 path);
  chooser.finish();
  return 0;
}

int tune_cuda(const TuneFlags& flags, const HardwareFile& hardware) {
  lab::CpuTuningRequest for_cpu = flags.cpu;
  for_cpu.layout = "";
  refuse_cpu_flags(for_cpu);
  const std::string layout = flags.cpu.layout.empty() ? "NN" : flags.cpu.layout;
  GemmProblem checked;
  set_transposes(checked, layout);
  const GemmTypes types = types_of(flags.machine, hardware.accelerator);
  const ChoiceRequest choice = choice_of(flags);
  const LibraryKey key = lab::cuda_library_key(hardware, types, flags.parameters, layout);
  const std::string path = output_path(flags, choice, cuda::library_path(hardware.accelerator.name, types.a, layout));
  LibraryChooser chooser(choice);
  const CudaCandidates candidates = cuda_candidates_here(hardware, key, path);
  chooser.choose({.accelerator = hardware.accelerator,
                  .candidates = candidates.tuning,
                  .patterns = parse_pattern_set("all"),
                  .simulated = candidates.simulated},
                 path);
  if (!candidates.simulated) remove_journal(journal_of(path));
  const nlohmann::ordered_json code = compile_code(path, cuda::architecture_of(hardware));
  if (choice.format == Format::text) print(code_text(code));
  chooser.add("code", code);
  chooser.finish();
  return 0;
}

// Where engines look for libraries of this instruction set, and where they are shipped; the default layout's first.
std::vector<std::string> engine_paths(const lab::CpuTuningRequest& tuning) {
  const std::string isa = lab::isa_of(tuning);
  const std::string first = tuning.layout.empty() ? "NN" : tuning.layout;
  std::vector<std::string> paths;
  for (const std::string& folder : {tuned_library_folder(), config_folder() + "/libraries"}) {
    paths.push_back(folder + "/" + library_file_name(isa, first));
    for (const std::string_view layout : cpu::kOperandLayouts) {
      paths.push_back(folder + "/" + library_file_name(isa, std::string(layout)));
    }
  }
  return paths;
}

int tune_cpu(const TuneFlags& flags, const std::optional<HardwareFile>& hardware) {
  refuse_simulated_flags(flags.parameters);
  HereRequest request{.hardware = hardware, .dtype = flags.machine.dtype, .tuning = flags.cpu, .output = flags.output};
  request.tuning.parameters = flags.parameters;
  if (request.tuning.isa.empty() && hardware) request.tuning.isa = hardware->accelerator.pe.isa;
  const ChoiceRequest choice = choice_of(flags);
  if (choice.purpose) request.output = purpose_path(*choice.purpose, flags.output, engine_paths(request.tuning));
  LibraryChooser chooser(choice);
  const int code = tune_here(request, [&](const lab::CpuCandidates& made, const std::string& path) {
    chooser.choose({.accelerator = made.machine, .candidates = made.timed, .patterns = EngineOptions{}.patterns}, path);
  });
  chooser.finish();
  return code;
}

int tune_and_save(const TuneFlags& flags) {
  const bool named = !flags.machine.hardware.empty();
  if (!named && flags.backend != lab::kMeasuredBackend) {
    throw ConfigError("--hardware is required; see mikpoly tune --help");  // as for every other machine
  }
  if (!named && !flags.machine.sets.empty()) throw ConfigError("--set changes a hardware file; --hardware names it");
  const std::optional<HardwareFile> hardware = named ? std::optional(hardware_of(flags.machine)) : std::nullopt;
  const std::string& backend = flags.backend.empty() && named ? hardware->accelerator.backend : flags.backend;
  if (backend == lab::kMeasuredBackend) return tune_cpu(flags, hardware);
  return backend == lab::kCudaBackend ? tune_cuda(flags, *hardware) : tune_simulated(flags, *hardware);
}

// `--n-gen` of n_gen, and so on.
void add_number_flags(CLI::App& verb, TuningParameters& parameters) {
  static const std::map<std::string_view, const char*> kHelp{{"n_gen", "values of each tile extent"},
                                                             {"n_syn", "synthetic extents are 2^0 .. 2^N"},
                                                             {"n_mik", "micro-kernels kept"},
                                                             {"n_pred", "most k steps of a time curve"}};
  for (const TuningLimit& limit : kTuningLimits) {
    std::string flag = fmt::format("--{}", limit.name);
    std::ranges::replace(flag, '_', '-');
    verb.add_option(flag, parameters.*limit.value,
                    fmt::format("{}, {}..{}", kHelp.at(limit.name), limit.least, limit.most))
        ->type_name("N")
        ->check(integer_in(limit.least, limit.most))
        ->capture_default_str();
  }
}

}  // namespace

void add_tune_verb(CLI::App& app, Invocation& invocation) {
  auto flags = std::make_shared<TuneFlags>();
  CLI::App* verb = app.add_subcommand("tune", "generate, time and rank micro-kernels; write the kernel library");
  add_machine_flags(*verb, flags->machine);
  verb->get_option("--hardware")
      ->required(false)
      ->description("a name in configs/hardware, or a path; cpu: this class");
  add_number_flags(*verb, flags->parameters);
  verb->add_option("--rank", flags->parameters.ranking, "what the kept ones are good at")
      ->type_name("C")
      ->capture_default_str();
  verb->add_option("-o,--output", flags->output,
                   "default: configs/libraries/HARDWARE-DTYPE.yaml; cpu: where the engine looks, or with -o the layout "
                   "of --trans, else NN, alone")
      ->type_name("FILE");
  verb->add_option("--backend", flags->backend,
                   "cpu times this machine's cores, cuda compiles for a GPU; default: the hardware file's")
      ->type_name("B")
      ->check(CLI::IsMember(tunable_backends()));
  verb->add_option("--threads", flags->cpu.threads, "cpu: cores busy while a task is timed; 0: all usable")
      ->type_name("N")
      ->check(integer_in(0, default_threads()))
      ->capture_default_str();
  verb->add_option("--trans", flags->cpu.layout,
                   "cpu: how the operands lie, such as NN or NT-paged; default: all; cuda: default NN")
      ->type_name("NT");
  verb->add_option("--isa", flags->cpu.isa, "cpu: instruction set; default: the best that runs here")->type_name("I");
  verb->add_option("--for", flags->workload,
                   "choose the kernels for a workload: a name in configs/workloads, or a path")
      ->type_name("WORKLOAD");
  verb->add_option(
          "--general-share", flags->share,
          fmt::format("with --for: share of the weight that synthetic shapes keep; default: {:g}", kGeneralShare))
      ->type_name("X");
  add_format_flag(*verb, flags->format, kTextJson);
  verb->add_flag("--kernels", flags->kernels, "print a table of the kernels kept");
  verb->add_flag("--quick", flags->cpu.quick, "cpu: under a minute, coarser");
  verb->footer(
      "cpu without --hardware: the libraries of this machine, written where the engine looks for them.\n"
      "--for: what the chosen kernels gain over those for every shape, and lose elsewhere; the library, in "
      "out/libraries "
      "without -o, is used where it is given by path.\n"
      "Exit: 0 fine, 75 or 130 stopped (the same command goes on where it was).\n"
      "Example: mikpoly tune --hardware toy --n-mik 8 -o toy-f16.yaml");
  verb->callback([flags, &invocation] { invocation.run = [flags] { return tune_and_save(*flags); }; });
}

}  // namespace mikpoly::cli
