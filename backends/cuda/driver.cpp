#include "backends/cuda/driver.hpp"

#include <array>
#include <cstddef>

#include <fmt/format.h>

#include "backends/cuda/kernel_design.hpp"
#include "core/base/error.hpp"

namespace mikpoly::cuda {
namespace {

// CUdevice_attribute.
constexpr int kMultiprocessors = 16;
constexpr int kMajor = 75;
constexpr int kMinor = 76;
constexpr int kSharedBytes = 97;

// 11.8 is the first that loads code for sm_90; the versions are 1000 major + 10 minor.
constexpr int kLeastVersion = 11080;

std::string version_text(int version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

int version_of(const SharedLibrary& library) {
  int version = 0;
  auto* const ask = library.function<int(int*)>("cuDriverGetVersion");
  return ask != nullptr && ask(&version) == kSuccess ? version : 0;
}

int attribute(const DriverApi& api, int which, int device) {
  int value = 0;
  api.device_attribute(&value, which, device);
  return value;
}

DeviceFacts facts_of(const DriverApi& api, int device) {
  std::array<char, 256> name{};
  std::size_t bytes = 0;
  api.device_name(name.data(), static_cast<int>(name.size()) - 1, device);
  api.device_memory(&bytes, device);
  return {.name = name.data(),
          .architecture = attribute(api, kMajor, device) * 10 + attribute(api, kMinor, device),
          .multiprocessors = attribute(api, kMultiprocessors, device),
          .memory_bytes = static_cast<std::int64_t>(bytes),
          .shared_bytes = attribute(api, kSharedBytes, device)};
}

}  // namespace

std::pair<std::optional<Driver>, std::string> Driver::look() {
  const std::optional<SharedLibrary> library = SharedLibrary::open(sought_driver());
  if (!library) return {std::nullopt, SharedLibrary::missing(sought_driver())};
  const int version = version_of(*library);
  if (version == 0) {
    return {std::nullopt, fmt::format("{} is no driver of NVIDIA's that is known here", library->file_name())};
  }
  const std::optional<DriverApi> api = driver_api(*library);
  if (version < kLeastVersion || !api) {
    return {std::nullopt, fmt::format("the NVIDIA driver is for CUDA {}; one for {} or newer is needed",
                                      version_text(version), version_text(kLeastVersion))};
  }
  int count = 0;
  int result = api->init(0);
  if (result == kSuccess) result = api->device_count(&count);
  if (result == kNoDevice || (result == kSuccess && count == 0)) {
    return {std::nullopt, "the NVIDIA driver has no device; CUDA_VISIBLE_DEVICES may hide it"};
  }
  int device = 0;
  if (result == kSuccess) result = api->device_get(&device, 0);
  if (result != kSuccess) {
    return {std::nullopt,
            fmt::format("the NVIDIA driver does not start: {}; nvidia-smi may tell more", api->text_of(result))};
  }
  DeviceFacts facts = facts_of(*api, device);
  if (facts.architecture < kLeastArchitecture) {
    return {std::nullopt, fmt::format("{} is sm_{}; kernels are for sm_{} and newer", facts.name, facts.architecture,
                                      kLeastArchitecture)};
  }
  return {Driver(*api, version, device, std::move(facts)), ""};
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
