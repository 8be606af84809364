#include "tests/support/simt/block.hpp"

#include <cstring>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace mikpoly::simt {
namespace {

constexpr std::size_t kSharedAlignment = 128;
constexpr unsigned char kNotWritten = 0xFF;  // a NaN of every type

thread_local Block* running = nullptr;

std::span<unsigned char> aligned(std::vector<unsigned char>& storage, std::size_t bytes) {
  const auto at = reinterpret_cast<std::uintptr_t>(storage.data());
  return std::span(storage).subspan((kSharedAlignment - at % kSharedAlignment) % kSharedAlignment, bytes);
}

}  // namespace

Counts launch(const Launch& launch, const std::function<void()>& kernel) {
  Counts counts;
  for (std::int64_t index = 0; index < launch.blocks; ++index) Block(launch, index, counts).run(kernel);
  return counts;
}

Block::Block(const Launch& launch, std::int64_t index, Counts& counts)
    : launch_(launch),
      index_(index),
      counts_(counts),
      fibers_(launch.threads, [this](int /*thread*/) { kernel_(); }),
      storage_(launch.shared_bytes + kSharedAlignment, kNotWritten),
      shared_(aligned(storage_, launch.shared_bytes)),
      threads_(static_cast<std::size_t>(launch.threads)),
      warps_(static_cast<std::size_t>((launch.threads + kLanes - 1) / kLanes)) {}

void Block::run(const std::function<void()>& kernel) {
  kernel_ = kernel;
  running = this;
  fibers_.run();
  running = nullptr;
}

Block& Block::current() {
  if (running == nullptr) throw std::logic_error("no block runs");
  return *running;
}

void Block::come(Meeting& meeting, int count, const std::function<void()>& last) {
  if (++meeting.came == count) {
    last();
    meeting.came = 0;
    ++meeting.past;
    fibers_.note_progress();
    return;
  }
  const std::int64_t own = meeting.past;
  while (meeting.past == own) fibers_.wait();
}

void Block::synchronize() {
  come(barrier_, launch_.threads, [] {});
}

void Block::meet(std::string_view instruction, void* given, const std::function<void(const Given&)>& together) {
  Meeting& warp = warps_[static_cast<std::size_t>(thread() / kLanes)];
  if (warp.came > 0 && warp.instruction != instruction) {
    throw std::logic_error(
        fmt::format("thread {} is at {}, others of its warp at {}", thread(), instruction, warp.instruction));
  }
  warp.instruction = instruction;
  warp.given[static_cast<std::size_t>(thread() % kLanes)] = given;
  come(warp, kLanes, [&] { together(warp.given); });
}

void Block::check_shared(const void* address, std::size_t bytes, std::size_t alignment) const {
  const auto* const at = static_cast<const unsigned char*>(address);
  if (at < shared_.data() || at + bytes > shared_.data() + shared_.size()) {
    throw std::logic_error(fmt::format("thread {}: {} bytes outside shared memory", thread(), bytes));
  }
  if (reinterpret_cast<std::uintptr_t>(at) % alignment != 0) {
    throw std::logic_error(fmt::format("thread {}: a shared address is no multiple of {}", thread(), alignment));
  }
}

void Block::begin_copy(void* to, const void* from, std::size_t bytes, std::size_t valid) {
  check_shared(to, bytes, bytes);
  if (reinterpret_cast<std::uintptr_t>(from) % bytes != 0) {
    throw std::logic_error(fmt::format("thread {}: a global address is no multiple of {}", thread(), bytes));
  }
  const Copy copy{to, from, bytes, valid};
  if (launch_.copies == Copies::early) {
    finish(copy);
  } else {
    threads_[static_cast<std::size_t>(thread())].open.push_back(copy);
  }
}

void Block::commit_copies() {
  Thread& own = threads_[static_cast<std::size_t>(thread())];
  own.groups.push_back(std::exchange(own.open, {}));
}

void Block::wait_for_copies(std::size_t pending) {
  Thread& own = threads_[static_cast<std::size_t>(thread())];
  while (own.groups.size() > pending) {
    for (const Copy& copy : own.groups.front()) finish(copy);
    own.groups.pop_front();
  }
}

void Block::finish(const Copy& copy) {
  if (copy.valid > 0) std::memcpy(copy.to, copy.from, copy.valid);
  std::memset(static_cast<unsigned char*>(copy.to) + copy.valid, 0, copy.bytes - copy.valid);
}

}  // namespace mikpoly::simt
