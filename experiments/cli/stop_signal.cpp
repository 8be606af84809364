#include "experiments/cli/stop_signal.hpp"

#include <csignal>

namespace mikpoly::cli {
namespace {

std::atomic<int> received = 0;
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler may only touch lock-free atomics");

void remember(int signal_number) {
  received = signal_number;
}

}  // namespace

const std::atomic<int>& stop_signal() {
  struct sigaction action {};
  action.sa_handler = &remember;
  action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  return received;
}

int exit_code_for(int signal_number) {
  return signal_number == SIGINT ? 130 : 75;
}

}  // namespace mikpoly::cli
