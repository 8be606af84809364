#include "backends/cuda/random_operands.hpp"

#include <cstdint>
#include <vector>

#include "core/base/splitmix64.hpp"

namespace mikpoly::cuda {
namespace {

// Two numbers of f16 or bf16 in a word, or one of the others.
std::vector<std::uint32_t> operand_words(std::int64_t words, DataType type) {
  constexpr std::uint64_t kF16Mantissas = 0x03FF03FF;
  constexpr std::uint64_t kBf16Mantissas = 0x007F007F;
  constexpr std::uint64_t kF32Mantissa = 0x007FFFFF;
  const std::uint64_t mask = type == DataType::f16    ? kF16Mantissas
                             : type == DataType::bf16 ? kBf16Mantissas
                                                      : kF32Mantissa;
  const std::uint64_t half = type == DataType::f16 ? 0x38003800 : type == DataType::bf16 ? 0x3F003F00 : 0x3F000000;
  std::vector<std::uint32_t> values(static_cast<std::size_t>(words));
  SplitMix64 random(1);
  for (std::uint32_t& value : values) value = static_cast<std::uint32_t>((random.next() & mask) | half);
  return values;
}

}  // namespace

void fill_random(const DeviceStream& stream, const DeviceBuffer& buffer, DataType type) {
  constexpr std::int64_t kWordBytes = 4;
  const std::int64_t words = buffer.bytes() / kWordBytes;
  stream.copy(buffer.address(), operand_words(words, type).data(), words * kWordBytes);
  stream.synchronize();
}

}  // namespace mikpoly::cuda
