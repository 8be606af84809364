// Which program this is: for `--version`, run.json and the tool_version column.
#pragma once

#include <string_view>

namespace mikpoly::lab {

struct BuildInfo {
  std::string_view version;   ///< e.g. "0.1.0"
  std::string_view commit;    ///< of the sources at build time; "unknown" outside a git checkout
  bool dirty = false;         ///< whether tracked sources differed from that commit
  std::string_view compiler;  ///< name and version
  std::string_view build_type;
};

/// Written at build time by build_info.cmake.
const BuildInfo& build_info();

}  // namespace mikpoly::lab
