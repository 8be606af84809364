#include "core/workload/workload_items.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace mikpoly {
namespace {

auto key(const GemmShape& shape) {
  return std::tuple(shape.m, shape.n, shape.k, shape.batch);
}

}  // namespace

void WorkloadItems::add(const GemmShape& shape, const std::string& group, const Use& use) {
  validate(shape);
  items_.push_back({.id = {}, .group = group, .shape = shape, .count = use.count, .weight = use.weight});
}

std::vector<WorkloadItem> WorkloadItems::take() {
  std::vector<std::uint32_t> order(items_.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [this](std::uint32_t item) { return std::pair(key(items_[item].shape), item); });
  std::int64_t times = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    WorkloadItem& item = items_[order[i]];
    times = i > 0 && items_[order[i - 1]].shape == item.shape ? times + 1 : 1;
    item.id = to_text(item.shape);
    if (times > 1) item.id += fmt::format("#{}", times);
  }
  return std::move(items_);
}

}  // namespace mikpoly
