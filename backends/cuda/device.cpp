#include "backends/cuda/device.hpp"

#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace mikpoly::cuda {
namespace {

// cuda.h: CU_STREAM_NON_BLOCKING, CU_EVENT_DEFAULT and CU_EVENT_DISABLE_TIMING, CU_POINTER_ATTRIBUTE_MEMORY_TYPE.
constexpr unsigned kNonBlocking = 1;
constexpr unsigned kWithTimes = 0;
constexpr unsigned kWithoutTimes = 2;
constexpr int kMemoryType = 2;
constexpr unsigned kDeviceMemory = 2;

// Results after which a context takes no further work: CUDA_ERROR_ILLEGAL_ADDRESS, 700, to
// CUDA_ERROR_LAUNCH_FAILED, 719, but what is refused before it is begun (701, 704 to 709, 712, 713).
bool is_sticky(int result) {
  switch (result) {
    case 700:
    case 702:
    case 710:
    case 714:
    case 715:
    case 716:
    case 717:
    case 718:
    case 719:
      return true;
    default:
      return false;
  }
}

constexpr double kGiB = 0x1p30;

}  // namespace

Device::Device() : driver_(Driver::open()) {
  check(api().context_retain(&context_, driver_.number()), "the context cannot be made");
  enter();
}

Device::~Device() {
  if (failed_) api().context_reset(driver_.number());
  api().context_release(driver_.number());
}

void Device::enter() const {
  check(api().context_set(context_), "the context cannot be used");
}

void Device::check(int result, std::string_view doing) const {
  if (result == kSuccess) return;
  if (is_sticky(result)) failed_ = true;
  throw DeviceError(fmt::format("{}: {}: {}{}", facts().name, doing, api().text_of(result),
                                failed_ ? "; compute-sanitizer tells which launch it was" : ""));
}

std::int64_t Device::free_bytes() const {
  std::size_t free = 0;
  std::size_t total = 0;
  check(api().memory_info(&free, &total), "the memory cannot be asked for");
  return static_cast<std::int64_t>(free);
}

bool Device::is_on_device(const void* pointer) const {
  unsigned type = 0;
  DevicePointer address = 0;
  static_assert(sizeof(address) == sizeof(pointer));
  std::memcpy(&address, &pointer, sizeof(address));
  // Memory that the driver has not given is an invalid value to it.
  return api().pointer_attribute(&type, kMemoryType, address) == kSuccess && type == kDeviceMemory;
}

DeviceBuffer::DeviceBuffer(const Device& device, std::int64_t bytes) : device_(&device), bytes_(bytes) {
  if (bytes == 0) return;
  const int result = device.api().memory_allocate(&address_, static_cast<std::size_t>(bytes));
  if (result == kOutOfMemory) {
    throw BackendUnavailable(fmt::format("{:.2f} GiB of memory are needed on {}, {:.2f} are free; smaller shapes fit",
                                         static_cast<double>(bytes) / kGiB, device.facts().name,
                                         static_cast<double>(device.free_bytes()) / kGiB));
  }
  device.check(result, "memory cannot be had");
}

DeviceBuffer::~DeviceBuffer() {
  if (address_ != 0) device_->api().memory_free(address_);
}

DeviceBuffer::DeviceBuffer(DeviceBuffer&& other) noexcept
    : device_(other.device_), address_(std::exchange(other.address_, 0)), bytes_(std::exchange(other.bytes_, 0)) {}

DeviceBuffer& DeviceBuffer::operator=(DeviceBuffer&& other) noexcept {
  std::swap(device_, other.device_);
  std::swap(address_, other.address_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

bool DeviceBuffer::reserve(const Device& device, std::int64_t bytes) {
  if (bytes_ >= bytes) return false;
  *this = DeviceBuffer();  // before the larger one is taken
  *this = DeviceBuffer(device, bytes);
  return true;
}

void* DeviceBuffer::pointer() const {
  void* pointer = nullptr;
  std::memcpy(&pointer, &address_, sizeof(pointer));
  return pointer;
}

DeviceEvent::DeviceEvent(const Device& device, bool takes_times) : device_(device) {
  device.check(device.api().event_create(&event_, takes_times ? kWithTimes : kWithoutTimes), "no event can be made");
}

DeviceEvent::~DeviceEvent() {
  device_.api().event_destroy(event_);
}

void DeviceEvent::record(Stream stream) const {
  device_.check(device_.api().event_record(event_, stream), "an event cannot be recorded");
}

DeviceStream::DeviceStream(const Device& device) : device_(device) {
  device.check(device.api().stream_create(&stream_, kNonBlocking), "no stream can be made");
}

DeviceStream::~DeviceStream() {
  device_.api().stream_destroy(stream_);
}

void DeviceStream::wait_for(const DeviceEvent& event) const {
  device_.check(device_.api().stream_wait(stream_, event.get(), 0), "a stream cannot wait");
}

void DeviceStream::synchronize() const {
  device_.check(device_.api().stream_synchronize(stream_), "a launch failed");
}

void DeviceStream::copy(DevicePointer to, const void* from, std::int64_t bytes) const {
  device_.check(device_.api().copy_to_device(to, from, static_cast<std::size_t>(bytes), stream_),
                "operands cannot be copied to it");
}

void DeviceStream::copy(void* to, DevicePointer from, std::int64_t bytes) const {
  device_.check(device_.api().copy_to_host(to, from, static_cast<std::size_t>(bytes), stream_),
                "results cannot be copied from it");
}

}  // namespace mikpoly::cuda
