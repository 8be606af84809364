// The structures that `__dlpack__` hands over, before version 1: what a capsule named "dltensor" points to.
//
// Source: DLPack 0.8, include/dlpack/dlpack.h, https://github.com/dmlc/dlpack (Apache-2.0). The layout is a fixed ABI.
#pragma once

#include <cstdint>

namespace mikpoly::python::dlpack {

inline constexpr std::int32_t kCpu = 1;    ///< DLDeviceType
inline constexpr std::uint8_t kFloat = 2;  ///< DLDataTypeCode
inline constexpr const char* kName = "dltensor";

struct Device {
  std::int32_t type;
  std::int32_t id;
};

struct ElementType {
  std::uint8_t code;
  std::uint8_t bits;
  std::uint16_t lanes;
};

struct Tensor {
  void* data;
  Device device;
  std::int32_t dimensions;
  ElementType type;
  const std::int64_t* shape;
  const std::int64_t* strides;  ///< in elements; null when rows follow each other without gaps
  std::uint64_t byte_offset;
};

struct ManagedTensor {
  Tensor tensor;
  void* context;
  void (*deleter)(ManagedTensor* self);
};

}  // namespace mikpoly::python::dlpack
