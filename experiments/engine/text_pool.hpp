// Texts that many rows point to: kept close together, and where one comes again and again, once.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <unordered_set>

namespace mikpoly::lab {

class TextPool {
 public:
  /// A copy that stays where it is as long as the pool.
  std::string_view keep(std::string_view text);

  /// The same, and the same copy for the same text. For texts of which there are few.
  std::string_view keep_once(std::string_view text);

 private:
  std::deque<std::string> blocks_;  ///< each filled up to its capacity, never beyond
  std::unordered_set<std::string_view> once_;
};

}  // namespace mikpoly::lab
