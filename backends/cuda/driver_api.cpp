#include "backends/cuda/driver_api.hpp"

#include <fmt/format.h>

namespace mikpoly::cuda {
namespace {

// Takes functions of a library, and knows whether all were there.
class Taker {
 public:
  explicit Taker(const SharedLibrary& library) : library_(library) {}

  template <typename FunctionPointer>
  void operator()(FunctionPointer& target, const char* name) {
    target = library_.function<std::remove_pointer_t<FunctionPointer>>(name);
    complete_ = complete_ && target != nullptr;
  }

  [[nodiscard]] bool complete() const { return complete_; }

 private:
  const SharedLibrary& library_;
  bool complete_ = true;
};

void take_devices(Taker& take, DriverApi& api) {
  take(api.init, "cuInit");
  take(api.driver_version, "cuDriverGetVersion");
  take(api.error_string, "cuGetErrorString");
  take(api.device_count, "cuDeviceGetCount");
  take(api.device_get, "cuDeviceGet");
  take(api.device_name, "cuDeviceGetName");
  take(api.device_memory, "cuDeviceTotalMem_v2");
  take(api.device_attribute, "cuDeviceGetAttribute");
  take(api.context_retain, "cuDevicePrimaryCtxRetain");
  take(api.context_release, "cuDevicePrimaryCtxRelease_v2");
  take(api.context_reset, "cuDevicePrimaryCtxReset_v2");
  take(api.context_set, "cuCtxSetCurrent");
}

void take_memory(Taker& take, DriverApi& api) {
  take(api.memory_info, "cuMemGetInfo_v2");
  take(api.memory_allocate, "cuMemAlloc_v2");
  take(api.memory_free, "cuMemFree_v2");
  take(api.copy_to_device, "cuMemcpyHtoDAsync_v2");
  take(api.copy_to_host, "cuMemcpyDtoHAsync_v2");
  take(api.pointer_attribute, "cuPointerGetAttribute");
}

void take_launches(Taker& take, DriverApi& api) {
  take(api.module_load, "cuModuleLoadData");
  take(api.module_unload, "cuModuleUnload");
  take(api.module_function, "cuModuleGetFunction");
  take(api.function_set, "cuFuncSetAttribute");
  take(api.launch, "cuLaunchKernel");
  take(api.stream_create, "cuStreamCreate");
  take(api.stream_destroy, "cuStreamDestroy_v2");
  take(api.stream_synchronize, "cuStreamSynchronize");
  take(api.stream_wait, "cuStreamWaitEvent");
  take(api.stream_begin_capture, "cuStreamBeginCapture_v2");
  take(api.stream_end_capture, "cuStreamEndCapture");
  take(api.event_create, "cuEventCreate");
  take(api.event_destroy, "cuEventDestroy_v2");
  take(api.event_record, "cuEventRecord");
  take(api.event_elapsed, "cuEventElapsedTime");
  take(api.graph_instantiate, "cuGraphInstantiateWithFlags");
  take(api.graph_launch, "cuGraphLaunch");
  take(api.graph_run_destroy, "cuGraphExecDestroy");
  take(api.graph_destroy, "cuGraphDestroy");
}

}  // namespace

std::string DriverApi::text_of(int error) const {
  const char* text = nullptr;
  if (error_string(error, &text) != kSuccess || text == nullptr) return fmt::format("error {}", error);
  return fmt::format("error {}, {}", error, text);
}

const LibrarySought& sought_driver() {
  static const LibrarySought library{{"libcuda.so.1"}, "NVIDIA's display driver", "MIKPOLY_CUDA"};
  return library;
}

std::optional<DriverApi> driver_api(const SharedLibrary& library) {
  DriverApi api;
  Taker take(library);
  take_devices(take, api);
  take_memory(take, api);
  take_launches(take, api);
  if (!take.complete()) return std::nullopt;
  return api;
}

}  // namespace mikpoly::cuda
