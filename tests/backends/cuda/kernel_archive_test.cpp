// The file of machine code: what was written comes back, and what is damaged is named.
#include "backends/cuda/kernel_archive.hpp"

#include <string>

#include "core/base/error.hpp"
#include "core/config/text_file.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace mikpoly::test {
namespace {

cuda::KernelArchive sample() {
  cuda::KernelArchive archive{
      .key = {.architecture = 80, .kernel_source = "0123456789abcdef", .compiler = "NVRTC 13.0"}, .kernels = {}};
  archive.kernels.push_back({.kernel = "f16_64x64x32_w2x2s4r2",
                             .cubin = std::string("\177ELF\0a\nb", 8),
                             .functions = {{.name = "gemm_nn_16", .registers = 96}, {.name = "gemm_nn_8"}}});
  archive.kernels.push_back({.kernel = "add_parts_f16", .cubin = std::string(1000, 'x'), .functions = {}});
  return archive;
}

std::string fault_of(const std::string& path) {
  try {
    static_cast<void>(cuda::load_archive(path));
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("An archive comes back as it was written", "[cuda]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a100.cubins");
  cuda::save_archive(sample(), path);

  const cuda::KernelArchive read = cuda::load_archive(path);

  CHECK(read.key == sample().key);
  REQUIRE(read.kernels.size() == 2);
  const cuda::KernelCode* const code = read.find("f16_64x64x32_w2x2s4r2");
  REQUIRE(code != nullptr);
  CHECK(code->cubin == sample().kernels[0].cubin);
  REQUIRE(code->functions.size() == 2);
  CHECK(code->functions[0].registers == 96);
  CHECK(read.find("f16_16x16x32") == nullptr);
}

TEST_CASE("A damaged archive is named with what makes it anew", "[cuda]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a100.cubins");
  cuda::save_archive(sample(), path);
  const std::string whole = read_text_file(path, 1 << 20);

  std::string flipped = whole;
  flipped[flipped.size() - 5] = 'y';
  write_text_file(path, flipped);
  CHECK_THAT(fault_of(path),
             Contains("is damaged in the code of \"add_parts_f16\"") && Contains("tune --backend cuda"));

  for (const std::size_t bytes : {std::size_t{0}, std::size_t{10}, whole.find('\n'), whole.size() - 1}) {
    write_text_file(path, whole.substr(0, bytes));
    CAPTURE(bytes);
    CHECK_THAT(fault_of(path), Contains("damaged") && Contains("tune --backend cuda"));
  }
  write_text_file(path, R"({"schema": "cubins/v9"})");
  CHECK_THAT(fault_of(path), Contains("cubins/v9") && Contains("cubins/v1"));
  CHECK_FALSE(fault_of(folder.file("absent.cubins")).empty());
}

TEST_CASE("An archive stands beside its library", "[cuda]") {
  CHECK(cuda::archive_path("x.y/a100-f16.yaml") == "x.y/a100-f16.cubins");
}

TEST_CASE("All kernels copy 16 bytes, the best ones less too", "[cuda]") {
  CHECK(cuda::accesses_of(0, DataType::f16, "NT").size() == 4);
  CHECK(cuda::accesses_of(0, DataType::f32, "NT").size() == 3);
  const auto wide = cuda::accesses_of(cuda::kNarrowKernels, DataType::f16, "NT");
  REQUIRE(wide.size() == 1);
  CHECK(wide[0] == cuda::OperandAccess{.a_along_k = true, .b_along_k = true, .copy = 16});
}

}  // namespace mikpoly::test
