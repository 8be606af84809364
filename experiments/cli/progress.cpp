#include "experiments/cli/progress.hpp"

#include <chrono>
#include <cstdio>
#include <iterator>
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

std::string size_text(double bytes) {
  const char* const units[] = {"KiB", "MiB", "GiB", "TiB"};
  std::size_t unit = 0;
  double size = bytes / 1024.0;
  for (; size >= 1024.0 && unit + 1 < std::size(units); ++unit) size /= 1024.0;
  return fmt::format("{:.{}f} {}", size, size < 10.0 ? 1 : 0, units[unit]);
}

lab::RunObserver terminal_observer(const std::string& unit) {
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kBetween{100};  // a terminal is slower than the points of a simulated run
  lab::RunObserver observer{.notice = &notify,
                            .begins = &remember_stop_signals,
                            .progress = [](const lab::RunProgress&) {},
                            .stop = &stop_signal()};
  if (::isatty(STDERR_FILENO) == 0) return observer;
  observer.progress = [unit, shown = Clock::time_point{}](const lab::RunProgress& progress) mutable {
    if (progress.finished != progress.total && Clock::now() - shown < kBetween) return;
    shown = Clock::now();
    fmt::print(stderr, "\r{}/{} {}, {} left\x1b[K{}", progress.finished, progress.total, unit,
               duration_text(progress.seconds_left), progress.finished == progress.total ? "\n" : "");
    std::fflush(stderr);
  };
  return observer;
}

}  // namespace mikpoly::cli
