// The three kinds of "no": exceptions for wrong input from a person, values for normal answers, ensure() for our own
// bugs.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace mikpoly {

/// Wrong input or a missing device; `main` alone catches it, prints what() and returns exit_code().
class Error : public std::runtime_error {
 public:
  Error(const std::string& sentence, int exit_code) : std::runtime_error(sentence), exit_code_(exit_code) {}
  [[nodiscard]] int exit_code() const { return exit_code_; }

 private:
  int exit_code_;
};

/// A file, flag or key that is not what it must be.
class ConfigError : public Error {
 public:
  explicit ConfigError(const std::string& sentence) : Error(sentence, 2) {}
};

/// A problem whose extents are out of range.
class ShapeError : public Error {
 public:
  explicit ShapeError(const std::string& sentence) : Error(sentence, 2) {}
};

/// A file or folder that cannot be written.
class OutputError : public Error {
 public:
  explicit OutputError(const std::string& sentence) : Error(sentence, 2) {}
};

/// A backend or device that is not here, or cannot do what was asked.
class BackendUnavailable : public Error {
 public:
  explicit BackendUnavailable(const std::string& sentence) : Error(sentence, 4) {}
};

/// A device that failed while it worked.
class DeviceError : public Error {
 public:
  explicit DeviceError(const std::string& sentence) : Error(sentence, 4) {}
};

/// Our own bug, found by ensure().
class InternalFault : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

[[noreturn]] void fail_internal(std::string_view sentence, const char* file, int line);

/// Checks what only our own mistake can break.
/// Errors: InternalFault naming file and line. (__builtin_FILE: clang 14 has no std::source_location.)
inline void ensure(bool condition, std::string_view sentence, const char* file = __builtin_FILE(),
                   int line = __builtin_LINE()) {
  if (!condition) fail_internal(sentence, file, line);
}

}  // namespace mikpoly
