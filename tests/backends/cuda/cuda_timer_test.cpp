// Timing on a driver that runs launches under the SIMT emulator: what is launched is right, however long it takes.
#include "backends/cuda/cuda_timer.hpp"

#include "backends/cuda/device_clock.hpp"
#include "tests/backends/cuda/emulated_library_files.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::test {

TEST_CASE("A graph has the work that was captured, and no other", "[cuda]") {
  const EmulatedLibraryFiles files;
  const cuda::Device device;
  const cuda::DeviceStream stream(device);
  const float one = 1.0F;
  const cuda::DeviceBuffer buffer(device, sizeof(float));
  float copied = 0.0F;
  const cuda::DeviceGraph graph(device, stream, [&] { stream.copy(buffer.address(), &one, sizeof(float)); });
  stream.copy(&copied, buffer.address(), sizeof(float));
  stream.synchronize();
  CHECK(copied != 1.0F);  // capturing does nothing

  CHECK(graph.time(stream) >= 0.0);
  stream.copy(&copied, buffer.address(), sizeof(float));
  stream.synchronize();
  CHECK(copied == 1.0F);

  std::vector<std::int64_t> repeats;
  const std::vector<double> times = cuda::device_times(
      device, stream, [&](std::int64_t repeat) { repeats.push_back(repeat); }, {.samples = 4, .most_repeats = 3});
  CHECK(times.size() == 4);
  CHECK(repeats == std::vector<std::int64_t>{0, 0, 1, 2});
}

TEST_CASE("A wave that does sixty times as much takes longer", "[cuda]") {
  const EmulatedLibraryFiles files;
  const cuda::Device device;
  Accelerator machine = load_hardware("a100-40").accelerator;
  machine.pe.count = 2;  // a wave of two blocks
  machine.fixed.start = {};
  for (const char* layout : {"NN", "TT"}) {
    const KernelLibrary library = files.library_of(layout);
    const cuda::DeviceLibrary code(device, library, files.archive());
    const cuda::CudaTimer timer(device, machine, library, code);
    for (const MicroKernel& kernel : library.kernels) {
      const TimeCurve::Sample shallow = timer.time(kernel, 1);
      const TimeCurve::Sample deep = timer.time(kernel, 60);
      CHECK(shallow.steps == 1);
      CHECK(shallow.latency.count > 0);
      CHECK(deep.latency > shallow.latency);
      CHECK(deep.latency >= deep.interval);
    }
    CHECK(timer.conditions().source_level == "L2");
  }
}

}  // namespace mikpoly::test
