#include "experiments/accuracy/split.hpp"

#include <array>
#include <cstdint>
#include <openssl/evp.h>

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace mikpoly::lab {
namespace {

constexpr std::int64_t kTriedBits = 8;

// The last byte of SHA-256 of "{n}x{k}".
std::uint8_t last_byte(const GemmShape& shape) {
  const std::string text = fmt::format("{}x{}", shape.n, shape.k);
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int length = 0;
  ensure(EVP_Digest(text.data(), text.size(), digest.data(), &length, EVP_sha256(), nullptr) == 1,
         "SHA-256 of a short text");
  return digest[length - 1];
}

}  // namespace

std::vector<int> halves_of(std::span<const TimedRow> rows) {
  std::vector<std::uint8_t> bytes;
  for (const TimedRow& row : rows) bytes.push_back(last_byte(row.shape));
  std::vector<int> halves(rows.size(), 0);
  for (std::int64_t bit = 0; bit < kTriedBits; ++bit) {
    std::size_t ones = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      halves[i] = (bytes[i] >> bit) & 1;
      ones += static_cast<std::size_t>(halves[i]);
    }
    if (4 * ones >= rows.size() && 4 * (rows.size() - ones) >= rows.size()) return halves;
  }
  return std::vector<int>(rows.size(), 0);
}

}  // namespace mikpoly::lab
