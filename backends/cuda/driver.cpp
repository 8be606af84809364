#include "backends/cuda/driver.hpp"

#include <array>
#include <cstddef>

#include <fmt/format.h>

#include "backends/cuda/kernel_design.hpp"
#include "core/base/error.hpp"

namespace mikpoly::cuda {
namespace {

// The interface of cuda.h: results are 0 for success, devices are numbers.
using Init = int(unsigned flags);
using DriverVersion = int(int* version);
using DeviceCount = int(int* count);
using DeviceGet = int(int* device, int ordinal);
using DeviceName = int(char* name, int length, int device);
using DeviceMemory = int(std::size_t* bytes, int device);
using DeviceAttribute = int(int* value, int attribute, int device);
using ErrorText = int(int error, const char** text);

constexpr int kNoDevice = 100;  // CUDA_ERROR_NO_DEVICE

// CUdevice_attribute.
constexpr int kMultiprocessors = 16;
constexpr int kMajor = 75;
constexpr int kMinor = 76;
constexpr int kSharedBytes = 97;

// 11.8 is the first that loads code for sm_90; the versions are 1000 major + 10 minor.
constexpr int kLeastVersion = 11080;

const LibrarySought& sought_driver() {
  static const LibrarySought library{{"libcuda.so.1"}, "NVIDIA's display driver", "MIKPOLY_CUDA"};
  return library;
}

std::string version_text(int version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

std::string error_text(const SharedLibrary& library, int error) {
  const char* text = nullptr;
  auto* const ask = library.function<ErrorText>("cuGetErrorString");
  if (ask == nullptr || ask(error, &text) != 0 || text == nullptr) return fmt::format("error {}", error);
  return fmt::format("error {}, {}", error, text);
}

bool has_functions(const SharedLibrary& library) {
  constexpr std::array kNames{"cuInit",          "cuDriverGetVersion",  "cuDeviceGetCount",    "cuDeviceGet",
                              "cuDeviceGetName", "cuDeviceTotalMem_v2", "cuDeviceGetAttribute"};
  for (const char* name : kNames) {
    if (library.function<Init>(name) == nullptr) return false;
  }
  return true;
}

int attribute(const SharedLibrary& library, int which, int device) {
  int value = 0;
  library.function<DeviceAttribute>("cuDeviceGetAttribute")(&value, which, device);
  return value;
}

DeviceFacts facts_of(const SharedLibrary& library, int device) {
  std::array<char, 256> name{};
  std::size_t bytes = 0;
  library.function<DeviceName>("cuDeviceGetName")(name.data(), static_cast<int>(name.size()) - 1, device);
  library.function<DeviceMemory>("cuDeviceTotalMem_v2")(&bytes, device);
  return {.name = name.data(),
          .architecture = attribute(library, kMajor, device) * 10 + attribute(library, kMinor, device),
          .multiprocessors = attribute(library, kMultiprocessors, device),
          .memory_bytes = static_cast<std::int64_t>(bytes),
          .shared_bytes = attribute(library, kSharedBytes, device)};
}

}  // namespace

std::pair<std::optional<Driver>, std::string> Driver::look() {
  const std::optional<SharedLibrary> library = SharedLibrary::open(sought_driver());
  if (!library) return {std::nullopt, SharedLibrary::missing(sought_driver())};
  if (!has_functions(*library)) {
    return {std::nullopt, fmt::format("{} is no driver of NVIDIA's that is known here", library->file_name())};
  }
  int version = 0;
  library->function<DriverVersion>("cuDriverGetVersion")(&version);
  if (version < kLeastVersion) {
    return {std::nullopt, fmt::format("the NVIDIA driver is for CUDA {}; one for {} or newer is needed",
                                      version_text(version), version_text(kLeastVersion))};
  }
  int count = 0;
  int result = library->function<Init>("cuInit")(0);
  if (result == 0) result = library->function<DeviceCount>("cuDeviceGetCount")(&count);
  if (result == kNoDevice || (result == 0 && count == 0)) {
    return {std::nullopt, "the NVIDIA driver has no device; CUDA_VISIBLE_DEVICES may hide it"};
  }
  int device = 0;
  if (result == 0) result = library->function<DeviceGet>("cuDeviceGet")(&device, 0);
  if (result != 0) {
    return {std::nullopt, fmt::format("the NVIDIA driver does not start: {}; nvidia-smi may tell more",
                                      error_text(*library, result))};
  }
  DeviceFacts facts = facts_of(*library, device);
  if (facts.architecture < kLeastArchitecture) {
    return {std::nullopt, fmt::format("{} is sm_{}; kernels are for sm_{} and newer", facts.name, facts.architecture,
                                      kLeastArchitecture)};
  }
  return {Driver(version, std::move(facts)), ""};
}

std::string Driver::missing() {
  return look().second;
}

Driver Driver::open() {
  auto [driver, reason] = look();
  if (!driver) throw BackendUnavailable(reason);
  return *std::move(driver);
}

std::string Driver::version() const {
  return version_text(version_);
}

}  // namespace mikpoly::cuda
