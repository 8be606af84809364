// Where there is a CUDA Toolkit: whether what we wrote down of its headers is what stands there.
#include <cstddef>
#include <cublasLt.h>
#include <cuda.h>
#include <type_traits>

#include "backends/cuda/cublas_lt.hpp"
#include "backends/cuda/driver_api.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::test {
namespace {

// A type as the driver's interface passes it: an enumeration is an int.
template <typename T>
struct Passed {
  using Type = T;
};
template <typename T>
requires std::is_enum_v<T>
struct Passed<T> {
  using Type = int;
};

template <typename Function>
struct PassedFunction;
template <typename Result, typename... Arguments>
struct PassedFunction<Result(Arguments...)> {
  using Type = typename Passed<Result>::Type (*)(typename Passed<Arguments>::Type...);
};

// Whether our pointer can take the driver's function.
template <typename Ours, typename Theirs>
constexpr bool kTakes = std::is_same_v<Ours, typename PassedFunction<Theirs>::Type>;

using cuda::DriverApi;

static_assert(kTakes<decltype(DriverApi::init), decltype(cuInit)>);
static_assert(kTakes<decltype(DriverApi::driver_version), decltype(cuDriverGetVersion)>);
static_assert(kTakes<decltype(DriverApi::error_string), decltype(cuGetErrorString)>);
static_assert(kTakes<decltype(DriverApi::device_count), decltype(cuDeviceGetCount)>);
static_assert(kTakes<decltype(DriverApi::device_get), decltype(cuDeviceGet)>);
static_assert(kTakes<decltype(DriverApi::device_name), decltype(cuDeviceGetName)>);
static_assert(kTakes<decltype(DriverApi::device_memory), decltype(cuDeviceTotalMem)>);
static_assert(kTakes<decltype(DriverApi::device_attribute), decltype(cuDeviceGetAttribute)>);
static_assert(kTakes<decltype(DriverApi::context_retain), decltype(cuDevicePrimaryCtxRetain)>);
static_assert(kTakes<decltype(DriverApi::context_release), decltype(cuDevicePrimaryCtxRelease)>);
static_assert(kTakes<decltype(DriverApi::context_reset), decltype(cuDevicePrimaryCtxReset)>);
static_assert(kTakes<decltype(DriverApi::context_set), decltype(cuCtxSetCurrent)>);
static_assert(kTakes<decltype(DriverApi::memory_info), decltype(cuMemGetInfo)>);
static_assert(kTakes<decltype(DriverApi::memory_allocate), decltype(cuMemAlloc)>);
static_assert(kTakes<decltype(DriverApi::memory_free), decltype(cuMemFree)>);
static_assert(kTakes<decltype(DriverApi::copy_to_device), decltype(cuMemcpyHtoDAsync)>);
static_assert(kTakes<decltype(DriverApi::copy_to_host), decltype(cuMemcpyDtoHAsync)>);
static_assert(kTakes<decltype(DriverApi::pointer_attribute), decltype(cuPointerGetAttribute)>);
static_assert(kTakes<decltype(DriverApi::module_load), decltype(cuModuleLoadData)>);
static_assert(kTakes<decltype(DriverApi::module_unload), decltype(cuModuleUnload)>);
static_assert(kTakes<decltype(DriverApi::module_function), decltype(cuModuleGetFunction)>);
static_assert(kTakes<decltype(DriverApi::function_set), decltype(cuFuncSetAttribute)>);
static_assert(kTakes<decltype(DriverApi::launch), decltype(cuLaunchKernel)>);
static_assert(kTakes<decltype(DriverApi::stream_create), decltype(cuStreamCreate)>);
static_assert(kTakes<decltype(DriverApi::stream_destroy), decltype(cuStreamDestroy)>);
static_assert(kTakes<decltype(DriverApi::stream_synchronize), decltype(cuStreamSynchronize)>);
static_assert(kTakes<decltype(DriverApi::stream_wait), decltype(cuStreamWaitEvent)>);
static_assert(kTakes<decltype(DriverApi::stream_begin_capture), decltype(cuStreamBeginCapture)>);
static_assert(kTakes<decltype(DriverApi::stream_end_capture), decltype(cuStreamEndCapture)>);
static_assert(kTakes<decltype(DriverApi::event_create), decltype(cuEventCreate)>);
static_assert(kTakes<decltype(DriverApi::event_destroy), decltype(cuEventDestroy)>);
static_assert(kTakes<decltype(DriverApi::event_record), decltype(cuEventRecord)>);
static_assert(kTakes<decltype(DriverApi::graph_instantiate), decltype(cuGraphInstantiateWithFlags)>);
static_assert(kTakes<decltype(DriverApi::graph_launch), decltype(cuGraphLaunch)>);
static_assert(kTakes<decltype(DriverApi::graph_run_destroy), decltype(cuGraphExecDestroy)>);
static_assert(kTakes<decltype(DriverApi::graph_destroy), decltype(cuGraphDestroy)>);

}  // namespace

TEST_CASE("What is written down of CUDA's headers stands there", "[cuda]") {
  CHECK(cuda::kOutOfMemory == CUDA_ERROR_OUT_OF_MEMORY);
  CHECK(cuda::kNoDevice == CUDA_ERROR_NO_DEVICE);
  CHECK(sizeof(cuda::CublasAlgorithm) == sizeof(cublasLtMatmulHeuristicResult_t));
  CHECK(offsetof(cuda::CublasAlgorithm, workspace_bytes) == offsetof(cublasLtMatmulHeuristicResult_t, workspaceSize));
  CHECK(offsetof(cuda::CublasAlgorithm, status) == offsetof(cublasLtMatmulHeuristicResult_t, state));
}

}  // namespace mikpoly::test
