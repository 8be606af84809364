// An experiment with its inputs read: everything that decides the rows, and nothing else.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/hardware/hardware_file.hpp"
#include "core/problem/workload.hpp"
#include "experiments/engine/experiment.hpp"
#include "experiments/engine/own_selector.hpp"
#include "experiments/table/timing_table.hpp"

namespace mikpoly::lab {

/// One problem on one machine, with all selectors and pattern sets: the unit of work, of resuming and of sharding.
struct Point {
  std::int64_t hardware = 0;  ///< position in Study::hardware
  std::int64_t workload = 0;  ///< position in Study::workloads
  WorkloadItem item;
};

struct Study {
  Experiment experiment;
  std::vector<HardwareFile> hardware;
  std::vector<Workload> workloads;
  std::vector<PointPlace> points;             ///< in report order
  bool measured = false;                      ///< on the clock of this machine; else simulated, or of a table
  std::optional<TimingTable> table;           ///< of backend table
  std::map<std::string, std::string> inputs;  ///< e.g. "hardware ascend910a" -> content hash
  std::string resolved;                       ///< text of resolved.yaml, input hashes included
  std::string hash;                           ///< content hash of `resolved`
};

/// What the library of a machine is: the experiment's, with the variant's own tuning where it has one.
LibraryRequest library_of(const Study& study, std::int64_t hardware);

/// Loads hardware and workloads and checks that names exist and machines compute on the type. `own` are the selectors
/// of the experiment that no table lists: their identities are inputs, as the hashes of files are. Errors: ConfigError
/// for what is unknown, for a selection that leaves no point, and for what would mix simulated and measured times, for
/// own selectors in an experiment that is measured or of a table, and as check_selectors() and, for a table,
/// load_timing_table(); BackendUnavailable for a backend that runs no experiments, or instructions that are not here.
Study prepare(Experiment experiment, const std::vector<OwnSelector>& own = {});

/// Points are numbered in report order: hardware, workload, shape.
std::int64_t point_count(const Study& study);
Point point_at(const Study& study, std::int64_t number);

/// Rows that each point gives.
std::int64_t rows_per_point(const Experiment& experiment);

}  // namespace mikpoly::lab
