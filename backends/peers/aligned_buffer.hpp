// Scratch and packed operands of the peers: owned bytes on a cache-line boundary.
#pragma once

#include <cstddef>
#include <memory>
#include <new>

namespace mikpoly {

class AlignedBuffer {
 public:
  explicit AlignedBuffer(std::size_t bytes)
      : bytes_(bytes), data_(::operator new (bytes, std::align_val_t{kAlignment})) {}

  [[nodiscard]] void* data() const { return data_.get(); }
  [[nodiscard]] float* floats() const { return static_cast<float*>(data_.get()); }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  static constexpr std::size_t kAlignment = 64;
  struct Free {
    void operator()(void* data) const { ::operator delete (data, std::align_val_t{kAlignment}); }
  };

  std::size_t bytes_;
  std::unique_ptr<void, Free> data_;
};

}  // namespace mikpoly
