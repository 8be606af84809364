// A folder with the libraries of an emulated device: what `mikpoly tune --backend cuda` leaves, code that the stand-in
// for the driver runs.
#pragma once

#include <cstdlib>
#include <string>

#include "backends/cuda/kernel_archive.hpp"
#include "backends/cuda/library_lookup.hpp"
#include "backends/cuda/nvrtc.hpp"
#include "core/config/hardware_loader.hpp"
#include "core/config/library_file.hpp"
#include "tests/support/emulated_device/emulated_device.hpp"
#include "tests/support/temporary_folder.hpp"

namespace mikpoly::test {

class EmulatedLibraryFiles {
 public:
  /// Also makes the stand-in the driver of this process, and the folder the one of its libraries.
  EmulatedLibraryFiles() {
    setenv("MIKPOLY_CUDA", MIKPOLY_FAKE_CUDA_FOLDER, 1);
    setenv("MIKPOLY_LIBRARIES", folder_.path().c_str(), 1);
    unsetenv("MIKPOLY_FAKE_CUDA");
    for (const char* layout : {"NN", "NT", "TN", "TT"}) {
      save_library(library_of(layout), path_of(layout));
      cuda::save_archive(archive(), cuda::archive_path(path_of(layout)));
    }
  }

  [[nodiscard]] std::string path_of(const std::string& layout) const {
    return cuda::library_path(hardware_.accelerator.name, DataType::f32, layout);
  }

  /// The emulated kernels with times that nobody measured: only the order of plans depends on them.
  [[nodiscard]] KernelLibrary library_of(const std::string& layout) const {
    KernelLibrary library = emulated_.library();
    library.key.hardware = hardware_.accelerator.name;
    library.key.hardware_hash = hardware_.hash;
    library.key.method = "emulated";
    library.key.device = {
        .isa = "sm_80", .caches = "", .kernel_source = cuda::kernel_source_hash(), .compiler = "", .layout = layout};
    for (MicroKernel& kernel : library.kernels) {
      const std::int64_t elements = kernel.tile.m * kernel.tile.n;
      const auto at = [&](std::int64_t steps) {
        const Picoseconds time{1'000'000 + steps * elements * kernel.tile.k * 40};
        return TimeCurve::Sample{.steps = steps, .latency = time, .interval = time};
      };
      kernel.time = TimeCurve({at(1), at(1000)}, {});
    }
    return library;
  }

  [[nodiscard]] cuda::KernelArchive archive() const {
    cuda::KernelArchive archive{
        .key = {.architecture = 80, .kernel_source = cuda::kernel_source_hash(), .compiler = "none"}, .kernels = {}};
    const auto add = [&](const std::string& kernel) {
      archive.kernels.push_back({.kernel = kernel, .cubin = "emulated " + kernel, .functions = {}});
    };
    for (const MicroKernel& kernel : emulated_.library().kernels) add(kernel.id);
    add(cuda::reduction_name(DataType::f32));
    return archive;
  }

 private:
  TemporaryFolder folder_;
  HardwareFile hardware_ = load_hardware("a100-40");
  EmulatedLibrary emulated_;
};

}  // namespace mikpoly::test
