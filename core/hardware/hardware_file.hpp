// A hardware description as it was read: the machine, where each number comes from, and the key of the file.
#pragma once

#include <string>
#include <vector>

#include "core/hardware/accelerator.hpp"

namespace mikpoly {

/// Where one number comes from.
struct Provenance {
  std::string path;    ///< e.g. "memory[0].total"
  std::string value;   ///< as written, e.g. "3.52 TB/s"
  std::string source;  ///< URL or text; empty when the file gives none
  std::string kind;    ///< datasheet, measured, inferred or assumed; empty when the file gives none
  std::string least;   ///< of a constant that may be fitted, the bounds of `fit: [LEAST, MOST]`; else empty
  std::string most;
};

struct HardwareFile {
  std::string path;
  std::vector<std::string> sets;  ///< the assignments it was read with, as --set of the command line
  std::string description;
  Accelerator accelerator;
  std::vector<Provenance> provenance;
  std::string hash;                   ///< content_hash of the resolved description, comments and sources left out
  std::vector<std::string> warnings;  ///< keys that the backend does not use
};

}  // namespace mikpoly
