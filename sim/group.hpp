// One group of alike slots while the machine runs: where its three servers are and how fast they may go.
#pragma once

#include "sim/machine.hpp"

namespace mikpoly::sim {

/// Relative error that the repeated division of the shared levels may leave.
inline constexpr double kDivisionError = 2e-3;

/// A server's place in its list.
struct Place {
  double tasks = 0.0;    ///< tasks done since the start of the list
  std::size_t run = 0;   ///< run it works on
  double run_end = 0.0;  ///< tasks done at the end of that run
};

class Group {
 public:
  Group(const SlotList& list, bool zero_fill);

  [[nodiscard]] bool finished() const { return storer_.run == list_->run_count; }

  /// Forgets how fast the neighbours were: before the rates after an event are looked for.
  void expect_own_rates();

  /// What the loads and stores ask of the shared levels now. A server that waits for the chain asks for the chain's
  /// rate as far as it is known: its own, then the one that set_rates() found.
  [[nodiscard]] Flow load_flow() const;
  [[nodiscard]] Flow store_flow() const;

  /// Fixes the rates until the next event, from the bytes per cycle that the flows got.
  /// Returns: whether the chain's rate moved by more than kDivisionError since the last call or expect_own_rates().
  bool set_rates(double load_bytes_per_cycle, double store_bytes_per_cycle);

  /// Cycles to the group's next event at the present rates.
  [[nodiscard]] double next_event() const;
  /// `coarse`: the step may be longer than the way to an event; nothing is then computed before it is loaded, or stored
  /// before it is computed, all the same.
  void advance(double cycles, bool coarse);

  [[nodiscard]] Progress progress(double cycles, std::size_t group) const;

 private:
  [[nodiscard]] const Run& run_of(const Place& place) const;
  [[nodiscard]] double chain_limit() const;   ///< position the chain may reach with what is loaded
  [[nodiscard]] double loader_limit() const;  ///< position the loader may reach with the buffer it has
  [[nodiscard]] double storer_limit() const;  ///< position the storer may reach with what is finished
  [[nodiscard]] double output_limit() const;  ///< position the chain may reach with the output side it has
  [[nodiscard]] double slack() const;         ///< positions closer than this are the same
  void move(Place& place, double tasks) const;

  const SlotList* list_;
  bool zero_fill_;
  double total_ = 0.0;
  Place loader_;
  Place chain_;
  Place storer_;
  double loader_rate_ = 0.0;  // tasks per cycle
  double chain_rate_ = 0.0;
  double storer_rate_ = 0.0;
};

}  // namespace mikpoly::sim
