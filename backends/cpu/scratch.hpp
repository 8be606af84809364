// Memory of one worker that grows and is kept: packed panels and sums of edge tiles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

namespace mikpoly::cpu {

class Scratch {
 public:
  /// At least `count` floats on a page boundary; what an earlier call returned is lost.
  /// Errors: std::bad_alloc.
  float* floats(std::int64_t count) {
    if (count > capacity_) grow(count);
    return data_.get();
  }
  [[nodiscard]] std::int64_t bytes() const { return capacity_ * static_cast<std::int64_t>(sizeof(float)); }

 private:
  struct Free {
    void operator()(float* data) const { std::free(data); }
  };

  void grow(std::int64_t count) {
    constexpr std::size_t kPage = 4096;
    const std::size_t bytes = (static_cast<std::size_t>(count) * sizeof(float) + kPage - 1) / kPage * kPage;
    data_.reset(static_cast<float*>(std::aligned_alloc(kPage, bytes)));
    capacity_ = data_ ? count : 0;
    if (!data_) throw std::bad_alloc();
  }

  std::unique_ptr<float, Free> data_;
  std::int64_t capacity_ = 0;
};

/// What one worker keeps between tasks.
struct WorkerMemory {
  Scratch a;    ///< packed rows of A
  Scratch b;    ///< packed panels of B
  Scratch sum;  ///< sums that are not yet D
};

}  // namespace mikpoly::cpu
