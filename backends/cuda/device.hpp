// A device that is in use: its context, memory, streams, events and graphs, each freed by who holds it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "backends/cuda/driver.hpp"

namespace mikpoly::cuda {

/// The first device with its primary context, which others of the process share.
class Device {
 public:
  /// Errors: as Driver::open(); DeviceError when the context cannot be made.
  Device();
  /// Frees the context; one that has failed is made anew for who comes next, so that the device stays usable.
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  [[nodiscard]] const DriverApi& api() const { return driver_.api(); }
  [[nodiscard]] const DeviceFacts& facts() const { return driver_.device(); }

  /// Makes the context the one of the calling thread; every call that follows needs it.
  void enter() const;

  /// Errors: DeviceError telling what was done, and what the driver says, when `result` is not success. A failure that
  /// makes the context useless is remembered.
  void check(int result, std::string_view doing) const;

  [[nodiscard]] std::int64_t free_bytes() const;

  /// Whether a pointer of a caller is memory of this or of another device, managed memory included.
  [[nodiscard]] bool is_on_device(const void* pointer) const;

 private:
  Driver driver_;
  Context context_ = nullptr;
  mutable bool failed_ = false;
};

/// Memory of the device.
class DeviceBuffer {
 public:
  DeviceBuffer() = default;
  /// Errors: BackendUnavailable with what is needed and what is free, when there is too little.
  DeviceBuffer(const Device& device, std::int64_t bytes);
  ~DeviceBuffer();
  DeviceBuffer(DeviceBuffer&& other) noexcept;
  DeviceBuffer& operator=(DeviceBuffer&& other) noexcept;
  DeviceBuffer(const DeviceBuffer&) = delete;
  DeviceBuffer& operator=(const DeviceBuffer&) = delete;

  /// Takes memory of that size where it has less; what was in it is gone then.
  /// Returns: whether it did.
  /// Errors: as above; it has no memory then.
  bool reserve(const Device& device, std::int64_t bytes);

  [[nodiscard]] DevicePointer address() const { return address_; }
  [[nodiscard]] std::int64_t bytes() const { return bytes_; }
  /// The address as kernels' arguments have it; not to be read on the host.
  [[nodiscard]] void* pointer() const;

 private:
  const Device* device_ = nullptr;
  DevicePointer address_ = 0;
  std::int64_t bytes_ = 0;
};

class DeviceEvent {
 public:
  /// One that takes times, or one that only orders streams.
  DeviceEvent(const Device& device, bool takes_times);
  ~DeviceEvent();
  DeviceEvent(const DeviceEvent&) = delete;
  DeviceEvent& operator=(const DeviceEvent&) = delete;

  [[nodiscard]] Event get() const { return event_; }
  void record(Stream stream) const;

 private:
  const Device& device_;
  Event event_ = nullptr;
};

class DeviceStream {
 public:
  explicit DeviceStream(const Device& device);
  ~DeviceStream();
  DeviceStream(const DeviceStream&) = delete;
  DeviceStream& operator=(const DeviceStream&) = delete;

  [[nodiscard]] Stream get() const { return stream_; }

  /// What is given to the stream from now on waits for what was recorded.
  void wait_for(const DeviceEvent& event) const;

  /// Waits until all is done.
  /// Errors: DeviceError for a launch that failed meanwhile.
  void synchronize() const;

  void copy(DevicePointer to, const void* from, std::int64_t bytes) const;
  void copy(void* to, DevicePointer from, std::int64_t bytes) const;

 private:
  const Device& device_;
  Stream stream_ = nullptr;
};

}  // namespace mikpoly::cuda
