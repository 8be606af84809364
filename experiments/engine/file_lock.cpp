#include "experiments/engine/file_lock.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "core/base/error.hpp"
#include "experiments/engine/run_folder.hpp"

namespace mikpoly::lab {

FileLock::FileLock(const std::filesystem::path& file, const std::string& in_use)
    : descriptor_(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
  if (descriptor_ < 0) throw_unwritable(file, errno);
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
  ::close(descriptor_);
  throw OutputError(in_use);
}

FileLock::~FileLock() {
  ::close(descriptor_);
}

}  // namespace mikpoly::lab
