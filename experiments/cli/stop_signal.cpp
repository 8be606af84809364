#include "experiments/cli/stop_signal.hpp"

#include <cerrno>
#include <csignal>
#include <string_view>
#include <unistd.h>

namespace mikpoly::cli {
namespace {

std::atomic<int> received = 0;
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler may only touch lock-free atomics");

void remember(int signal_number) {
  received = signal_number;
}

void exit_at_once(int signal_number) {
  constexpr std::string_view kSentence = "stopped by a signal\n";
  if (::write(STDERR_FILENO, kSentence.data(), kSentence.size()) < 0) errno = 0;  // nobody is left to be told
  ::_exit(exit_code_for(signal_number));
}

void handle_with(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

}  // namespace

void exit_on_stop_signals() {
  handle_with(&exit_at_once);
}

void remember_stop_signals() {
  handle_with(&remember);
}

const std::atomic<int>& stop_signal() {
  return received;
}

int exit_code_for(int signal_number) {
  return signal_number == SIGINT ? 130 : 75;
}

}  // namespace mikpoly::cli
