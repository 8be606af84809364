// The flags that several verbs share, each written once.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "core/hardware/hardware_file.hpp"
#include "core/plan/plan.hpp"
#include "experiments/engine/library_choice.hpp"
#include "experiments/engine/run_folder.hpp"
#include "experiments/engine/workbench.hpp"

namespace mikpoly::cli {

/// `--hardware H [--dtype T] [--library FILE] [--set a.b=c]... [--strict]`.
struct MachineFlags {
  std::string hardware;
  std::string dtype;    ///< empty: the first the machine computes on
  std::string library;  ///< empty: the shipped one, else tuned now
  std::vector<std::string> sets;
  bool strict = false;
};

/// `[--selector S] [--patterns I,II]`.
struct SelectionFlags {
  std::string selector = "mikpoly";
  std::string patterns = "all";
};

enum class Format { text, csv, json };

/// The formats of a verb whose answer is a table, and of one whose answer is none.
inline const std::vector<std::string> kTextCsvJson{"text", "csv", "json"};
inline const std::vector<std::string> kTextJson{"text", "json"};

/// The part of MachineFlags that names machine and type; add_library_flag adds the rest.
void add_machine_flags(CLI::App& verb, MachineFlags& flags);
void add_library_flag(CLI::App& verb, MachineFlags& flags);
void add_selection_flags(CLI::App& verb, SelectionFlags& flags);
void add_shape_argument(CLI::App& verb, std::string& shape);
/// `--format`, with the formats the verb knows, the default first.
void add_format_flag(CLI::App& verb, std::string& format, const std::vector<std::string>& allowed);

/// The hardware file with its assignments; its warnings go to stderr.
/// Errors: ConfigError.
HardwareFile hardware_of(const MachineFlags& flags);

/// Errors: ConfigError for an unknown type, or one the machine does not compute on.
GemmTypes types_of(const MachineFlags& flags, const Accelerator& accelerator);

/// Machine, library and simulator as the flags ask; says on stderr when a library had to be tuned or was made
/// for another hardware description.
/// Of the selector `vendor` the library is that of the vendor's tiles.
std::unique_ptr<lab::Workbench> workbench_of(const MachineFlags& flags, std::string_view selector = "");

/// The patterns of the flags; checks the selector's name too, before any work is done.
/// Errors: ConfigError naming the known ones.
std::vector<std::string> patterns_of(const SelectionFlags& flags);

/// The plan that a flag gives as text, or as the path of a file that holds it.
/// Errors: ConfigError for a file that cannot be read, as parse_plan(), or for a plan that is not of its pattern.
Plan given_plan(const std::string& text_or_file, const GemmShape& shape, const KernelLibrary& library);

/// A check that refuses what is not an integer in least..most, with the value in quotes.
CLI::Validator integer_in(std::int64_t least, std::int64_t most);

/// The same for numbers of threads, up to as many as a pool can have here.
CLI::Validator threads_from(std::int64_t least);

/// What `--resume` and `--overwrite` ask for.
/// Errors: ConfigError when both are given.
lab::Existing existing_of(bool resume, bool overwrite);

/// Errors: ConfigError naming the allowed ones.
Format parse_format(const std::string& text, const std::vector<std::string>& allowed);

/// Writes a line to stderr.
void notify(const std::string& line);

/// Writes to stdout.
void print(const std::string& text);

}  // namespace mikpoly::cli
