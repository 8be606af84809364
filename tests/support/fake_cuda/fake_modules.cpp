// Code is text, "emulated KERNEL", and runs under the SIMT emulator.
#include <memory>
#include <string>
#include <string_view>

#include "tests/support/emulated_device/emulated_device.hpp"
#include "tests/support/fake_cuda/fake_driver.hpp"

namespace mikpoly::test {
namespace {

constexpr std::string_view kPrefix = "emulated ";
constexpr unsigned kSharedUnasked = 48 << 10;

const EmulatedLibrary& emulated() {
  static const EmulatedLibrary library;
  return library;
}

}  // namespace
}  // namespace mikpoly::test

using namespace mikpoly::test;

struct CUfunc_st {
  const EmulatedFunction* code = nullptr;
  unsigned most_shared = kSharedUnasked;
};

struct CUmod_st {
  std::string kernel;
  std::vector<std::unique_ptr<CUfunc_st>> functions;
};

extern "C" {

int cuModuleLoadData(CUmod_st** loaded, const void* image) {
  const std::string_view text(static_cast<const char*>(image));
  if (fake_is("foreign code") || !text.starts_with(kPrefix)) return kNoBinaryForDevice;
  *loaded = new CUmod_st{std::string(text.substr(kPrefix.size())), {}};
  return sticky();
}

int cuModuleUnload(CUmod_st* loaded) {
  work_off_all();
  delete loaded;
  return sticky();
}

int cuModuleGetFunction(CUfunc_st** function, CUmod_st* loaded, const char* name) {
  const EmulatedFunction* const code = emulated().find(loaded->kernel, name);
  if (code == nullptr) return kNotFound;
  loaded->functions.push_back(std::make_unique<CUfunc_st>(CUfunc_st{.code = code}));
  *function = loaded->functions.back().get();
  return sticky();
}

int cuFuncSetAttribute(CUfunc_st* function, int attribute, int value) {
  constexpr int kMostDynamicShared = 8;
  if (attribute != kMostDynamicShared) return kInvalidValue;
  function->most_shared = static_cast<unsigned>(value);
  return sticky();
}

int cuLaunchKernel(CUfunc_st* function, unsigned blocks, unsigned blocks_y, unsigned blocks_z, unsigned threads,
                   unsigned threads_y, unsigned threads_z, unsigned shared_bytes, CUstream_st* stream,
                   void** parameters, void** /*extra*/) {
  const EmulatedFunction& code = *function->code;
  const bool one_dimension = blocks_y == 1 && blocks_z == 1 && threads_y == 1 && threads_z == 1;
  if (!one_dimension || blocks == 0 || static_cast<int>(threads) != code.threads || shared_bytes < code.shared_bytes ||
      shared_bytes > function->most_shared) {
    return kInvalidValue;
  }
  give(*stream, [&code, blocks, arguments = *static_cast<const mikpoly::cuda::Arguments*>(parameters[0])] {
    if (fake_is("launch fails")) return kIllegalAddress;
    run_blocks(code, blocks, arguments);
    return kSuccess;
  });
  return sticky();
}
}
