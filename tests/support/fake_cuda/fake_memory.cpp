#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <vector>

#include "tests/support/fake_cuda/fake_driver.hpp"

namespace mikpoly::test {
namespace {

constexpr std::size_t kBytes = std::size_t{40} << 30;
constexpr std::size_t kLittle = std::size_t{1} << 14;
constexpr std::size_t kAlignment = 256;

std::map<std::uintptr_t, std::size_t>& allocations() {
  static std::map<std::uintptr_t, std::size_t> all;
  return all;
}

std::size_t free_bytes() {
  std::size_t used = 0;
  for (const auto& [address, bytes] : allocations()) used += bytes;
  const std::size_t all = fake_is("little memory") ? kLittle : kBytes;
  return all > used ? all - used : 0;
}

bool is_allocated(std::uintptr_t address) {
  auto next = allocations().upper_bound(address);
  if (next == allocations().begin()) return false;
  --next;
  return address < next->first + next->second;
}

template <typename To, typename From>
void copy(To to, From from, std::size_t bytes) {
  std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), bytes);
}

}  // namespace
}  // namespace mikpoly::test

using namespace mikpoly::test;

extern "C" {

int cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
  *free = free_bytes();
  *total = kBytes;
  return sticky();
}

int cuMemAlloc_v2(unsigned long long* pointer, std::size_t bytes) {
  if (bytes > free_bytes()) return kOutOfMemory;
  void* const memory = std::aligned_alloc(kAlignment, (bytes + kAlignment - 1) / kAlignment * kAlignment);
  std::memset(memory, 0xFF, bytes);  // NaN: what is not written shows
  *pointer = reinterpret_cast<unsigned long long>(memory);
  allocations()[*pointer] = bytes;
  return sticky();
}

int cuMemFree_v2(unsigned long long pointer) {
  work_off_all();  // it waits for what was begun
  if (allocations().erase(pointer) == 0) return kInvalidValue;
  std::free(reinterpret_cast<void*>(pointer));
  return sticky();
}

int cuMemcpyHtoDAsync_v2(unsigned long long to, const void* from, std::size_t bytes, CUstream_st* stream) {
  // Memory that is not pinned has been read when the call returns.
  const auto* const first = static_cast<const unsigned char*>(from);
  give(*stream, [to, read = std::vector<unsigned char>(first, first + bytes)] {
    copy(to, read.data(), read.size());
    return kSuccess;
  });
  return sticky();
}

int cuMemcpyDtoHAsync_v2(void* to, unsigned long long from, std::size_t bytes, CUstream_st* stream) {
  give(*stream, [=] {
    copy(to, from, bytes);
    return kSuccess;
  });
  return sticky();
}

int cuPointerGetAttribute(void* value, int attribute, unsigned long long pointer) {
  constexpr int kMemoryType = 2;
  constexpr unsigned kDeviceMemory = 2;
  if (attribute != kMemoryType || !is_allocated(pointer)) return kInvalidValue;
  std::memcpy(value, &kDeviceMemory, sizeof(kDeviceMemory));
  return sticky();
}
}
