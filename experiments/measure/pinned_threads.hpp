// Keeps the threads of this process on their cores while it is measured, whoever started them: a library's own threads
// too. Left alone, two threads of a library that spin may share a core for many milliseconds.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <sys/types.h>
#include <vector>

namespace mikpoly::lab {

class PinnedThreads {
 public:
  /// `threads` is what each contestant uses, the caller included. Pins nothing yet, so that libraries that are set up
  /// afterwards still see all cores.
  explicit PinnedThreads(std::int64_t threads);

  /// Gives the caller its affinity back. Threads of others stay where they are.
  ~PinnedThreads();
  PinnedThreads(const PinnedThreads&) = delete;
  PinnedThreads& operator=(const PinnedThreads&) = delete;

  /// Pins the caller to the core that it was on at construction, and each thread that has appeared since the last call
  /// to the next of its mask: `owner` is who has just run and therefore started them. A refusal of the system is left
  /// at that. Cost: lists /proc/self/task, some 10 us.
  void settle(std::size_t owner);

  /// Until the threads that others left spinning sleep: those of libgomp and OpenBLAS do after milliseconds. Nothing
  /// with one thread. Cost: half a millisecond at least, about half a second at most.
  void wait_until_idle() const;

 private:
  std::vector<int> cores_;
  std::size_t used_;  ///< of the cores
  pid_t caller_ = 0;  ///< once it is pinned
  std::set<pid_t> known_;
  std::map<std::size_t, std::size_t> started_;  ///< threads of each owner
};

}  // namespace mikpoly::lab
