// SIGINT and SIGTERM as a request to stop at the next point; a second one ends the program at once.
#pragma once

#include <atomic>

namespace mikpoly::cli {

/// Zero until a signal came, then its number. Catches the signals from the first call on.
const std::atomic<int>& stop_signal();

/// Exit code for a run that this signal stopped: 130 for SIGINT, 75 (resumable) for SIGTERM.
int exit_code_for(int signal_number);

}  // namespace mikpoly::cli
