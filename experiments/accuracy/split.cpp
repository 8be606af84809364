#include "experiments/accuracy/split.hpp"

#include <array>
#include <cstdint>
#include <openssl/evp.h>

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace mikpoly::lab {
namespace {

constexpr std::int64_t kTriedBits = 8;

std::uint8_t last_byte(const std::string& text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int length = 0;
  ensure(EVP_Digest(text.data(), text.size(), digest.data(), &length, EVP_sha256(), nullptr) == 1,
         "SHA-256 of a short text");
  return digest[length - 1];
}

}  // namespace

std::vector<int> halves_of(std::span<const std::string> texts) {
  std::vector<std::uint8_t> bytes;
  for (const std::string& text : texts) bytes.push_back(last_byte(text));
  std::vector<int> halves(texts.size(), 0);
  for (std::int64_t bit = 0; bit < kTriedBits; ++bit) {
    std::size_t ones = 0;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      halves[i] = (bytes[i] >> bit) & 1;
      ones += static_cast<std::size_t>(halves[i]);
    }
    if (4 * ones >= texts.size() && 4 * (texts.size() - ones) >= texts.size()) return halves;
  }
  return std::vector<int>(texts.size(), 0);
}

std::vector<int> halves_of(std::span<const TimedRow> rows) {
  std::vector<GemmShape> shapes;
  for (const TimedRow& row : rows) shapes.push_back(row.shape);
  return halves_of_shapes(shapes);
}

std::vector<int> halves_of_shapes(std::span<const GemmShape> shapes) {
  std::vector<std::string> texts;
  for (const GemmShape& shape : shapes) texts.push_back(fmt::format("{}x{}", shape.n, shape.k));
  return halves_of(texts);
}

}  // namespace mikpoly::lab
