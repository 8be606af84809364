// A libcuda.so.1 that has what the environment variable MIKPOLY_FAKE_CUDA says: for what is said of drivers and devices
// where there are none.
#include <cstddef>
#include <cstdlib>
#include <cstring>

#include "tests/support/fake_cuda/fake_driver.hpp"

namespace mikpoly::test {

bool fake_is(std::string_view what) {
  const char* const set = std::getenv("MIKPOLY_FAKE_CUDA");
  return set != nullptr && what == set;
}

}  // namespace mikpoly::test

using namespace mikpoly::test;

struct CUctx_st {};

extern "C" {

int cuInit(unsigned /*flags*/) {
  if (fake_is("broken")) return kUnknown;
  return fake_is("no device") ? kNoDevice : kSuccess;
}

int cuDriverGetVersion(int* version) {
  *version = fake_is("old driver") ? 11020 : 12040;
  return kSuccess;
}

int cuDeviceGetCount(int* count) {
  *count = fake_is("hidden") ? 0 : 1;
  return kSuccess;
}

int cuDeviceGet(int* device, int ordinal) {
  *device = ordinal;
  return kSuccess;
}

int cuDeviceGetName(char* name, int length, int /*device*/) {
  std::strncpy(name, fake_is("old device") ? "Fake T4" : "Fake A100", static_cast<std::size_t>(length));
  return kSuccess;
}

int cuDeviceTotalMem_v2(std::size_t* bytes, int /*device*/) {
  *bytes = std::size_t{40} << 30;
  return kSuccess;
}

int cuDeviceGetAttribute(int* value, int attribute, int /*device*/) {
  const bool old = fake_is("old device");
  switch (attribute) {
    case 16:
      *value = 108;
      break;
    case 75:
      *value = old ? 7 : 8;
      break;
    case 76:
      *value = old ? 5 : 0;
      break;
    case 97:
      *value = 166912;
      break;
    default:
      return kUnknown;
  }
  return kSuccess;
}

int cuGetErrorString(int error, const char** text) {
  *text = error == kUnknown             ? "unknown error"
          : error == kIllegalAddress    ? "an illegal memory access was encountered"
          : error == kNoBinaryForDevice ? "no kernel image is available for execution on the device"
                                        : nullptr;
  return kSuccess;
}

// A context is the process's only one.
int cuDevicePrimaryCtxRetain(CUctx_st** context, int /*device*/) {
  static CUctx_st only;
  *context = &only;
  return sticky();
}

int cuDevicePrimaryCtxRelease_v2(int /*device*/) {
  return sticky();
}

int cuDevicePrimaryCtxReset_v2(int /*device*/) {
  sticky() = kSuccess;
  return kSuccess;
}

int cuCtxSetCurrent(CUctx_st* /*context*/) {
  return sticky();
}
}
