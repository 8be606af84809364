// Runs the built program as a person does, and keeps what it said.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mikpoly::test {

struct ProgramResult {
  int exit_code = -1;  ///< -1 after a signal that ended it
  std::string out;
  std::string err;
};

/// A signal that is sent as soon as `file` exists; 0: none.
struct Interruption {
  int signal = 0;
  std::string file;
};

/// Runs `mikpoly ARGUMENTS` in the source folder, without a terminal.
ProgramResult run_program(const std::vector<std::string>& arguments, const Interruption& interruption = {});

/// Environment variable set by the build; the test fails when it is missing.
std::string environment(const char* name);

}  // namespace mikpoly::test
