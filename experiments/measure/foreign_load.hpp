// How much of the processors others used while we measured: rows taken under foreign load are marked noisy.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace mikpoly::lab {

/// Seconds of processor time since start: of the whole machine (time stolen by a hypervisor included), and our own.
struct ProcessorTime {
  double machine_s = 0.0;
  double own_s = 0.0;
  double wall_s = 0.0;
};

/// Nothing where /proc/stat cannot be read.
std::optional<ProcessorTime> processor_time();

/// Busy seconds of the first line of /proc/stat: all but idle and waiting for a device.
/// Returns: nothing when the text is not of that form.
std::optional<double> busy_seconds(const std::string& proc_stat, double ticks_per_second);

/// Processors that others kept busy between the two, at least 0.
/// Known limits: the kernel counts in ticks of 10 ms, so that a tick more or less is rounded away.
double foreign_processors(const ProcessorTime& before, const ProcessorTime& after);

/// Foreign load from which a row is marked.
inline constexpr double kNoisyProcessors = 0.06;

}  // namespace mikpoly::lab
