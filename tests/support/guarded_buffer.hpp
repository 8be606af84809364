// Floats between two pages that fault: whoever reads or writes outside does not go on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <sys/mman.h>
#include <unistd.h>

namespace mikpoly::test {

/// Which guard page the floats touch. The distance to the other is less than a page.
enum class Against { page_behind, page_before };

class GuardedBuffer {
 public:
  GuardedBuffer(std::int64_t floats, Against against) : floats_(floats) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t bytes = static_cast<std::size_t>(floats) * sizeof(float);
    const std::size_t inside = (bytes + page - 1) / page * page;
    mapped_ = inside + 2 * page;
    base_ = static_cast<char*>(mmap(nullptr, mapped_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
    if (base_ == MAP_FAILED) throw std::runtime_error("mmap failed");
    if (inside > 0 && mprotect(base_ + page, inside, PROT_READ | PROT_WRITE) != 0) {
      throw std::runtime_error("mprotect failed");
    }
    char* first = base_ + page + (against == Against::page_behind ? inside - bytes : 0);
    data_ = reinterpret_cast<float*>(first);
  }
  GuardedBuffer(const GuardedBuffer&) = delete;
  GuardedBuffer& operator=(const GuardedBuffer&) = delete;
  ~GuardedBuffer() { munmap(base_, mapped_); }

  [[nodiscard]] float* data() const { return data_; }
  [[nodiscard]] std::int64_t size() const { return floats_; }

 private:
  std::int64_t floats_;
  std::size_t mapped_ = 0;
  char* base_ = nullptr;
  float* data_ = nullptr;
};

}  // namespace mikpoly::test
