// Requests to a language model, as a trace of a service recorded them.
#pragma once

#include <cstdint>
#include <vector>

namespace mikpoly {

struct Request {
  std::int64_t arrival_ns = 0;  ///< after the first request
  std::int64_t prompt = 0;      ///< tokens in, at least 1
  std::int64_t output = 0;      ///< tokens out, at least 1

  bool operator==(const Request&) const = default;
};

struct RequestTrace {
  std::vector<Request> requests;  ///< in the order of their arrival; without those that failed
  std::int64_t failed = 0;        ///< requests without a token in or out
  std::int64_t out_of_order = 0;  ///< requests that stood below a later one
};

}  // namespace mikpoly
