// Runs the built program as a person does, and keeps what it said.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/temporary_folder.hpp"

namespace mikpoly::test {

struct ProgramResult {
  int exit_code = -1;  ///< -1 after a signal that ended it
  std::string out;
  std::string err;
};

/// A signal that is sent so long after `file` exists, or after the start where none is named; 0: none.
struct Interruption {
  int signal = 0;
  std::string file;
  std::chrono::microseconds delay{0};
};

/// Under what the program runs.
struct Conditions {
  Interruption interruption;
  std::int64_t largest_file = 0;  ///< in bytes: a write beyond fails as on a full disk; 0: no limit
};

/// `mikpoly ARGUMENTS` in the source folder, without a terminal.
class StartedProgram {
 public:
  explicit StartedProgram(const std::vector<std::string>& arguments, std::int64_t largest_file = 0);
  /// Kills what is still at work.
  ~StartedProgram();
  StartedProgram(const StartedProgram&) = delete;
  StartedProgram& operator=(const StartedProgram&) = delete;

  /// Waits until the file exists, or the program has ended.
  void wait_for(const std::filesystem::path& file) const;
  /// The same for points/points.jsonl of the one run folder below `runs`. From then on a signal is a request.
  void wait_for_points(const std::filesystem::path& runs) const;
  void send(int signal) const;
  ProgramResult wait();

 private:
  [[nodiscard]] bool has_ended() const;

  TemporaryFolder folder_;
  int child_ = -1;
};

/// Runs the program to its end.
ProgramResult run_program(const std::vector<std::string>& arguments, const Conditions& conditions = {});

/// Environment variable set by the build; the test fails when it is missing.
std::string environment(const char* name);

}  // namespace mikpoly::test
