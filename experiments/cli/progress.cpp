#include "experiments/cli/progress.hpp"

#include <cstdio>
#include <unistd.h>

#include <fmt/format.h>

#include "experiments/cli/common_flags.hpp"
#include "experiments/cli/stop_signal.hpp"

namespace mikpoly::cli {

std::string duration_text(double seconds) {
  if (seconds < 60.0) return fmt::format("{:.1f} s", seconds);
  const auto minutes = static_cast<std::int64_t>(seconds / 60.0);
  if (minutes < 60) return fmt::format("{} min {:.0f} s", minutes, seconds - 60.0 * static_cast<double>(minutes));
  return fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

lab::RunObserver terminal_observer(const std::string& unit) {
  lab::RunObserver observer{.notice = &notify, .progress = [](const lab::RunProgress&) {}, .stop = &stop_signal()};
  if (::isatty(STDERR_FILENO) == 0) return observer;
  observer.progress = [unit](const lab::RunProgress& progress) {
    fmt::print(stderr, "\r{}/{} {}, {} left\x1b[K{}", progress.finished, progress.total, unit,
               duration_text(progress.seconds_left), progress.finished == progress.total ? "\n" : "");
    std::fflush(stderr);
  };
  return observer;
}

}  // namespace mikpoly::cli
