#include "experiments/engine/text_pool.hpp"

#include <algorithm>

namespace mikpoly::lab {

std::string_view TextPool::keep(std::string_view text) {
  constexpr std::size_t kBlock = std::size_t{1} << 18;
  if (blocks_.empty() || blocks_.back().capacity() - blocks_.back().size() < text.size()) {
    blocks_.emplace_back().reserve(std::max(kBlock, text.size()));
  }
  std::string& block = blocks_.back();
  const std::size_t begin = block.size();
  block += text;
  return std::string_view(block).substr(begin);
}

std::string_view TextPool::keep_once(std::string_view text) {
  const auto found = once_.find(text);
  return found != once_.end() ? *found : *once_.insert(keep(text)).first;
}

}  // namespace mikpoly::lab
