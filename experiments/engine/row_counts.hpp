// How many rows there are, and how many of them did not go well: of a point, or of a run.
#pragma once

#include <cstdint>

namespace mikpoly::lab {

struct RowCounts {
  std::int64_t rows = 0;
  std::int64_t failed = 0;   ///< status failed
  std::int64_t skipped = 0;  ///< status skipped
  std::int64_t wrong = 0;    ///< disposition failed

  bool operator==(const RowCounts&) const = default;
  RowCounts& operator+=(const RowCounts& other) {
    rows += other.rows;
    failed += other.failed;
    skipped += other.skipped;
    wrong += other.wrong;
    return *this;
  }
};

}  // namespace mikpoly::lab
