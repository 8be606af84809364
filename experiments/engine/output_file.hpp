// Files that survive the end of the program at any moment: replaced as a whole, or grown by whole pieces.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "core/base/hash.hpp"

namespace mikpoly::lab {

/// A file descriptor for writing, closed whatever happens.
class OutputFile {
 public:
  /// `flags` as of open(2). Errors: as throw_unwritable().
  OutputFile(std::filesystem::path path, int flags);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// To the disk's cache before it returns. Errors: as throw_unwritable().
  void write(std::string_view text) const;

  /// Writes behind the end, or cuts the file off where it ended before. Errors: as throw_unwritable().
  void append_whole(std::string_view text) const;

 private:
  std::filesystem::path path_;
  int descriptor_;
};

/// A file that is written under another name and takes its own at the end. Without an end the old one stays.
class ReplacedFile {
 public:
  /// Errors: as throw_unwritable(), of all.
  explicit ReplacedFile(std::filesystem::path path);
  ~ReplacedFile();
  ReplacedFile(const ReplacedFile&) = delete;
  ReplacedFile& operator=(const ReplacedFile&) = delete;

  void add(std::string_view text);

  /// Returns: content hash of the file.
  std::string finish();

  /// The other name.
  static std::filesystem::path unfinished(const std::filesystem::path& path);

 private:
  std::filesystem::path path_;
  OutputFile file_;
  std::string waiting_;
  ContentHasher hasher_;
};

/// Replaces a file as a whole. Errors: as throw_unwritable().
void replace_file(const std::filesystem::path& file, std::string_view text);

/// Appends `text` to a file, and to the disk's cache before it returns. Errors: as throw_unwritable().
void append_to(const std::filesystem::path& file, std::string_view text);

}  // namespace mikpoly::lab
