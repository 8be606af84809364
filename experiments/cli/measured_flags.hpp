// The flags that gemm and bench share: what is measured, on how many threads, against whom.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "core/problem/gemm_problem.hpp"

namespace mikpoly::cli {

/// `--backend B [--peers P,...] [--threads N] [--trans NN|NT|TN|TT] [--dtype T]`.
struct MeasuredFlags {
  std::string backend;
  std::string peers;  ///< names with commas between
  std::int64_t threads = 1;
  std::string trans = "NN";
  std::string dtype = "f32";
};

void add_measured_flags(CLI::App& verb, MeasuredFlags& flags);

/// Types and transposes of the flags; the shape is still empty.
/// Errors: ConfigError for an unknown type or transposition, or a type that cannot be measured.
GemmProblem problem_of(const MeasuredFlags& flags);

/// The names of `--peers`, in order. Errors: ConfigError for an empty name.
std::vector<std::string> peers_of(const MeasuredFlags& flags);

}  // namespace mikpoly::cli
