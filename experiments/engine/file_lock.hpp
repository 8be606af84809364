// Holds a file against other processes.
#pragma once

#include <filesystem>
#include <string>

namespace mikpoly::lab {

/// An advisory lock, which goes with the process, however it ends. The file is made where there is none, and stays.
class FileLock {
 public:
  /// Errors: OutputError with the sentence `in_use` when another process holds it, and when what stands there is no
  /// regular file; as throw_unwritable() when the file cannot be made.
  /// Known limits: on a file system without locks it holds nothing.
  FileLock(const std::filesystem::path& file, const std::string& in_use);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace mikpoly::lab
