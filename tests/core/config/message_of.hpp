// What a call complains about, to compare messages in full.
#pragma once

#include <string>

#include "core/base/error.hpp"

namespace mikpoly {

/// The message of the Error that `call` throws, or "no error".
template <typename Call>
std::string message_of(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace mikpoly
