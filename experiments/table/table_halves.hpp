// A table in two halves, so that no model is scored on what it was fitted to.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "experiments/table/table_models.hpp"

namespace mikpoly::lab {

/// Of a table whose (n, k) make no two halves, such as one (n, k) alone.
inline constexpr std::string_view kNotHalved =
    "no halves by (n, k): everything is scored on the shapes that it was learned from";

/// Both halves with the models that learned from them. A shape's own half never speaks of it.
class TableHalves {
 public:
  /// Halves by the hash of "{n}x{k}" (accuracy/split.hpp). Where that gives none, the models learned from all shapes,
  /// which are half 0. The table must outlive the halves.
  /// Errors: as TableModels().
  TableHalves(const TimingTable& table, const HardwareFile& hardware, const GemmTypes& types, const TableKeep& keep);

  [[nodiscard]] bool is_halved() const { return is_halved_; }
  /// 0 or 1, of a shape of the table.
  [[nodiscard]] int half_of(std::int64_t shape) const { return halves_[static_cast<std::size_t>(shape)]; }
  /// Positions of the shapes of a half.
  [[nodiscard]] const std::vector<std::int64_t>& shapes(int half) const {
    return shapes_[static_cast<std::size_t>(half)];
  }
  /// What learned from that half.
  [[nodiscard]] const TableModels& learned_from(int half) const { return *models_[static_cast<std::size_t>(half)]; }
  /// What may speak of a shape: learned from the other half. `shape` may be -1, of no shape of the table.
  [[nodiscard]] int speaks_of(std::int64_t shape) const { return shape < 0 ? 0 : 1 - half_of(shape); }

 private:
  std::vector<int> halves_;
  bool is_halved_ = false;
  std::array<std::vector<std::int64_t>, 2> shapes_;
  std::array<std::unique_ptr<TableModels>, 2> models_;
};

}  // namespace mikpoly::lab
