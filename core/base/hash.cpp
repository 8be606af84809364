#include "core/base/hash.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include "core/base/error.hpp"

namespace mikpoly {
namespace {

std::string digits(XXH64_hash_t hash) {
  return fmt::format("{:016x}", hash);
}

}  // namespace

std::string content_hash(std::string_view bytes) {
  return digits(XXH3_64bits(bytes.data(), bytes.size()));
}

ContentHasher::ContentHasher() : state_(XXH3_createState()) {
  ensure(state_ != nullptr && XXH3_64bits_reset(state_.get()) == XXH_OK, "there is memory for a hash");
}

void ContentHasher::add(std::string_view bytes) {
  static_cast<void>(XXH3_64bits_update(state_.get(), bytes.data(), bytes.size()));
}

std::string ContentHasher::text() const {
  return digits(XXH3_64bits_digest(state_.get()));
}

void ContentHasher::Free::operator()(XXH3_state_s* state) const {
  static_cast<void>(XXH3_freeState(state));
}

}  // namespace mikpoly
