#include "experiments/measure/foreign_load.hpp"

#include <algorithm>
#include <ctime>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace mikpoly::lab {
namespace {

constexpr double kTickSeconds = 0.01;

double seconds_of(clockid_t clock) {
  timespec time{};
  if (clock_gettime(clock, &time) != 0) return 0.0;
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

std::optional<double> busy_seconds(const std::string& proc_stat, double ticks_per_second) {
  std::istringstream in(proc_stat);
  std::string name;
  double user = 0.0;
  double nice = 0.0;
  double system = 0.0;
  double idle = 0.0;
  double waiting = 0.0;
  double interrupts = 0.0;
  double soft_interrupts = 0.0;
  double stolen = 0.0;
  in >> name >> user >> nice >> system >> idle >> waiting >> interrupts >> soft_interrupts >> stolen;
  if (!in || name != "cpu") return std::nullopt;
  return (user + nice + system + interrupts + soft_interrupts + stolen) / ticks_per_second;
}

std::optional<ProcessorTime> processor_time() {
  std::ifstream in("/proc/stat");
  std::string line;
  if (!std::getline(in, line)) return std::nullopt;
  const std::optional<double> busy = busy_seconds(line, static_cast<double>(sysconf(_SC_CLK_TCK)));
  if (!busy) return std::nullopt;
  return ProcessorTime{
      .machine_s = *busy, .own_s = seconds_of(CLOCK_PROCESS_CPUTIME_ID), .wall_s = seconds_of(CLOCK_MONOTONIC)};
}

double foreign_processors(const ProcessorTime& before, const ProcessorTime& after) {
  const double wall = after.wall_s - before.wall_s;
  if (wall <= 0.0) return 0.0;
  const double foreign = (after.machine_s - before.machine_s) - (after.own_s - before.own_s) - kTickSeconds;
  return std::max(0.0, foreign) / wall;
}

}  // namespace mikpoly::lab
