// The C interface of oneDNN, as far as a matrix product needs it, found at run time.
//
// Declared here because the library's headers are not needed to build. Names, types and enumerators:
// https://github.com/uxlfoundation/oneDNN, include/oneapi/dnnl, version 3 (version 2 has other descriptors).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "backends/shared_library.hpp"

namespace mikpoly::onednn {

// Handles of the library; all opaque.
struct Engine;
struct Stream;
struct Descriptor;  // of a memory
struct Attributes;
struct PostOps;
struct PrimitiveDescriptor;
struct Primitive;
struct Memory;

using Dims = std::array<std::int64_t, 12>;

struct Argument {
  int index;
  Memory* memory;
};

struct Version {
  int major, minor, patch;
  const char* hash;
  unsigned cpu_runtime;
};

inline constexpr std::int64_t kRuntimeDim = INT64_MIN;
inline constexpr int kF32 = 3;
inline constexpr int kTagAny = 1;
inline constexpr int kEltwiseLinear = 38;
inline constexpr int kQueryImplementation = 8;
inline constexpr int kQueryWeights = 131;
inline constexpr int kSource = 1;
inline constexpr int kDestination = 17;
inline constexpr int kWeights = 33;

struct Api {
  const Version* (*version)();
  int (*engine_create)(Engine**, int kind, std::size_t index);
  int (*engine_destroy)(Engine*);
  int (*stream_create)(Stream**, Engine*, unsigned flags);
  int (*stream_destroy)(Stream*);
  int (*stream_wait)(Stream*);
  int (*descriptor_by_strides)(Descriptor**, int count, const std::int64_t* dims, int type,
                               const std::int64_t* strides);
  int (*descriptor_by_tag)(Descriptor**, int count, const std::int64_t* dims, int type, int tag);
  int (*descriptor_clone)(Descriptor**, const Descriptor*);
  int (*descriptor_destroy)(Descriptor*);
  std::size_t (*descriptor_bytes)(const Descriptor*);
  int (*memory_create)(Memory**, const Descriptor*, Engine*, void* data);
  int (*memory_set)(Memory*, void* data);
  int (*memory_destroy)(Memory*);
  int (*attributes_create)(Attributes**);
  int (*attributes_set_post_ops)(Attributes*, const PostOps*);
  int (*attributes_destroy)(Attributes*);
  int (*post_ops_create)(PostOps**);
  int (*post_ops_eltwise)(PostOps*, int kind, float alpha, float beta);
  int (*post_ops_sum)(PostOps*, float scale, std::int32_t zero_point, int type);
  int (*post_ops_destroy)(PostOps*);
  int (*matmul)(PrimitiveDescriptor**, Engine*, const Descriptor* source, const Descriptor* weights,
                const Descriptor* bias, const Descriptor* destination, const Attributes*);
  int (*reorder)(PrimitiveDescriptor**, const Descriptor* from, Engine*, const Descriptor* to, Engine*,
                 const Attributes*);
  int (*query)(const PrimitiveDescriptor*, int what, int index, void* result);
  const Descriptor* (*query_descriptor)(const PrimitiveDescriptor*, int what, int index);
  int (*primitive_descriptor_destroy)(PrimitiveDescriptor*);
  int (*primitive_create)(Primitive**, const PrimitiveDescriptor*);
  int (*primitive_execute)(const Primitive*, Stream*, int count, const Argument*);
  int (*primitive_destroy)(Primitive*);
  void (*set_threads)(int);  ///< of the OpenMP runtime the library uses; null when it uses none
};

/// The library, opened once; empty when it is not here.
struct Loaded {
  Api api;
  SharedLibrary library;
};
std::optional<Loaded> load();
std::string missing();

/// An owned handle of the library.
template <typename Handle>
using Owned = std::unique_ptr<Handle, int (*)(Handle*)>;

/// Errors: DeviceError naming the call and the status.
void check(int status, const char* call);

}  // namespace mikpoly::onednn
