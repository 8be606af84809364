#include "tests/end_to_end/program.hpp"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <stdexcept>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "tests/experiments/engine/temporary_folder.hpp"

namespace mikpoly::test {
namespace {

/// What the program needs, read before there are two processes.
struct Surroundings {
  std::string binary = environment("MIKPOLY_BINARY");
  std::string source = environment("MIKPOLY_SOURCE_DIR");
};

[[noreturn]] void become(const std::vector<std::string>& arguments, const Surroundings& surroundings,
                         const TemporaryFolder& folder) {
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
  if (::chdir(surroundings.source.c_str()) != 0) ::_exit(127);
  ::execv(binary.c_str(), words.data());
  ::_exit(127);
}

bool has_ended(pid_t child) {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == child;
}

void interrupt(pid_t child, const Interruption& interruption) {
  using namespace std::chrono_literals;
  constexpr int kMostTries = 300'000;  // five minutes: what does not come is then missed by the test
  for (int tries = 0; tries < kMostTries && !std::filesystem::exists(interruption.file) && !has_ended(child); ++tries) {
    std::this_thread::sleep_for(1ms);
  }
  ::kill(child, interruption.signal);
}

}  // namespace

std::string environment(const char* name) {
  const char* const value = std::getenv(name);
  if (value == nullptr) throw std::runtime_error(std::string(name) + " is not set: run this test with ctest");
  return value;
}

ProgramResult run_program(const std::vector<std::string>& arguments, const Interruption& interruption) {
  const TemporaryFolder folder;
  const Surroundings surroundings;
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("no process for the program");
  if (child == 0) become(arguments, surroundings, folder);
  if (interruption.signal != 0) interrupt(child, interruption);
  int status = 0;
  ::waitpid(child, &status, 0);
  return {.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
          .out = read_all(folder.path() / "out"),
          .err = read_all(folder.path() / "err")};
}

}  // namespace mikpoly::test
