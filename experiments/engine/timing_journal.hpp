// A timer that writes down what it has timed, so that tuning which was stopped goes on where it was.
//
// The journal is text: a first line with what the samples hold for, after kJournalKind; then `VARIANT UK ROWS COLUMNS
// DEPTH PS CHECK` for each.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>

#include "core/kernel/kernel_timer.hpp"
#include "experiments/engine/file_lock.hpp"

namespace mikpoly::lab {

inline constexpr std::string_view kJournalKind = "mikpoly timing journal: ";

class JournaledTimer final : public KernelTimer {
 public:
  /// Takes over the samples of a journal that holds for `conditions`, but no damaged line. `timer` must outlive this.
  /// Errors: as FileLock; OutputError when the file is no journal, or one of other conditions: it is then as it was.
  JournaledTimer(const KernelTimer& timer, std::string path, const std::string& conditions);

  /// From the journal, else timed and appended.
  /// Errors: as the timer's; as throw_unwritable().
  [[nodiscard]] Picoseconds task_time(const MicroKernel& kernel, const TaskExtent& task) const override;

  /// Two samples of the whole tile, told apart by what is added to the variant.
  /// Errors: as task_time().
  [[nodiscard]] TimeCurve::Sample time(const MicroKernel& kernel, std::int64_t steps) const override;
  [[nodiscard]] TimeCurve::Conditions conditions() const override { return timer_.conditions(); }

  /// Samples taken over at construction.
  [[nodiscard]] std::int64_t resumed() const { return resumed_; }
  /// What was damaged in the journal, in one sentence; empty when nothing was.
  [[nodiscard]] const std::string& damage() const { return damage_; }

 private:
  using Sample = std::tuple<std::string, std::int64_t, TaskExtent>;
  void read(const std::string& header);
  void add(const Sample& sample, Picoseconds time) const;

  const KernelTimer& timer_;
  std::string path_;
  mutable std::map<Sample, Picoseconds> known_;
  FileLock lock_;
  std::int64_t resumed_ = 0;
  std::string damage_;
};

}  // namespace mikpoly::lab
