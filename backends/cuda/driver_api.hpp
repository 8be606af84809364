// The functions of NVIDIA's driver that the backend calls, found in libcuda at run time.
//
// The types are those of cuda.h, which is not needed: handles are pointers to what only the driver knows, results are
// CUresult, 0 for success. tests/backends/cuda/cuda_headers_test.cpp compares them with cuda.h where there is one.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "backends/shared_library.hpp"

// NOLINTBEGIN(readability-identifier-naming): the driver's names, so that types are the same where cuda.h is read too.
struct CUctx_st;
struct CUmod_st;
struct CUfunc_st;
struct CUstream_st;
struct CUevent_st;
struct CUgraph_st;
struct CUgraphExec_st;
// NOLINTEND(readability-identifier-naming)

namespace mikpoly::cuda {

using DevicePointer = unsigned long long;
using Context = CUctx_st*;
using Module = CUmod_st*;
using Function = CUfunc_st*;
using Stream = CUstream_st*;
using Event = CUevent_st*;
using Graph = CUgraph_st*;
using GraphRun = CUgraphExec_st*;

/// Results that are told apart.
inline constexpr int kSuccess = 0;
inline constexpr int kOutOfMemory = 2;
inline constexpr int kNoDevice = 100;

struct DriverApi {
  int (*init)(unsigned flags) = nullptr;
  int (*driver_version)(int* version) = nullptr;
  int (*error_string)(int error, const char** text) = nullptr;

  int (*device_count)(int* count) = nullptr;
  int (*device_get)(int* device, int ordinal) = nullptr;
  int (*device_name)(char* name, int length, int device) = nullptr;
  int (*device_memory)(std::size_t* bytes, int device) = nullptr;
  int (*device_attribute)(int* value, int attribute, int device) = nullptr;

  int (*context_retain)(Context* context, int device) = nullptr;
  int (*context_release)(int device) = nullptr;
  int (*context_reset)(int device) = nullptr;
  int (*context_set)(Context context) = nullptr;

  int (*memory_info)(std::size_t* free, std::size_t* total) = nullptr;
  int (*memory_allocate)(DevicePointer* pointer, std::size_t bytes) = nullptr;
  int (*memory_free)(DevicePointer pointer) = nullptr;
  int (*copy_to_device)(DevicePointer to, const void* from, std::size_t bytes, Stream stream) = nullptr;
  int (*copy_to_host)(void* to, DevicePointer from, std::size_t bytes, Stream stream) = nullptr;
  int (*pointer_attribute)(void* value, int attribute, DevicePointer pointer) = nullptr;

  int (*module_load)(Module* module, const void* image) = nullptr;
  int (*module_unload)(Module module) = nullptr;
  int (*module_function)(Function* function, Module module, const char* name) = nullptr;
  int (*function_set)(Function function, int attribute, int value) = nullptr;
  int (*launch)(Function function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                unsigned block_y, unsigned block_z, unsigned shared_bytes, Stream stream, void** parameters,
                void** extra) = nullptr;

  int (*stream_create)(Stream* stream, unsigned flags) = nullptr;
  int (*stream_destroy)(Stream stream) = nullptr;
  int (*stream_synchronize)(Stream stream) = nullptr;
  int (*stream_wait)(Stream stream, Event event, unsigned flags) = nullptr;
  int (*stream_begin_capture)(Stream stream, int mode) = nullptr;
  int (*stream_end_capture)(Stream stream, Graph* graph) = nullptr;

  int (*event_create)(Event* event, unsigned flags) = nullptr;
  int (*event_destroy)(Event event) = nullptr;
  int (*event_record)(Event event, Stream stream) = nullptr;
  int (*event_elapsed)(float* milliseconds, Event start, Event end) = nullptr;

  int (*graph_instantiate)(GraphRun* run, Graph graph, unsigned long long flags) = nullptr;
  int (*graph_launch)(GraphRun run, Stream stream) = nullptr;
  int (*graph_run_destroy)(GraphRun run) = nullptr;
  int (*graph_destroy)(Graph graph) = nullptr;

  /// "error 700, an illegal memory access was encountered".
  [[nodiscard]] std::string text_of(int error) const;
};

/// What is opened, and what brings it.
const LibrarySought& sought_driver();

/// Nothing when a function is missing; those of CUDA 11.8 are all there.
std::optional<DriverApi> driver_api(const SharedLibrary& library);

}  // namespace mikpoly::cuda
