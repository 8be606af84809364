#include "experiments/engine/file_lock.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "experiments/engine/unwritable.hpp"

namespace mikpoly::lab {

FileLock::FileLock(const std::filesystem::path& file, const std::string& in_use)
    : descriptor_(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
  if (descriptor_ < 0) throw_unwritable(file, errno);
  struct stat status {};
  if (::fstat(descriptor_, &status) == 0 && !S_ISREG(status.st_mode)) {
    ::close(descriptor_);
    throw OutputError(fmt::format("\"{}\" cannot be written: it is no regular file", file.string()));
  }
  // Other refusals are those of file systems without locks.
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
  ::close(descriptor_);
  throw OutputError(in_use);
}

FileLock::~FileLock() {
  ::close(descriptor_);
}

}  // namespace mikpoly::lab
