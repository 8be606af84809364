// A machine of an experiment: a hardware file, or a variant of one under a name of its own.
//
//   hardware:
//     - ascend910a
//     - {name: clock-up, base: ascend910a, set: ["pe.clock=1.2 GHz"]}
//     - {name: one-tile, base: ascend910a, tuning: {n_mik: 1}}
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/config/map_reader.hpp"
#include "core/hardware/hardware_file.hpp"
#include "core/kernel/kernel_library.hpp"

namespace mikpoly::lab {

struct MachineChoice {
  std::string base;                        ///< name in configs/hardware, or path; `here`: this machine's CPU class
  std::string name;                        ///< of a variant; empty: the machine's own
  std::vector<std::string> sets;           ///< `a.b=VALUE` or `a.b*=FACTOR`, as --set of the command line
  std::optional<TuningParameters> tuning;  ///< of a variant whose library is made in another way

  bool operator==(const MachineChoice&) const = default;
};

/// Among the machines: this one, by the description of its class.
inline constexpr std::string_view kHere = "here";

/// Reads one entry of `hardware`. Parameters that a variant's `tuning` leaves out are those of `defaults`.
MachineChoice read_machine(const YamlValue& value, const TuningParameters& defaults, Diagnostics& diagnostics);

/// Reads a map of n_gen, n_syn, n_mik, n_pred and ranking.
TuningParameters read_tuning(const YamlValue& value, const TuningParameters& defaults, Diagnostics& diagnostics);

/// The description of the machine, under the variant's name where it has one. `here` must have been replaced.
/// Errors: as load_hardware().
HardwareFile load_machine(const MachineChoice& machine);

/// What read_machine reads back.
std::string to_yaml(const MachineChoice& machine);
std::string to_yaml(const TuningParameters& tuning);

}  // namespace mikpoly::lab
