#include "experiments/engine/output_file.hpp"

#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "experiments/engine/unwritable.hpp"

namespace mikpoly::lab {

namespace fs = std::filesystem;

OutputFile::OutputFile(fs::path path, int flags)
    : path_(std::move(path)), descriptor_(::open(path_.c_str(), flags | O_CLOEXEC, 0644)) {
  if (descriptor_ < 0) throw_unwritable(path_, errno);
}

OutputFile::~OutputFile() {
  ::close(descriptor_);
}

void OutputFile::write(std::string_view text) const {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor_, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw_unwritable(path_, errno);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void OutputFile::append_whole(std::string_view text) const {
  const off_t end = ::lseek(descriptor_, 0, SEEK_END);
  try {
    write(text);
  } catch (...) {
    // What a full disk took of it is no line; where even this fails, the reader drops it.
    if (end >= 0 && ::ftruncate(descriptor_, end) != 0) errno = 0;
    throw;
  }
}

ReplacedFile::ReplacedFile(fs::path path)
    : path_(std::move(path)), file_(unfinished(path_), O_WRONLY | O_CREAT | O_TRUNC) {}

ReplacedFile::~ReplacedFile() {
  std::error_code ignored;
  fs::remove(unfinished(path_), ignored);  // not there after finish()
}

void ReplacedFile::add(std::string_view text) {
  constexpr std::size_t kBlock = std::size_t{1} << 20;
  waiting_ += text;
  if (waiting_.size() < kBlock) return;
  hasher_.add(waiting_);
  file_.write(waiting_);
  waiting_.clear();
}

std::string ReplacedFile::finish() {
  hasher_.add(waiting_);
  file_.write(waiting_);
  waiting_.clear();
  std::error_code error;
  fs::rename(unfinished(path_), path_, error);
  if (error) throw_unwritable(path_, error.value());
  return hasher_.text();
}

fs::path ReplacedFile::unfinished(const fs::path& path) {
  return path.string() + ".part";
}

void replace_file(const fs::path& file, std::string_view text) {
  ReplacedFile replaced(file);
  replaced.add(text);
  static_cast<void>(replaced.finish());
}

void append_to(const fs::path& file, std::string_view text) {
  OutputFile(file, O_WRONLY | O_CREAT | O_APPEND).append_whole(text);
}

}  // namespace mikpoly::lab
