// Functions that take turns on one thread: each runs until it waits, then the next one goes on.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <ucontext.h>
#include <vector>

namespace mikpoly::simt {

class Fibers {
 public:
  /// `body(i)` for every i below `count`.
  Fibers(int count, std::function<void(int)> body);

  /// Runs all to their end, in rounds from 0 up. What one throws ends all: the stacks of the others are not unwound.
  /// Errors: std::logic_error when nobody has anything but waiting to do.
  void run();

  /// Of the running fiber: lets the next one go on. Back when it is its turn again.
  void wait();

  /// Somebody's waiting is over.
  void note_progress() { progress_ = true; }

  [[nodiscard]] int current() const { return current_; }

 private:
  struct Fiber {
    ucontext_t context{};
    std::unique_ptr<std::byte[]> stack;
    void* fake_stack = nullptr;  // of AddressSanitizer
    bool started = false;
    bool ended = false;
  };

  static void enter(unsigned high, unsigned low);
  void start(Fiber& fiber);
  void resume(int index);
  void leave(void** fake_stack);

  std::function<void(int)> body_;
  std::vector<Fiber> fibers_;
  ucontext_t outside_{};
  const void* outside_stack_ = nullptr;
  std::size_t outside_size_ = 0;
  int current_ = 0;
  bool progress_ = false;
  std::exception_ptr failure_;
};

}  // namespace mikpoly::simt
