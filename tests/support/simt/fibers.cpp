#include "tests/support/simt/fibers.hpp"

#include <cstdint>
#include <stdexcept>

#if defined(MIKPOLY_SANITIZE)
#include <sanitizer/common_interface_defs.h>
#endif

namespace mikpoly::simt {
namespace {

constexpr std::size_t kStackBytes = std::size_t{96} << 10;  // below what malloc maps and unmaps each time

// AddressSanitizer has to be told whose stack is in use.
void before_switch([[maybe_unused]] void** fake_stack, [[maybe_unused]] const void* stack,
                   [[maybe_unused]] std::size_t size) {
#if defined(MIKPOLY_SANITIZE)
  __sanitizer_start_switch_fiber(fake_stack, stack, size);
#endif
}

void after_switch([[maybe_unused]] void* fake_stack, [[maybe_unused]] const void** stack,
                  [[maybe_unused]] std::size_t* size) {
#if defined(MIKPOLY_SANITIZE)
  __sanitizer_finish_switch_fiber(fake_stack, stack, size);
#endif
}

}  // namespace

Fibers::Fibers(int count, std::function<void(int)> body)
    : body_(std::move(body)), fibers_(static_cast<std::size_t>(count)) {}

void Fibers::run() {
  bool any = true;
  while (any) {
    any = false;
    progress_ = false;
    for (int i = 0; i < static_cast<int>(fibers_.size()); ++i) {
      if (fibers_[static_cast<std::size_t>(i)].ended) continue;
      resume(i);
      if (failure_) std::rethrow_exception(failure_);
      any = any || !fibers_[static_cast<std::size_t>(i)].ended;
    }
    if (any && !progress_) throw std::logic_error("every thread waits for another one");
  }
}

void Fibers::wait() {
  Fiber& fiber = fibers_[static_cast<std::size_t>(current_)];
  leave(&fiber.fake_stack);
  after_switch(fiber.fake_stack, &outside_stack_, &outside_size_);
}

// makecontext passes integers only.
void Fibers::enter(unsigned high, unsigned low) {
  auto* const self = reinterpret_cast<Fibers*>((std::uintptr_t{high} << 32U) | low);
  after_switch(nullptr, &self->outside_stack_, &self->outside_size_);
  try {
    self->body_(self->current_);
  } catch (...) {
    self->failure_ = std::current_exception();
  }
  self->fibers_[static_cast<std::size_t>(self->current_)].ended = true;
  self->progress_ = true;
  self->leave(nullptr);
}

void Fibers::start(Fiber& fiber) {
  fiber.started = true;
  progress_ = true;
  fiber.stack = std::make_unique_for_overwrite<std::byte[]>(kStackBytes);
  ::getcontext(&fiber.context);
  fiber.context.uc_stack.ss_sp = fiber.stack.get();
  fiber.context.uc_stack.ss_size = kStackBytes;
  const auto self = reinterpret_cast<std::uintptr_t>(this);
  ::makecontext(&fiber.context, reinterpret_cast<void (*)()>(&Fibers::enter), 2, static_cast<unsigned>(self >> 32U),
                static_cast<unsigned>(self));
}

void Fibers::resume(int index) {
  Fiber& fiber = fibers_[static_cast<std::size_t>(index)];
  current_ = index;
  if (!fiber.started) start(fiber);
  void* own_fake_stack = nullptr;
  before_switch(&own_fake_stack, fiber.stack.get(), kStackBytes);
  ::swapcontext(&outside_, &fiber.context);
  after_switch(own_fake_stack, nullptr, nullptr);
}

void Fibers::leave(void** fake_stack) {
  before_switch(fake_stack, outside_stack_, outside_size_);
  ::swapcontext(&fibers_[static_cast<std::size_t>(current_)].context, &outside_);
}

}  // namespace mikpoly::simt
