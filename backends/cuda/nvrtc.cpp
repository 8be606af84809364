#include "backends/cuda/nvrtc.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "backends/cuda/kernel_design.hpp"
#include "backends/cuda/kernel_headers.hpp"
#include "core/base/error.hpp"
#include "core/base/hash.hpp"

namespace mikpoly::cuda {
namespace {

// The interface of nvrtc.h; results are 0 for success. The test api_test.cpp compares it where a toolkit is installed.
using Program = struct _nvrtcProgram*;
using Version = int(int* major, int* minor);
using ArchitectureCount = int(int* count);
using Architectures = int(int* numbers);
using CreateProgram = int(Program* program, const char* source, const char* name, int headers,
                          const char* const* header_texts, const char* const* header_names);
using DestroyProgram = int(Program* program);
using CompileProgram = int(Program program, int options, const char* const* texts);
using SizeOf = int(Program program, std::size_t* bytes);
using TextOf = int(Program program, char* text);

const LibrarySought& sought() {
  static const LibrarySought library{{"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2"},
                                     "NVIDIA's CUDA Toolkit 11.8 or newer, or the Python package nvidia-cuda-nvrtc,",
                                     "MIKPOLY_CUDA",
                                     {"/usr/local/cuda/lib64"}};
  return library;
}

/// A program of NVRTC's, destroyed at the end.
class OwnedProgram {
 public:
  OwnedProgram(const SharedLibrary& library, const std::string& source) : library_(library) {
    std::vector<std::string> names;
    std::vector<const char*> texts;
    for (const EmbeddedText& header : cuda_kernel_headers()) {
      names.push_back(fmt::format("backends/cuda/kernel/{}", header.name));
      texts.push_back(header.text.data());  // raw strings: they end with a zero
    }
    std::vector<const char*> pointers;
    for (const std::string& name : names) pointers.push_back(name.c_str());
    const int result = library_.function<CreateProgram>("nvrtcCreateProgram")(
        &program_, source.c_str(), "kernel.cu", static_cast<int>(texts.size()), texts.data(), pointers.data());
    if (result != 0) throw InternalFault(fmt::format("NVRTC made no program: error {}", result));
  }
  ~OwnedProgram() { library_.function<DestroyProgram>("nvrtcDestroyProgram")(&program_); }
  OwnedProgram(const OwnedProgram&) = delete;
  OwnedProgram& operator=(const OwnedProgram&) = delete;
  OwnedProgram(OwnedProgram&&) = delete;
  OwnedProgram& operator=(OwnedProgram&&) = delete;

  [[nodiscard]] int compile(const std::vector<std::string>& options) {
    std::vector<const char*> pointers;
    for (const std::string& option : options) pointers.push_back(option.c_str());
    return library_.function<CompileProgram>("nvrtcCompileProgram")(program_, static_cast<int>(pointers.size()),
                                                                    pointers.data());
  }

  /// What a pair of functions gives: nvrtcGet<what>Size and nvrtcGet<what>.
  [[nodiscard]] std::string text(const std::string& what) const {
    std::size_t bytes = 0;
    const int sized = library_.function<SizeOf>(fmt::format("nvrtcGet{}Size", what))(program_, &bytes);
    std::string text(bytes, '\0');
    if (sized != 0 || library_.function<TextOf>(fmt::format("nvrtcGet{}", what))(program_, text.data()) != 0) {
      throw InternalFault(fmt::format("NVRTC gave no {}", what));
    }
    return text;
  }

 private:
  const SharedLibrary& library_;
  Program program_ = nullptr;
};

}  // namespace

std::optional<Nvrtc> Nvrtc::open() {
  std::optional<SharedLibrary> library = SharedLibrary::open(sought());
  // The youngest function that is used: of 11.2.
  if (!library || library->function<Architectures>("nvrtcGetSupportedArchs") == nullptr) return std::nullopt;
  return Nvrtc(std::move(*library));
}

std::string Nvrtc::missing() {
  if (open()) return "";
  const std::string absent = SharedLibrary::missing(sought());
  return absent.empty() ? "the NVRTC that was found is older than CUDA 11.2; CUDA Toolkit 11.8 or newer is needed"
                        : absent;
}

std::string Nvrtc::name() const {
  int major = 0;
  int minor = 0;
  library_.function<Version>("nvrtcVersion")(&major, &minor);
  return fmt::format("NVRTC {}.{}", major, minor);
}

std::vector<int> Nvrtc::architectures() const {
  int count = 0;
  library_.function<ArchitectureCount>("nvrtcGetNumSupportedArchs")(&count);
  std::vector<int> numbers(static_cast<std::size_t>(count));
  library_.function<Architectures>("nvrtcGetSupportedArchs")(numbers.data());
  std::ranges::sort(numbers);
  return numbers;
}

Compiled Nvrtc::compile(const std::string& source, int architecture) const {
  OwnedProgram program(library_, source);
  const int result =
      program.compile({fmt::format("--gpu-architecture=sm_{}", architecture), "--std=c++17", "--ptxas-options=-v"});
  std::string log = program.text("ProgramLog");
  log.resize(std::min(log.size(), log.find('\0')));
  if (result != 0) throw InternalFault(fmt::format("NVRTC did not compile a kernel for sm_{}: {}", architecture, log));
  return {.cubin = program.text("CUBIN"), .log = std::move(log)};
}

std::string kernel_source_hash() {
  ContentHasher hasher;
  for (const EmbeddedText& header : cuda_kernel_headers()) {
    hasher.add(header.name);
    hasher.add(header.text);
  }
  // How functions are made of them.
  const std::array accesses{OperandAccess{}};
  hasher.add(translation_unit({.tile = {.m = 16, .n = 16, .k = 16}}, accesses));
  hasher.add(reduction_unit(DataType::f16));
  return hasher.text();
}

}  // namespace mikpoly::cuda
