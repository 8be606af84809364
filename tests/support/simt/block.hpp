// A block of GPU threads on the host: fibers that meet at barriers and in the instructions of a warp, with shared
// memory that begins as NaN and asynchronous copies that may come late.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "tests/support/simt/fibers.hpp"

namespace mikpoly::simt {

inline constexpr int kLanes = 32;

/// When an asynchronous copy is done: at once, or not before somebody waits for it. What needs a wait that is missing
/// is wrong late; what overwrites memory that is still read is wrong early.
enum class Copies { early, late };

struct Launch {
  int threads = kLanes;
  std::int64_t blocks = 1;
  std::size_t shared_bytes = 0;
  Copies copies = Copies::late;
};

/// What a launch did, all blocks added.
struct Counts {
  std::int64_t matrix_loads = 0;
  std::int64_t conflicts = 0;  ///< times a matrix load went to the banks beyond the first, for eight rows at a time
};

/// Runs `kernel` as every thread of every block, one block after the other.
/// Errors: std::logic_error for threads of a warp at different instructions, for all of them waiting, and for an access
/// that the hardware refuses: misaligned, or outside shared memory.
Counts launch(const Launch& launch, const std::function<void()>& kernel);

/// The block that runs.
class Block {
 public:
  Block(const Launch& launch, std::int64_t index, Counts& counts);

  void run(const std::function<void()>& kernel);
  static Block& current();

  [[nodiscard]] int thread() const { return fibers_.current(); }
  [[nodiscard]] std::int64_t index() const { return index_; }
  [[nodiscard]] unsigned char* shared() { return shared_.data(); }
  [[nodiscard]] Counts& counts() { return counts_; }

  void synchronize();

  /// What lanes of a warp do together: the last of them to come calls `together` with what each one gave.
  using Given = std::array<void*, kLanes>;
  void meet(std::string_view instruction, void* given, const std::function<void(const Given&)>& together);

  /// Errors: as launch().
  void check_shared(const void* address, std::size_t bytes, std::size_t alignment) const;

  void begin_copy(void* to, const void* from, std::size_t bytes, std::size_t valid);
  void commit_copies();
  void wait_for_copies(std::size_t pending);

 private:
  struct Copy {
    void* to;
    const void* from;
    std::size_t bytes;
    std::size_t valid;
  };
  struct Thread {
    std::vector<Copy> open;  // not yet in a group
    std::deque<std::vector<Copy>> groups;
  };
  struct Meeting {
    std::string_view instruction;
    Given given{};
    int came = 0;
    std::int64_t past = 0;  // meetings before this one
  };

  static void finish(const Copy& copy);
  // Waits until `count` threads came to the meeting; the last one does what `last` does.
  void come(Meeting& meeting, int count, const std::function<void()>& last);

  Launch launch_;
  std::int64_t index_;
  Counts& counts_;
  std::function<void()> kernel_;
  Fibers fibers_;
  std::vector<unsigned char> storage_;
  std::span<unsigned char> shared_;
  std::vector<Thread> threads_;
  std::vector<Meeting> warps_;
  Meeting barrier_;
};

}  // namespace mikpoly::simt
