// The verbs of mikpoly hw that write a hardware file: a template to fill in, and this machine as it is measured.
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "backends/cpu/probe/hardware_yaml.hpp"
#include "core/base/error.hpp"
#include "core/config/config_folder.hpp"
#include "core/config/hardware_loader.hpp"
#include "core/config/hardware_template.hpp"
#include "core/config/text_file.hpp"
#include "experiments/cli/common_flags.hpp"
#include "experiments/cli/verbs.hpp"

namespace mikpoly::cli {
namespace {

struct MakeFlags {
  std::string name;
  std::string isa;
  std::string output;  ///< empty: standard output
};

// What editors complete and check the file by: the schema beside the shipped configurations, as seen from the file.
std::string schema_line(const std::string& output) {
  const std::filesystem::path folder = std::filesystem::absolute(output).parent_path();
  const std::filesystem::path schema = std::filesystem::absolute(config_folder()) / "schemas" / "hardware.schema.json";
  return fmt::format("# yaml-language-server: $schema={}\n",
                     schema.lexically_normal().lexically_proximate(folder.lexically_normal()).string());
}

void deliver(const std::string& bare, const std::string& output) {
  const std::string text = schema_line(output.empty() ? "here.yaml" : output) + bare;
  if (output.empty()) {
    print(text);
    return;
  }
  write_text_file(output, text);
  print(fmt::format("hardware file written to {}\n", output));
}

// What a person has filled in is not written over.
int make_template(const MakeFlags& flags) {
  const std::string text = hardware_template(flags.name);
  if (!flags.output.empty() && std::filesystem::exists(flags.output)) {
    throw OutputError(fmt::format("cannot write \"{}\": it is there already; give another name", flags.output));
  }
  deliver(text, flags.output);
  return 0;
}

int probe_machine(const MakeFlags& flags) {
  const InstructionSet isa = flags.isa.empty() ? widest_instruction_set() : parse_instruction_set(flags.isa);
  if (!flags.output.empty()) refuse_unwritable(flags.output);
  const CpuFacts facts = measure_cpu(isa);
  const Disturbance noise = disturbance_of(facts);
  if (4 * noise.disturbed > noise.readings) {
    notify(
        fmt::format("{} of {} readings vary by more than 10 %: other work is on these cores; probe again when it rests",
                    noise.disturbed, noise.readings));
  }
  const std::string text = hardware_yaml(facts);
  parse_hardware(text, "the probed hardware file", {}, true);
  deliver(text, flags.output);
  return 0;
}

void add_output_flag(CLI::App& verb, MakeFlags& flags) {
  verb.add_option("-o,--output", flags.output, "default: standard output")->type_name("FILE");
}

}  // namespace

void add_hw_make_verbs(CLI::App& hw, Invocation& invocation) {
  auto flags = std::make_shared<MakeFlags>();
  CLI::App* make = hw.add_subcommand("new", "a commented hardware file to fill in");
  make->add_option("name", flags->name, "what the machine is called")->required()->type_name("NAME");
  add_output_flag(*make, *flags);
  make->footer("Example: mikpoly hw new mine -o mine.yaml");
  make->callback([flags, &invocation] { invocation.run = [flags] { return make_template(*flags); }; });

  CLI::App* probe = hw.add_subcommand("probe", "this machine's cores as a hardware file; measures for some seconds");
  probe->add_option("--isa", flags->isa, "portable, avx2 or avx512; default: the widest here")->type_name("SET");
  add_output_flag(*probe, *flags);
  probe->footer("Example: mikpoly hw probe -o here.yaml");
  probe->callback([flags, &invocation] { invocation.run = [flags] { return probe_machine(*flags); }; });
}

}  // namespace mikpoly::cli
