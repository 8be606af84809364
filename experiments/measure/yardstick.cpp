#include "experiments/measure/yardstick.hpp"

namespace mikpoly::lab {

bool counts_for_yardstick(std::string_view peer) {
  return !peer.starts_with("mkl");
}

void score_against_best_peer(std::span<BenchRow> rows) {
  const BenchRow* best = nullptr;
  for (const BenchRow& row : rows) {
    if (row.is_subject || !row.times || !counts_for_yardstick(row.backend)) continue;
    if (best == nullptr || row.times->pick < best->times->pick) best = &row;
  }
  if (best == nullptr) return;
  const double reference = best->times->score.microseconds();
  const std::string name = best->backend;
  for (BenchRow& row : rows) {
    row.score.best_peer = name;
    if (row.times && row.times->score.count > 0) row.score.speed = reference / row.times->score.microseconds();
  }
}

}  // namespace mikpoly::lab
