// The project's own sources as text, for the tests that read them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace mikpoly::architecture {

struct SourceFile {
  std::string path;  ///< from the root of the repository, with '/'
  std::vector<std::string> lines;
};

/// The root of the repository, from the environment of the test.
std::filesystem::path source_root();

/// Whole text of a file below the root.
/// Errors: std::runtime_error naming the file when it cannot be read.
std::string read_text(const std::string& path);

/// Every file below the top folders whose name ends in one of the extensions, ordered by path.
/// Errors: std::runtime_error when there is none, so that no test passes for want of files.
std::vector<SourceFile> read_sources(const std::vector<std::string>& folders,
                                     const std::vector<std::string>& extensions);

/// The C++ and CUDA sources of the program: core, sim, backends, experiments.
std::vector<SourceFile> read_program_sources();

/// The part of a line before a `//` comment.
std::string_view without_comment(std::string_view line);

}  // namespace mikpoly::architecture
