// NVIDIA's driver and the first device it has, opened at run time: one program runs with and without a GPU.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "backends/cuda/driver_api.hpp"

namespace mikpoly::cuda {

/// What the driver tells of a device.
struct DeviceFacts {
  std::string name;
  int architecture = 0;  ///< 80 of sm_80
  std::int64_t multiprocessors = 0;
  std::int64_t memory_bytes = 0;
  std::int64_t shared_bytes = 0;  ///< the most that a block can ask for
};

class Driver {
 public:
  /// Why no device can be used, in one sentence with the remedy; empty when one can.
  static std::string missing();

  /// Errors: BackendUnavailable with the sentence of missing().
  static Driver open();

  /// The CUDA version that the driver was made for, e.g. "12.4".
  [[nodiscard]] std::string version() const;

  [[nodiscard]] const DriverApi& api() const { return api_; }
  [[nodiscard]] const DeviceFacts& device() const { return device_; }

  /// The device's number, as functions of the driver want it.
  [[nodiscard]] int number() const { return number_; }

 private:
  Driver(const DriverApi& api, int version, int number, DeviceFacts device)
      : api_(api), version_(version), number_(number), device_(std::move(device)) {}
  // The driver, or the sentence of missing().
  static std::pair<std::optional<Driver>, std::string> look();

  DriverApi api_;
  int version_;
  int number_;
  DeviceFacts device_;
};

}  // namespace mikpoly::cuda
