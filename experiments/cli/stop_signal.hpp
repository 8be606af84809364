// SIGINT and SIGTERM: what is written is whole at every moment, so they end the program at once; where a verb works
// point by point, they are a request to stop at the next one, and a second one ends the program at once.
#pragma once

#include <atomic>

namespace mikpoly::cli {

/// From now on the two signals end the program with the exit code of exit_code_for().
void exit_on_stop_signals();

/// From now on the first of them ends nothing but is remembered.
void remember_stop_signals();

/// Zero until a signal came that was remembered, then its number.
const std::atomic<int>& stop_signal();

/// Exit code for a run that this signal stopped: 130 for SIGINT, 75 (resumable) for SIGTERM.
int exit_code_for(int signal_number);

}  // namespace mikpoly::cli
