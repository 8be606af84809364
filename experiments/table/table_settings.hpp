// What a person says of a timing table: the file, how it is read, which of its kernels take part.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/measurement.hpp"
#include "core/problem/dtype.hpp"

namespace mikpoly::lab {

struct TableRequest {
  std::string file;
  std::string format = "auto";       ///< or cutlass, triton, plain
  std::string time_column;           ///< which, where a plain or Triton CSV has several; empty: the only one
  std::optional<TimeSource> source;  ///< of a file that does not say it; nothing: device_event
  std::optional<DataType> type;      ///< rows that name another are left out; nothing: all must name the same
};

/// The kernels that are kept, by shapes that they are not scored on.
struct TableKeep {
  std::int64_t count = 0;  ///< 0: all
  std::string ranking = "complementary";
};

struct TableSettings {
  TableRequest request;
  TableKeep keep;
};

}  // namespace mikpoly::lab
