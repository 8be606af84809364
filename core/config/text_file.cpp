#include "core/config/text_file.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace mikpoly {
namespace {

[[noreturn]] void refuse_output(const std::string& path, const std::string& reason) {
  throw OutputError(fmt::format("cannot write \"{}\": {}", path, reason));
}

// A full disk is no fault of the call: it may be made again.
[[noreturn]] void refuse_output(const std::string& path, int error_number) {
  constexpr int kResumable = 75;
  const std::string reason = std::generic_category().message(error_number);
  if (error_number != ENOSPC && error_number != EDQUOT && error_number != EFBIG) refuse_output(path, reason);
  throw Error(fmt::format("cannot write \"{}\": {}; make room and call again", path, reason), kResumable);
}

// The file itself, behind links. What stands there and is no file is left alone: renaming over a device destroys it.
std::filesystem::path written_file(const std::string& path) {
  std::error_code status;
  if (!std::filesystem::exists(path, status)) return path;
  if (!std::filesystem::is_regular_file(path, status)) refuse_output(path, "it is no regular file");
  return std::filesystem::canonical(path, status);
}

// The file to replace, its folder made.
std::filesystem::path prepared_target(const std::string& path) {
  if (path.empty()) refuse_output(path, "the name is empty");
  const std::filesystem::path target = written_file(path);
  std::error_code status;
  if (target.has_parent_path()) std::filesystem::create_directories(target.parent_path(), status);
  if (status) refuse_output(path, status.value());
  return target;
}

/// The name under which a file is written before it takes that of `target`; removed unless it did.
class UnfinishedFile {
 public:
  explicit UnfinishedFile(const std::filesystem::path& target)
      : name_(fmt::format("{}.{}.part", target.string(), ::getpid())) {}
  ~UnfinishedFile() {
    std::error_code ignored;
    std::filesystem::remove(name_, ignored);
  }
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;

  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  std::string name_;
};

}  // namespace

std::ifstream open_text_file(const std::string& path) {
  std::error_code status;
  if (std::filesystem::is_directory(path, status)) throw ConfigError(fmt::format("{}: is a folder, not a file", path));
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) throw ConfigError(fmt::format("{}: cannot read the file: {}", path, std::strerror(errno)));
  return file;
}

std::string read_text_file(const std::string& path, std::int64_t most_bytes) {
  std::ifstream file = open_text_file(path);
  std::string text;
  std::string block(std::size_t{1} << 16, '\0');
  while (file.read(block.data(), static_cast<std::streamsize>(block.size())) || file.gcount() > 0) {
    text.append(block, 0, static_cast<std::size_t>(file.gcount()));
    if (static_cast<std::int64_t>(text.size()) > most_bytes) {
      throw ConfigError(fmt::format("{}: larger than the limit of {} bytes", path, most_bytes));
    }
  }
  return text;
}

void write_text_file(const std::string& path, std::string_view text) {
  write_text_file(path,
                  [text](std::ostream& out) { out.write(text.data(), static_cast<std::streamsize>(text.size())); });
}

void write_text_file(const std::string& path, const std::function<void(std::ostream&)>& write) {
  const std::filesystem::path target = prepared_target(path);
  const UnfinishedFile beside(target);
  errno = 0;
  std::ofstream file(beside.name(), std::ios::binary | std::ios::trunc);
  if (!file) refuse_output(path, errno);
  file.exceptions(std::ios::badbit | std::ios::failbit);  // what follows a failed write would change errno
  try {
    write(file);
    file.close();
  } catch (const std::ios_base::failure&) {
    refuse_output(path, errno == 0 ? EIO : errno);
  }
  std::error_code status;
  std::filesystem::rename(beside.name(), target, status);
  if (status) refuse_output(path, status.value());
}

void refuse_unwritable(const std::string& path) {
  const UnfinishedFile beside(prepared_target(path));
  errno = 0;
  if (!std::ofstream(beside.name(), std::ios::binary | std::ios::trunc)) refuse_output(path, errno);
}

std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  return text.starts_with(kMark) ? text.substr(kMark.size()) : text;
}

std::size_t find_non_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t length = lead < 0x80                   ? 1
                               : lead >= 0xC2 && lead < 0xE0 ? 2
                               : lead >= 0xE0 && lead < 0xF0 ? 3
                               : lead >= 0xF0 && lead < 0xF5 ? 4
                                                             : 0;
    if (length == 0 || i + length > text.size()) return i;
    for (std::size_t j = 1; j < length; ++j) {
      if ((static_cast<unsigned char>(text[i + j]) & 0xC0U) != 0x80U) return i;
    }
    i += length;
  }
  return std::string_view::npos;
}

}  // namespace mikpoly
