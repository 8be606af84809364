#include "experiments/cli/measured_flags.hpp"

#include <sstream>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "experiments/cli/common_flags.hpp"

namespace mikpoly::cli {

void add_measured_flags(CLI::App& verb, MeasuredFlags& flags) {
  verb.add_option("--backend", flags.backend, "what is measured")->type_name("B");
  verb.add_option("--peers", flags.peers, "what it is measured against; who is not here is named and left out")
      ->type_name("P,...");
  verb.add_option("--threads", flags.threads, "threads that each of them may use")
      ->type_name("N")
      ->check(threads_from(1))
      ->capture_default_str();
  verb.add_option("--trans", flags.trans, "whether A and B are stored transposed: NN, NT, TN, TT")
      ->type_name("AB")
      ->capture_default_str();
  verb.add_option("--dtype", flags.dtype, "element type of all operands")->type_name("T")->capture_default_str();
}

GemmProblem problem_of(const MeasuredFlags& flags) {
  constexpr DataType kType = DataType::f32;
  if (flags.dtype != name_of(kType)) {
    throw ConfigError(fmt::format("--dtype \"{}\" cannot be measured; allowed: {}", flags.dtype, name_of(kType)));
  }
  GemmProblem problem;
  problem.types = {kType, kType, kType, kType};
  set_transposes(problem, flags.trans);
  return problem;
}

std::vector<std::string> peers_of(const MeasuredFlags& flags) {
  std::vector<std::string> names;
  std::istringstream in(flags.peers);
  for (std::string name; std::getline(in, name, ',');) {
    if (name.empty())
      throw ConfigError(fmt::format("--peers \"{}\" has an empty name; names with commas between", flags.peers));
    names.push_back(name);
  }
  return names;
}

}  // namespace mikpoly::cli
