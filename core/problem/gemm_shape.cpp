#include "core/problem/gemm_shape.hpp"

#include <array>
#include <charconv>
#include <vector>

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace mikpoly {
namespace {

struct NamedExtent {
  char name;
  std::int64_t value;
};

std::array<NamedExtent, 4> extents_of(const GemmShape& shape) {
  return {{{'m', shape.m}, {'n', shape.n}, {'k', shape.k}, {'b', shape.batch}}};
}

[[noreturn]] void reject(std::string_view text) {
  throw ShapeError(
      fmt::format("GEMM shape \"{}\" is not MxNxK (or BATCHxMxNxK) with extents in 0..{}", text, kMaxExtent));
}

std::int64_t parse_extent(std::string_view part, std::string_view whole) {
  std::int64_t value = 0;
  const auto [end, status] = std::from_chars(part.data(), part.data() + part.size(), value);
  if (status != std::errc{} || end != part.data() + part.size()) reject(whole);
  return value;
}

}  // namespace

void validate(const GemmShape& shape) {
  // Three extents below 2^20 pass no limit; a negative one is huge here.
  const auto all_bits = static_cast<std::uint64_t>(shape.m | shape.n | shape.k | shape.batch);
  if (all_bits >> 20 == 0) return;
  const std::array<NamedExtent, 4> extents = extents_of(shape);
  for (const NamedExtent& extent : extents) {
    if (extent.value < 0 || extent.value > kMaxExtent) {
      throw ShapeError(fmt::format("GEMM shape \"{}\": extent {} = {} is not in 0..{}", to_text(shape), extent.name,
                                   extent.value, kMaxExtent));
    }
  }
  for (std::size_t i = 0; i < extents.size(); ++i) {
    for (std::size_t j = i + 1; j < extents.size(); ++j) {
      if (extents[j].value != 0 && extents[i].value > kMaxProduct / extents[j].value) {
        throw ShapeError(fmt::format("GEMM shape \"{}\": {} * {} = {} * {} passes 2^62", to_text(shape),
                                     extents[i].name, extents[j].name, extents[i].value, extents[j].value));
      }
    }
  }
  if (static_cast<double>(shape.m) * static_cast<double>(shape.n) * static_cast<double>(shape.batch) >
      static_cast<double>(kMaxProduct)) {
    throw ShapeError(fmt::format("GEMM shape \"{}\": {} * {} * {} outputs pass 2^62", to_text(shape), shape.batch,
                                 shape.m, shape.n));
  }
}

GemmShape parse_gemm_shape(std::string_view text) {
  std::vector<std::int64_t> extents;
  std::size_t begin = 0;
  while (extents.size() <= 4) {
    const std::size_t end = text.find('x', begin);
    extents.push_back(parse_extent(text.substr(begin, end - begin), text));
    if (end == std::string_view::npos) break;
    begin = end + 1;
  }
  if (extents.size() != 3 && extents.size() != 4) reject(text);
  const std::size_t first = extents.size() - 3;
  const GemmShape shape{
      .m = extents[first], .n = extents[first + 1], .k = extents[first + 2], .batch = first == 1 ? extents[0] : 1};
  validate(shape);
  return shape;
}

std::string to_text(const GemmShape& shape) {
  const std::string mnk = fmt::format("{}x{}x{}", shape.m, shape.n, shape.k);
  return shape.batch == 1 ? mnk : fmt::format("{}x{}", shape.batch, mnk);
}

}  // namespace mikpoly
