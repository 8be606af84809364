#include "experiments/table/table_halves.hpp"

#include <algorithm>

#include "experiments/accuracy/split.hpp"

namespace mikpoly::lab {

TableHalves::TableHalves(const TimingTable& table, const HardwareFile& hardware, const GemmTypes& types,
                         const TableKeep& keep)
    : halves_(halves_of_shapes(table.shapes())), is_halved_(std::ranges::count(halves_, 1) > 0) {
  std::vector<std::int64_t> all;
  for (std::int64_t shape = 0; shape < std::ssize(halves_); ++shape) {
    all.push_back(shape);
    shapes_[static_cast<std::size_t>(half_of(shape))].push_back(shape);
  }
  for (std::size_t half = 0; half < models_.size(); ++half) {
    models_[half] = std::make_unique<TableModels>(table, hardware, types, is_halved_ ? shapes_[half] : all, keep);
  }
}

}  // namespace mikpoly::lab
