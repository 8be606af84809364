// Whole text files: read with a limit, written all or not at all.
#pragma once

#include <cstdint>
#include <fstream>
#include <functional>
#include <ostream>
#include <string>
#include <string_view>

namespace mikpoly {

/// A file to be read piece by piece.
/// Errors: ConfigError when it is missing, unreadable or a folder.
std::ifstream open_text_file(const std::string& path);

/// The bytes of a file.
/// Errors: as open_text_file(); ConfigError when it is larger than `most_bytes`.
std::string read_text_file(const std::string& path, std::int64_t most_bytes);

/// Writes beside the target and renames, so that no reader ever sees half a file; makes missing folders.
/// Errors: OutputError with the system's reason, exit code 75 when the disk is full; the target is then as it was.
void write_text_file(const std::string& path, std::string_view text);

/// The same for a text that is long: `write` is given the stream. What it throws leaves the target as it was.
void write_text_file(const std::string& path, const std::function<void(std::ostream&)>& write);

/// The errors that write_text_file() would have, before the work whose result it writes; leaves the target as it is.
void refuse_unwritable(const std::string& path);

/// The text behind a UTF-8 byte order mark, which editors put before it unseen.
std::string_view without_byte_order_mark(std::string_view text);

/// Position of the first byte that no UTF-8 text has there; npos when there is none. Results copy what people name.
std::size_t find_non_utf8(std::string_view text);

}  // namespace mikpoly
