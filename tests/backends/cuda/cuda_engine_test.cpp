// The engine on a driver that runs launches under the SIMT emulator, streams as late as they may.
#include "backends/cuda/cuda_engine.hpp"

#include <filesystem>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "tests/backends/conformance/gemm_case.hpp"
#include "tests/backends/cuda/emulated_library_files.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::test {
namespace {

std::vector<Candidate> engine_alone() {
  std::vector<Candidate> candidates;
  candidates.push_back({"cuda engine", std::make_unique<cuda::CudaEngine>()});
  return candidates;
}

std::int64_t runs_of(const GemmCase& gemm, const std::vector<Candidate>& on) {
  return run_case(gemm, on, {Call::plain, Call::prepared});
}

const float kOnes[64 * 64] = {};

// What the engine says of a product of 33 x 33 x 33.
template <typename Error>
std::string fault_of(cuda::CudaEngine& engine) {
  std::vector<float> d(33 * 33);
  try {
    engine.run({.shape = {33, 33, 33}}, {.a = kOnes, .b = kOnes, .d = d.data()});
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("Every layout and order comes out right on the device", "[cuda]") {
  const EmulatedLibraryFiles files;
  const std::vector<Candidate> on = engine_alone();
  for (const bool a_transposed : {false, true}) {
    for (const bool b_transposed : {false, true}) {
      for (const Order order : {Order::row_major, Order::column_major}) {
        for (const std::int64_t k : {35, 84}) {  // lines that begin at 4 bytes, and at 16
          GemmCase gemm = case_of({50, 70, k});
          gemm.problem.a.transposed = a_transposed;
          gemm.problem.b.transposed = b_transposed;
          gemm.problem.d.order = gemm.problem.c.order = order;
          gemm.alpha = 2.0;
          gemm.beta = -1.0;
          CHECK(runs_of(gemm, on) == 2);
        }
      }
    }
  }
}

TEST_CASE("Gaps, batches, epilogues and split k come out right on the device", "[cuda]") {
  const EmulatedLibraryFiles files;
  const std::vector<Candidate> on = engine_alone();

  GemmCase gemm = case_of({37, 45, 33, 3});
  gemm.problem.d = gemm.problem.c = {.leading_dimension = 52, .batch_stride = 2000};
  gemm.problem.epilogue = {.bias = Bias::per_column, .activation = Activation::relu, .residual = true};
  CHECK(runs_of(gemm, on) == 2);

  gemm = case_of({20, 20, 700});  // few tiles
  CHECK(runs_of(gemm, on) == 2);
  auto& engine = dynamic_cast<cuda::CudaEngine&>(*on.front().backend);
  CHECK(engine.plan_for(gemm.problem).regions().front().k_parts > 1);
  gemm.problem.deterministic = true;
  CHECK(engine.plan_for(gemm.problem).regions().front().k_parts == 1);
  CHECK(runs_of(gemm, on) == 2);

  CHECK(runs_of(case_of({0, 20, 20}), on) == 2);
  gemm = case_of({20, 20, 0});
  gemm.beta = 2.0;
  CHECK(runs_of(gemm, on) == 2);
}

TEST_CASE("Regions of different kernels run beside each other", "[cuda]") {
  const EmulatedLibraryFiles files;
  const std::vector<Candidate> on = engine_alone();
  auto& engine = dynamic_cast<cuda::CudaEngine&>(*on.front().backend);
  const auto is_mixed = [&](const GemmCase& gemm) {
    const Plan plan = engine.plan_for(gemm.problem);
    return plan.region_count > 1 && plan.storage[0].kernel != plan.storage[1].kernel;
  };
  std::int64_t runs = 0;
  for (std::int64_t rows = 300; rows < 600 && runs < 6; ++rows) {
    const GemmCase gemm = case_of({rows, 330, 16});
    if (is_mixed(gemm)) runs += runs_of(gemm, on);
  }
  CHECK(runs == 6);
}

TEST_CASE("Operands on the device are used where they are", "[cuda]") {
  const EmulatedLibraryFiles files;
  cuda::CudaEngine engine;
  const cuda::Device device;
  const cuda::DeviceStream stream(device);
  const std::vector<float> ones(40 * 40 + 1, 1.0F);
  const auto bytes = static_cast<std::int64_t>(ones.size() * sizeof(float));
  cuda::DeviceBuffer a(device, bytes);
  cuda::DeviceBuffer d(device, bytes);
  stream.copy(a.address(), ones.data(), bytes);
  stream.synchronize();

  const GemmProblem problem{.shape = {40, 40, 40}};
  const auto* const odd = static_cast<const float*>(a.pointer()) + 1;  // aligned to 4 bytes only
  engine.run(problem, {.a = odd, .b = a.pointer(), .d = d.pointer()});

  std::vector<float> result(40 * 40);
  stream.copy(result.data(), d.address(), static_cast<std::int64_t>(result.size() * sizeof(float)));
  stream.synchronize();
  CHECK(result == std::vector<float>(40 * 40, 40.0F));
  const auto* const between = static_cast<const char*>(a.pointer()) + 2;
  CHECK_THROWS_AS(engine.run(problem, {.a = between, .b = a.pointer(), .d = d.pointer()}), ShapeError);
}

TEST_CASE("Lines that are not aligned are planned with kernels that were compiled for them", "[cuda]") {
  const EmulatedLibraryFiles files;
  KernelLibrary library = files.library_of("NN");
  cuda::KernelArchive archive = files.archive();
  const MicroKernel first = library.kernels.front();
  while (std::ssize(library.kernels) <= cuda::kNarrowKernels) {  // copies of it
    MicroKernel& copy = library.kernels.emplace_back(first);
    copy.id += fmt::format("-{}", library.kernels.size());
    archive.kernels.push_back({.kernel = copy.id, .cubin = archive.find(first.id)->cubin, .functions = {}});
  }
  save_archive(archive, cuda::archive_path(files.path_of("NN")));
  const Picoseconds fast{1};
  library.kernels.back().time = TimeCurve({{.steps = 1, .latency = fast, .interval = fast}}, {});
  save_library(library, files.path_of("NN"));
  cuda::CudaEngine engine;
  const GemmProblem aligned{.shape = {30, 32, 32}};
  const GemmProblem odd{.shape = {30, 32, 33}};
  CHECK(engine.plan_for(aligned).regions().front().kernel == cuda::kNarrowKernels);
  CHECK(engine.plan_for(odd).regions().front().kernel < cuda::kNarrowKernels);
  CHECK(engine.standard_plan_for(odd).regions().front().kernel < cuda::kNarrowKernels);
}

TEST_CASE("Kernels that are missing are told with what makes them", "[cuda]") {
  const EmulatedLibraryFiles files;
  cuda::CudaEngine engine;
  GemmProblem problem{.shape = {32, 32, 32}, .types = {DataType::f16, DataType::f16, DataType::f32, DataType::f16}};
  CHECK_THAT(engine.unsupported(problem),
             Contains("mikpoly tune --hardware a100-40 --backend cuda --dtype f16 --trans NN makes it"));
  CHECK_THROWS_AS(engine.prepare(problem), BackendUnavailable);

  cuda::KernelArchive archive = files.archive();
  archive.key.architecture = 90;
  save_archive(archive, cuda::archive_path(files.path_of("NN")));
  CHECK_THAT(fault_of<ConfigError>(engine), Contains("was compiled for sm_90; Fake A100 is sm_80"));
  archive = files.archive();
  archive.key.kernel_source = "0123456789abcdef";
  save_archive(archive, cuda::archive_path(files.path_of("NN")));
  CHECK_THAT(fault_of<ConfigError>(engine), Contains("compiled from other kernels"));
  archive = files.archive();
  archive.kernels.erase(archive.kernels.begin());
  save_archive(archive, cuda::archive_path(files.path_of("NN")));
  CHECK_THAT(fault_of<ConfigError>(engine), Contains("has no kernel"));
}

TEST_CASE("What a device refuses is one sentence, and the device stays usable", "[cuda]") {
  const EmulatedLibraryFiles files;
  {
    cuda::CudaEngine engine;
    setenv("MIKPOLY_FAKE_CUDA", "foreign code", 1);
    CHECK_THAT(fault_of<DeviceError>(engine), Contains("no kernel image is available"));
    unsetenv("MIKPOLY_FAKE_CUDA");
    CHECK(fault_of<Error>(engine).empty());
    setenv("MIKPOLY_FAKE_CUDA", "launch fails", 1);
    CHECK_THAT(fault_of<DeviceError>(engine),
               Contains("a launch failed: error 700, an illegal memory access was encountered"));
    unsetenv("MIKPOLY_FAKE_CUDA");
    CHECK_FALSE(fault_of<DeviceError>(engine).empty());  // its context is gone
  }
  cuda::CudaEngine again;
  CHECK(fault_of<Error>(again).empty());
  setenv("MIKPOLY_FAKE_CUDA", "little memory", 1);
  const std::vector<float> input(200 * 200);
  std::vector<float> output(200 * 200);
  CHECK_THROWS_WITH(again.run({.shape = {200, 200, 200}}, {.a = input.data(), .b = input.data(), .d = output.data()}),
                    Contains("are free; smaller shapes fit"));
  unsetenv("MIKPOLY_FAKE_CUDA");
}

}  // namespace mikpoly::test
