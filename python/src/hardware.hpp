// A hardware description as Python sees it.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "core/hardware/hardware_file.hpp"
#include "python/src/bindings.hpp"

namespace mikpoly::python {

struct Hardware {
  std::shared_ptr<const HardwareFile> file;

  [[nodiscard]] const Accelerator& machine() const { return file->accelerator; }
};

/// The type that products are computed on: the one named, else the machine's first.
/// Errors: ConfigError as parse_data_type().
DataType input_type(const Hardware& hardware, const std::optional<std::string>& name);

/// JSON as dicts, lists, numbers and texts.
py::object to_python(const nlohmann::ordered_json& json);

}  // namespace mikpoly::python
