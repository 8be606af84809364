// What is said of a file or folder that the system does not let us write.
#pragma once

#include <filesystem>

namespace mikpoly::lab {

/// Error for a file that could not be written, from errno: OutputError, or exit code 75 when the disk is full.
[[noreturn]] void throw_unwritable(const std::filesystem::path& file, int error_number);

}  // namespace mikpoly::lab
