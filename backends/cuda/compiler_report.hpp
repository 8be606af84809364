// What the assembler says of the functions that it made: the lines of ptxas -v.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mikpoly::cuda {

/// What one function takes of the GPU.
struct FunctionReport {
  std::string name;
  std::int64_t registers = 0;     ///< of a thread
  std::int64_t stack_bytes = 0;   ///< local memory of a thread, spills included
  std::int64_t spill_bytes = 0;   ///< stored and loaded
  std::int64_t shared_bytes = 0;  ///< static; the kernel's own shared memory is given at the launch
};

/// Reads a log; functions in its order. Lines of other kinds are passed over.
std::vector<FunctionReport> read_report(std::string_view log);

}  // namespace mikpoly::cuda
