// The kernel libraries of an engine, one per way operands lie, each read when its way first occurs.
#pragma once

#include <array>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "backends/cpu/operand_layout.hpp"
#include "backends/engine/engine_library.hpp"
#include "core/hardware/hardware_file.hpp"
#include "core/kernel/kernel_library.hpp"

namespace mikpoly {

class EngineLibraries {
 public:
  /// Reads a library given by path at once; an empty path gives none.
  /// Errors: ConfigError when that library cannot be read or is not of this machine's class.
  EngineLibraries(std::string_view isa, const std::string& path);

  /// The class description that is shipped for the instruction set.
  [[nodiscard]] const HardwareFile& hardware() const { return hardware_; }

  /// That of a position in cpu::kOperandLayouts: the one given by path, if it was made for that layout, else what
  /// engine_library() finds. Safe to call from many threads.
  const KernelLibrary& of(std::size_t layout);

  /// What a person should know about the libraries read so far, each sentence once.
  [[nodiscard]] std::vector<std::string> notices() const;

 private:
  void keep(std::size_t layout, EngineLibrary found);
  void note(const std::string& notice);

  HardwareFile hardware_;
  std::string tuned_folder_;
  std::array<std::once_flag, cpu::kOperandLayouts.size()> once_;
  std::array<KernelLibrary, cpu::kOperandLayouts.size()> libraries_;
  mutable std::mutex notices_mutex_;
  std::vector<std::string> notices_;
};

}  // namespace mikpoly
