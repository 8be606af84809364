// The program: parses, runs one verb, and alone turns errors into a line on stderr and an exit code.
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <regex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/nearest_name.hpp"
#include "experiments/cli/common_flags.hpp"
#include "experiments/cli/stop_signal.hpp"
#include "experiments/cli/verbs.hpp"
#include "experiments/engine/build_info.hpp"

namespace mikpoly::cli {
namespace {

constexpr int kInternalFault = 1;
constexpr int kUsage = 2;

std::vector<std::string> verb_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* verb : app.get_subcommands({})) names.push_back(verb->get_name());
  return names;
}

std::vector<std::string> flag_names(const CLI::App& verb) {
  std::vector<std::string> names;
  for (const CLI::Option* option : verb.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

std::string unknown(std::string_view kind, const std::string& name, const std::vector<std::string>& known) {
  return fmt::format("unknown {} \"{}\"{}", kind, name, nearest_and_known(name, known));
}

// What is wrong with how often an option is given, or with its value; else nothing. Flags may be repeated, and
// arguments without a name say themselves what they may be.
std::string fault_of_options(const CLI::App& verb) {
  for (const CLI::Option* option : verb.get_options()) {
    const std::vector<std::string>& values = option->results();
    const std::string name = option->get_name();
    const int most = option->get_items_expected_max();
    if (most == 0 || !option->nonpositional()) continue;
    if (std::ssize(values) > most) return fmt::format("{} is given {} times; give it once", name, values.size());
    if (std::find(values.begin(), values.end(), "") != values.end()) {
      return fmt::format("{} \"\" is empty; give a value or leave {} out", name, name);
    }
  }
  return "";
}

// "mikpoly hw show --help" for the verb's verb.
std::string help_of(const CLI::App& verb) {
  std::string words = "--help";
  for (const CLI::App* level = &verb; level != nullptr; level = level->get_parent()) {
    words.insert(0, level->get_name() + " ");
  }
  return words;
}

// "verb" of the program, "verb of hw" of a verb that has verbs itself.
std::string kind_of_verbs(const CLI::App& level) {
  return level.get_parent() == nullptr ? "verb" : fmt::format("verb of {}", level.get_name());
}

// One sentence for what CLI11 could not parse: the misspelt word first, for the rest follows from it.
std::string sentence_for(const CLI::App& app, const CLI::ParseError& error) {
  for (const CLI::App* level = &app; level != nullptr;) {
    const std::vector<std::string> verbs = verb_names(*level);
    for (const std::string& word : level->remaining()) {
      if (word.starts_with("-")) return unknown("flag", word.substr(0, word.find('=')), flag_names(*level));
      if (!verbs.empty()) return unknown(kind_of_verbs(*level), word, verbs);
      return fmt::format("unexpected argument \"{}\"; see {}", word, help_of(*level));
    }
    const std::vector<CLI::App*> below = level->get_subcommands();
    if (below.empty()) {
      if (!verbs.empty()) return fmt::format("no {} given; known: {}", kind_of_verbs(*level), fmt::join(verbs, ", "));
      const std::string fault = fault_of_options(*level);
      return fmt::format("{}; see {}", fault.empty() ? error.what() : fault, help_of(*level));
    }
    level = below.front();
  }
  return error.what();
}

// The verb that was asked for, as deep as there are verbs.
const CLI::App& deepest(const CLI::App& level) {
  const std::vector<CLI::App*> below = level.get_subcommands();
  return below.empty() ? level : deepest(*below.front());
}

// "-hardware", which CLI11 takes for -h and further letters: whoever wrote it did not ask for help.
void refuse_flag_with_one_dash(const CLI::App& app, int argc, char** argv) {
  for (const std::string_view word : std::span(argv, static_cast<std::size_t>(argc))) {
    if (word.size() > 2 && word.starts_with("-h"))
      throw ConfigError(unknown("flag", std::string(word), flag_names(deepest(app))));
  }
}

// Whether a word stands where a verb is wanted: its help would be that of another.
bool has_unknown_verb(const CLI::App& level) {
  if (level.get_subcommands({}).empty()) return false;
  const std::vector<CLI::App*> below = level.get_subcommands();
  return below.empty() ? !level.remaining().empty() : has_unknown_verb(*below.front());
}

// The command line as a shell would read it.
std::string command_line(int argc, char** argv) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
  std::string line;
  for (int i = 0; i < argc; ++i) {
    const std::string word = argv[i];
    const bool plain = !word.empty() && word.find_first_not_of(kPlain) == std::string::npos;
    if (i > 0) line += ' ';
    line += plain ? word : "'" + std::regex_replace(word, std::regex("'"), "'\\''") + "'";
  }
  return line;
}

int parse_and_run(CLI::App& app, Invocation& invocation, int argc, char** argv) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help_or_version) {
    if (has_unknown_verb(app)) throw ConfigError(sentence_for(app, help_or_version));
    refuse_flag_with_one_dash(app, argc, argv);
    return app.exit(help_or_version);
  } catch (const CLI::ParseError& error) {
    throw ConfigError(sentence_for(app, error));
  }
  for (const CLI::App* verb = app.get_subcommands().front(); verb != nullptr;) {
    if (const std::string fault = fault_of_options(*verb); !fault.empty()) throw ConfigError(fault);
    const std::vector<CLI::App*> below = verb->get_subcommands();
    verb = below.empty() ? nullptr : below.front();
  }
  return invocation.run();
}

int run(int argc, char** argv) {
  CLI::App app{"MikPoly: micro-kernel polymerization for dynamic-shape GEMM, and the laboratory to study it."};
  app.name("mikpoly");
  app.set_version_flag("--version", fmt::format("mikpoly {}", lab::build_info().version));
  app.require_subcommand(1);
  app.get_formatter()->column_width(34);
  Invocation invocation{.run = {}, .command = command_line(argc, argv)};
  add_run_verb(app, invocation);
  add_compare_verb(app, invocation);
  add_report_verb(app, invocation);
  add_merge_verb(app, invocation);
  add_status_verb(app, invocation);
  add_explain_verb(app, invocation);
  add_trace_verb(app, invocation);
  add_export_verb(app, invocation);
  add_tune_verb(app, invocation);
  add_hw_verb(app, invocation);
  add_workload_verb(app, invocation);
  add_schema_verb(app, invocation);
  add_validate_verb(app, invocation);
  add_calibrate_verb(app, invocation);
  add_simulate_tilings_verb(app, invocation);
  add_table_verb(app, invocation);
  add_gemm_verb(app, invocation);
  add_bench_verb(app, invocation);
  add_backends_verb(app, invocation);
  add_doctor_verb(app, invocation);
  add_selfcheck_verb(app, invocation);
  return parse_and_run(app, invocation, argc, argv);
}

// stdout may be a full disk: what did not arrive is an error, not a success.
int flushed(int exit_code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return exit_code;
  notify("the standard output cannot be written");
  return kUsage;
}

}  // namespace
}  // namespace mikpoly::cli

int main(int argc, char** argv) {
  using namespace mikpoly;
  cli::exit_on_stop_signals();
  std::signal(SIGXFSZ, SIG_IGN);  // a file at its limit is an error of its write, as on a full disk
  try {
    return cli::flushed(cli::run(argc, argv));
  } catch (const Error& error) {
    cli::notify(error.what());
    return error.exit_code();
  } catch (const std::exception& fault) {
    cli::notify(fault.what());
    return cli::kInternalFault;
  }
}
