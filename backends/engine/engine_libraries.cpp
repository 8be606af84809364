#include "backends/engine/engine_libraries.hpp"

#include <algorithm>
#include <utility>

#include "backends/tuned_folder.hpp"

namespace mikpoly {

EngineLibraries::EngineLibraries(std::string_view isa, const std::string& path)
    : hardware_(shipped_hardware(isa)), tuned_folder_(tuned_library_folder()) {
  note(tuned_folder_fault());
  if (path.empty()) return;
  EngineLibrary named = named_library(hardware_, path);
  const auto found = std::ranges::find(cpu::kOperandLayouts, named.library.key.device.layout);
  const auto layout = static_cast<std::size_t>(found - cpu::kOperandLayouts.begin());
  std::call_once(once_[layout], [&] { keep(layout, std::move(named)); });
}

const KernelLibrary& EngineLibraries::of(std::size_t layout) {
  std::call_once(once_[layout], [&] {
    keep(layout, engine_library(hardware_, std::string(cpu::kOperandLayouts[layout]), tuned_folder_));
  });
  return libraries_[layout];
}

std::vector<std::string> EngineLibraries::notices() const {
  const std::lock_guard lock(notices_mutex_);
  return notices_;
}

void EngineLibraries::keep(std::size_t layout, EngineLibrary found) {
  note(found.notice);
  libraries_[layout] = std::move(found.library);
}

// Several layouts have the same to say where one machine's libraries serve another.
void EngineLibraries::note(const std::string& notice) {
  const std::lock_guard lock(notices_mutex_);
  if (notice.empty() || std::ranges::find(notices_, notice) != notices_.end()) return;
  notices_.push_back(notice);
}

}  // namespace mikpoly
