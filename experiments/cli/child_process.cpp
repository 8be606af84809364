#include "experiments/cli/child_process.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "experiments/cli/stop_signal.hpp"

namespace mikpoly::cli {

namespace {

constexpr std::chrono::milliseconds kLookAgain{100};  // rarely enough not to disturb what the child measures

}  // namespace

int run_child(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  // Whoever started us may have left it ignored, and then nobody learns how a child ended.
  std::signal(SIGCHLD, SIG_DFL);
  const pid_t child = ::fork();
  if (child < 0) throw Error(fmt::format("no process for \"{}\": {}", words.front(), std::strerror(errno)), 1);
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);  // or it would go on writing beside a resumed run
    ::dup2(STDERR_FILENO, STDOUT_FILENO);
    ::execvp(arguments.front(), arguments.data());
    ::_exit(127);
  }
  remember_stop_signals();
  const std::atomic<int>& stop = stop_signal();
  bool passed_on = false;
  int status = 0;
  for (pid_t ended = 0; (ended = ::waitpid(child, &status, WNOHANG)) != child;) {
    if (ended < 0 && errno != EINTR) {
      throw Error(fmt::format("the end of process \"{}\" was not told: {}", words.front(), std::strerror(errno)), 1);
    }
    if (stop != 0 && !passed_on) passed_on = ::kill(child, stop) == 0;
    std::this_thread::sleep_for(kLookAgain);
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::string own_path() {
  return std::filesystem::read_symlink("/proc/self/exe").string();
}

}  // namespace mikpoly::cli
