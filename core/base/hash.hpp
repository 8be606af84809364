// Content hashes of files and results: a fingerprint against accidents, not against an attacker.
#pragma once

#include <memory>
#include <string>
#include <string_view>

struct XXH3_state_s;

namespace mikpoly {

/// XXH3 (64 bit) of `bytes` as 16 lower-case hexadecimal digits.
std::string content_hash(std::string_view bytes);

/// The content hash of bytes that come in pieces.
class ContentHasher {
 public:
  ContentHasher();

  void add(std::string_view bytes);

  /// The content hash of all bytes so far.
  [[nodiscard]] std::string text() const;

 private:
  struct Free {
    void operator()(XXH3_state_s* state) const;
  };
  std::unique_ptr<XXH3_state_s, Free> state_;
};

}  // namespace mikpoly
