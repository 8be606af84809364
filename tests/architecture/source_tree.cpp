#include "tests/architecture/source_tree.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace mikpoly::architecture {

std::filesystem::path source_root() {
  const char* root = std::getenv("MIKPOLY_SOURCE_DIR");
  if (root == nullptr) throw std::runtime_error("MIKPOLY_SOURCE_DIR is not set; run the test through ctest");
  return root;
}

std::string read_text(const std::string& path) {
  std::ifstream file(source_root() / path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read \"" + path + "\"");
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::vector<SourceFile> read_sources(const std::vector<std::string>& folders,
                                     const std::vector<std::string>& extensions) {
  namespace fs = std::filesystem;
  const fs::path root = source_root();
  std::vector<SourceFile> sources;
  for (const std::string& folder : folders) {
    if (!fs::exists(root / folder)) continue;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / folder)) {
      const std::string extension = entry.path().extension().string();
      if (!entry.is_regular_file() || std::ranges::find(extensions, extension) == extensions.end()) continue;
      SourceFile source{entry.path().lexically_relative(root).generic_string(), {}};
      std::istringstream text(read_text(source.path));
      for (std::string line; std::getline(text, line);) source.lines.push_back(line);
      sources.push_back(std::move(source));
    }
  }
  if (sources.empty()) throw std::runtime_error("no source was found below \"" + root.string() + "\"");
  std::ranges::sort(sources, {}, &SourceFile::path);
  return sources;
}

std::vector<SourceFile> read_program_sources() {
  return read_sources({"core", "sim", "backends", "experiments", "python"}, {".cpp", ".hpp", ".cu", ".cuh", ".inc"});
}

std::string_view without_comment(std::string_view line) {
  return line.substr(0, line.find("//"));
}

}  // namespace mikpoly::architecture
