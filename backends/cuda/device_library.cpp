#include "backends/cuda/device_library.hpp"

#include <bit>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace mikpoly::cuda {
namespace {

// cuda.h: CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES. More than the second has to be asked for.
constexpr int kMostDynamicShared = 8;
constexpr std::int64_t kSharedUnasked = 48 << 10;

// 16, 8, 4, 2 -> 0, 1, 2, 3.
std::size_t place_of(std::int64_t copy) {
  return static_cast<std::size_t>(4 - std::countr_zero(static_cast<std::uint64_t>(copy)));
}

const KernelCode& find_code(const KernelArchive& archive, const std::string& kernel) {
  if (const KernelCode* code = archive.find(kernel)) return *code;
  throw ConfigError(
      fmt::format("the compiled code has no kernel \"{}\"; mikpoly tune --backend cuda makes both anew", kernel));
}

}  // namespace

DeviceModule::DeviceModule(const Device& device, const KernelCode& code) : device_(device) {
  const int result = device.api().module_load(&module_, code.cubin.data());
  device.check(result, fmt::format("the code of \"{}\" cannot be loaded", code.kernel));
}

DeviceModule::~DeviceModule() {
  if (module_ != nullptr) device_.api().module_unload(module_);
}

DeviceModule::DeviceModule(DeviceModule&& other) noexcept
    : device_(other.device_), module_(std::exchange(other.module_, nullptr)) {}

Function DeviceModule::function(const std::string& name) const {
  Function function = nullptr;
  const int result = device_.api().module_function(&function, module_, name.c_str());
  device_.check(result, fmt::format("function {} is not in the code", name));
  return function;
}

std::string unfit(const ArchiveKey& key, const DeviceFacts& device) {
  // Machine code runs on later devices of the same generation.
  constexpr int kGeneration = 10;
  if (key.architecture / kGeneration != device.architecture / kGeneration || key.architecture > device.architecture) {
    return fmt::format("was compiled for sm_{}; {} is sm_{}", key.architecture, device.name, device.architecture);
  }
  if (key.kernel_source != kernel_source_hash()) return "was compiled from other kernels than this program's";
  return "";
}

DeviceLibrary::DeviceLibrary(const Device& device, const KernelLibrary& library, const KernelArchive& archive)
    : device_(device) {
  const std::string& layout = library.key.device.layout;
  modules_.reserve(library.kernels.size() + 1);
  for (std::size_t i = 0; i < library.kernels.size(); ++i) {
    const MicroKernel& kernel = library.kernels[i];
    const DeviceModule& module = modules_.emplace_back(device, find_code(archive, kernel.id));
    CodeByCopy& codes = kernels_.emplace_back();
    for (const OperandAccess& access : accesses_of(static_cast<std::int64_t>(i), kernel.types.a, layout)) {
      codes[place_of(access.copy)] = code_of(module, design_of(kernel), access);
    }
  }
  const DeviceModule& adding = modules_.emplace_back(device, find_code(archive, reduction_name(library.key.types.d)));
  reduction_ = {.function = adding.function("add_parts"), .threads = kReductionThreads, .shared_bytes = 0};
}

DeviceLibrary::Code DeviceLibrary::code_of(const DeviceModule& module, const KernelDesign& design,
                                           const OperandAccess& access) const {
  const Code code{.function = module.function(function_name(access)),
                  .threads = design.threads(),
                  .shared_bytes = shared_bytes(design, access)};
  allow_shared(code);
  return code;
}

void DeviceLibrary::allow_shared(const Code& code) const {
  if (code.shared_bytes > device_.facts().shared_bytes) {
    throw DeviceError(fmt::format("{} gives a block {} bytes of shared memory; a kernel takes {}", device_.facts().name,
                                  device_.facts().shared_bytes, code.shared_bytes));
  }
  if (code.shared_bytes <= kSharedUnasked) return;
  device_.check(device_.api().function_set(code.function, kMostDynamicShared, static_cast<int>(code.shared_bytes)),
                "a kernel cannot have its shared memory");
}

void DeviceLibrary::launch(const Launch& launch, const Arguments& arguments, std::int64_t copy, Stream stream) const {
  const Code& code =
      launch.kernel == kReduction ? reduction_ : kernels_[static_cast<std::size_t>(launch.kernel)][place_of(copy)];
  ensure(code.function != nullptr, "the kernel was not compiled for lines that lie like this");
  Arguments given = arguments;
  void* parameters[] = {&given};
  const int result = device_.api().launch(code.function, static_cast<unsigned>(launch.blocks), 1, 1,
                                          static_cast<unsigned>(code.threads), 1, 1,
                                          static_cast<unsigned>(code.shared_bytes), stream, parameters, nullptr);
  device_.check(result, "a kernel cannot be launched");
}

}  // namespace mikpoly::cuda
