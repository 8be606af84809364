// What is said of drivers and devices, with a libcuda.so.1 that has what each case asks for.
#include "backends/cuda/driver.hpp"

#include <cstdlib>

#include "core/base/error.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::test {
namespace {

std::string missing_with(const char* fake) {
  setenv("MIKPOLY_CUDA", MIKPOLY_FAKE_CUDA_FOLDER, 1);
  setenv("MIKPOLY_FAKE_CUDA", fake, 1);
  return cuda::Driver::missing();
}

}  // namespace

TEST_CASE("A device is described as its driver tells", "[cuda]") {
  REQUIRE(missing_with("all is well").empty());
  const cuda::Driver driver = cuda::Driver::open();
  CHECK(driver.version() == "12.4");
  CHECK(driver.device().name == "Fake A100");
  CHECK(driver.device().architecture == 80);
  CHECK(driver.device().multiprocessors == 108);
  CHECK(driver.device().memory_bytes == std::int64_t{40} << 30);
  CHECK(driver.device().shared_bytes == 166912);
}

TEST_CASE("What is missing is one sentence with the remedy", "[cuda]") {
  CHECK(missing_with("no device") == "the NVIDIA driver has no device; CUDA_VISIBLE_DEVICES may hide it");
  CHECK(missing_with("hidden") == "the NVIDIA driver has no device; CUDA_VISIBLE_DEVICES may hide it");
  CHECK(missing_with("old driver") == "the NVIDIA driver is for CUDA 11.2; one for 11.8 or newer is needed");
  CHECK(missing_with("old device") == "Fake T4 is sm_75; kernels are for sm_80 and newer");
  CHECK(missing_with("broken") ==
        "the NVIDIA driver does not start: error 999, unknown error; nvidia-smi may tell more");
  CHECK_THROWS_AS(cuda::Driver::open(), BackendUnavailable);
}

}  // namespace mikpoly::test
