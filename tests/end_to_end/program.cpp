#include "tests/end_to_end/program.hpp"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace mikpoly::test {
namespace {

/// What the program needs, read before there are two processes.
struct Surroundings {
  std::string binary = environment("MIKPOLY_BINARY");
  std::string source = environment("MIKPOLY_SOURCE_DIR");
};

[[noreturn]] void become(const std::vector<std::string>& arguments, const Surroundings& surroundings,
                         const TemporaryFolder& folder, std::int64_t largest_file) {
  const std::string& binary = surroundings.binary;
  std::vector<char*> words{const_cast<char*>(binary.c_str())};
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  const auto redirect = [](int descriptor, const std::string& path) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (file < 0 || ::dup2(file, descriptor) < 0) ::_exit(127);
  };
  redirect(STDOUT_FILENO, folder.path() / "out");
  redirect(STDERR_FILENO, folder.path() / "err");
  if (largest_file > 0) {
    const auto bytes = static_cast<rlim_t>(largest_file);
    const rlimit limit{.rlim_cur = bytes, .rlim_max = bytes};
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) ::_exit(127);
  }
  if (::chdir(surroundings.source.c_str()) != 0) ::_exit(127);
  ::execv(binary.c_str(), words.data());
  ::_exit(127);
}

// Looks again and again; what does not come is after five minutes missed by the test.
template <typename Condition>
void wait_until(Condition condition) {
  using namespace std::chrono_literals;
  constexpr int kMostTries = 300'000;
  for (int tries = 0; tries < kMostTries && !condition(); ++tries) std::this_thread::sleep_for(1ms);
}

}  // namespace

std::string environment(const char* name) {
  const char* const value = std::getenv(name);
  if (value == nullptr) throw std::runtime_error(std::string(name) + " is not set: run this test with ctest");
  return value;
}

StartedProgram::StartedProgram(const std::vector<std::string>& arguments, std::int64_t largest_file) {
  const Surroundings surroundings;
  child_ = ::fork();
  if (child_ < 0) throw std::runtime_error("no process for the program");
  if (child_ == 0) become(arguments, surroundings, folder_, largest_file);
}

StartedProgram::~StartedProgram() {
  if (child_ < 0) return;
  ::kill(child_, SIGKILL);
  ::waitpid(child_, nullptr, 0);
}

bool StartedProgram::has_ended() const {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(child_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == child_;
}

void StartedProgram::wait_for(const std::filesystem::path& file) const {
  wait_until([&] { return std::filesystem::exists(file) || has_ended(); });
}

void StartedProgram::wait_for_points(const std::filesystem::path& runs) const {
  const auto is_there = [&] {
    std::error_code not_yet;
    for (const std::filesystem::directory_entry& run : std::filesystem::directory_iterator(runs, not_yet)) {
      if (std::filesystem::exists(run.path() / "points" / "points.jsonl")) return true;
    }
    return false;
  };
  wait_until([&] { return is_there() || has_ended(); });
}

void StartedProgram::send(int signal) const {
  ::kill(child_, signal);
}

ProgramResult StartedProgram::wait() {
  int status = 0;
  ::waitpid(child_, &status, 0);
  child_ = -1;
  return {.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
          .out = read_all(folder_.path() / "out"),
          .err = read_all(folder_.path() / "err")};
}

ProgramResult run_program(const std::vector<std::string>& arguments, const Conditions& conditions) {
  StartedProgram program(arguments, conditions.largest_file);
  const Interruption& interruption = conditions.interruption;
  if (interruption.signal != 0) {
    if (!interruption.file.empty()) program.wait_for(interruption.file);
    std::this_thread::sleep_for(interruption.delay);
    program.send(interruption.signal);
  }
  return program.wait();
}

}  // namespace mikpoly::test
