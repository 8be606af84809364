#include "core/config/library_file.hpp"

#include <cctype>
#include <chrono>

#include <fmt/format.h>

#include "core/base/hash.hpp"
#include "core/config/config_folder.hpp"
#include "core/config/hardware_loader.hpp"
#include "tests/core/config/message_of.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace mikpoly {
namespace {

MicroKernel kernel_number(std::int64_t number) {
  MicroKernel kernel;
  kernel.id = fmt::format("f16_{}x128x64", 16 * number);
  kernel.tile = {16 * number, 128, 64};
  kernel.edge = number % 2 == 0 ? EdgeRule::padded : EdgeRule::trimmed;
  kernel.resources = {.occupancy = 2, .load_buffers = 4, .feed_buffers = 3, .accumulator_buffers = 1};
  kernel.time = TimeCurve({{1, {1000 + number}, {900}}, {64, {61'234'567'890'123}, {61'000'000'000'000}}},
                          {.load = "all PEs busy: yes", .source_level = "L2", .max_error = 0.1 / 3.0});
  if (kernel.edge == EdgeRule::padded) return kernel;
  kernel.variant = "avx2-6x16";
  const SurfaceAxes axes{PanelAxis(1, 6, {1, 6}), PanelAxis(8, 16, {8, 16}), PanelAxis(1, 64, {64})};
  kernel.surface = TimeSurface(axes, {11, 12, 13, 14 + number});
  return kernel;
}

KernelLibrary library_of(std::int64_t kernels) {
  KernelLibrary library;
  library.key = {
      .hardware = "n", .hardware_hash = "0123456789abcdef", .method = "s1-v1", .types = {}, .parameters = {}};
  library.key.parameters.n_mik = 7;
  for (std::int64_t i = 1; i <= kernels; ++i) library.kernels.push_back(kernel_number(i));
  return library;
}

TEST_CASE("what is saved is loaded equal, number for number", "[library]") {
  const TemporaryFolder folder;
  const KernelLibrary written = library_of(3);
  save_library(written, folder.file("made/here/x.yaml"));

  const KernelLibrary read = load_library(folder.file("made/here/x.yaml"));

  CHECK(read.key == written.key);
  CHECK(library_text(read) == library_text(written));
  CHECK(read.hash == content_hash(library_text(written)));
  REQUIRE(read.kernels.size() == 3);
  const MicroKernel& kernel = read.kernels[1];
  CHECK(kernel.id == "f16_32x128x64");
  CHECK(kernel.tile == TileShape{32, 128, 64});
  CHECK(kernel.edge == EdgeRule::padded);
  CHECK(kernel.resources == written.kernels[1].resources);
  CHECK(kernel.time.knots()[1].latency == Picoseconds{61'234'567'890'123});
  CHECK(kernel.time.conditions().load == "all PEs busy: yes");
  CHECK(kernel.time.conditions().max_error == 0.1 / 3.0);
}

TEST_CASE("the workload of a library is a line of its key, and no line without one", "[library]") {
  const TemporaryFolder folder;
  KernelLibrary written = library_of(1);
  CHECK_THAT(library_text(written), !Contains("workload"));
  written.key.workload = {.name = "yes", .hash = "0123456789abcdef", .general_share = 0.1};
  save_library(written, folder.file("x.yaml"));

  const KernelLibrary read = load_library(folder.file("x.yaml"));

  CHECK_THAT(library_text(written),
             Contains("\n  workload: {name: \"yes\", hash: 0123456789abcdef, general_share: 0.1}\nkernels:"));
  CHECK(read.key == written.key);
  CHECK(library_text(read) == library_text(written));
}

TEST_CASE("a kernel is one line, and names such as n are quoted", "[library]") {
  const std::string text = library_text(library_of(1));

  CHECK_THAT(text, Contains("schema: library/v1\nchecksum: "));
  CHECK_THAT(text, Contains("  hardware: \"n\"\n"));
  CHECK_THAT(text, Contains("  - {id: f16_16x128x64, tile: [16, 128, 64], types: [f16, f16, f32, f16], edge: trimmed, "
                            "resources: {occupancy: 2, load: 4, feed: 3, accumulator: 1}, "
                            "knots: [[1, 1001, 900], [64, 61234567890123, 61000000000000]], "
                            "load: \"all PEs busy: yes\", source_level: L2, max_error: 0.03333333333333333, "
                            "variant: avx2-6x16, surface: {rows: {granule: 1, panel: 6, knots: [1, 6]}, "
                            "columns: {granule: 8, panel: 16, knots: [8, 16]}, "
                            "depth: {granule: 1, panel: 64, knots: [64]}, times: [11, 12, 13, 15]}}\n"));
}

TEST_CASE("a trimmed kernel comes back with its variant and its surface", "[library]") {
  const MicroKernel written = library_of(1).kernels[0];
  const MicroKernel read = parse_library(library_text(library_of(1)), "x.yaml").kernels[0];

  CHECK(read.variant == "avx2-6x16");
  CHECK(read.surface.times() == written.surface.times());
  CHECK(read.surface.time({5, 20, 100}) == written.surface.time({5, 20, 100}));
  CHECK(read.surface.axes().columns.granule() == 8);
}

TEST_CASE("a device's key comes back", "[library]") {
  KernelLibrary library = library_of(0);
  library.key.device = {"avx512", "48K+1M+32M", "cpu.1", "GNU 12.2.0", "NT"};

  CHECK_THAT(library_text(library), Contains("  device: {isa: avx512, caches: "));
  CHECK(parse_library(library_text(library), "x.yaml").key == library.key);
}

TEST_CASE("a surface that does not fit its axes is refused", "[library]") {
  const auto message_for = [](const std::string& from, const std::string& to) {
    std::string text = library_text(library_of(1));
    text.replace(text.find(from), from.size(), to);
    const std::string body = text.substr(text.find("key:"));
    const std::string checksum = content_hash("schema: library/v1\n" + body);
    return message_of([&] { parse_library("schema: library/v1\nchecksum: " + checksum + "\n" + body, "x.yaml"); });
  };

  CHECK_THAT(message_for("times: [11, ", "times: ["), Contains("times: a list of 3 where 4 numbers are needed"));
  CHECK_THAT(message_for("knots: [1, 6]", "knots: [6, 1]"), Contains("knots: not 1 to 6 knots in ascending order"));
  CHECK_THAT(message_for("granule: 8", "granule: 0"), Contains("granule: "));
  CHECK_THAT(message_for(", surface: {", ", other: {"), Contains("surface"));
}

TEST_CASE("a library without kernels comes back", "[library]") {
  CHECK(parse_library(library_text(library_of(0)), "x.yaml").kernels.empty());
}

TEST_CASE("every flipped bit is refused", "[library]") {
  const std::string text = library_text(library_of(1));
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const unsigned bit : {0U, 5U}) {
      std::string damaged = text;
      damaged[i] = static_cast<char>(static_cast<unsigned char>(text[i]) ^ (1U << bit));
      INFO("byte " << i << " bit " << bit);
      CHECK_THROWS_AS(parse_library(damaged, "x.yaml"), ConfigError);
    }
  }
}

TEST_CASE("every truncation is refused", "[library]") {
  const std::string text = library_text(library_of(2));
  for (std::size_t size = 0; size < text.size(); ++size) {
    INFO("bytes " << size);
    CHECK_THROWS_AS(parse_library(text.substr(0, size), "x.yaml"), ConfigError);
  }
}

TEST_CASE("a changed file says that it was changed and what to do", "[library]") {
  std::string text = library_text(library_of(1));
  const std::string stated = text.substr(29, 16);  // after "schema: library/v1\nchecksum: "
  text[text.find("1001") + 3] = '2';
  const std::string body = text.substr(text.find("key:"));

  CHECK(message_of([&] { parse_library(text, "x.yaml"); }) ==
        fmt::format("x.yaml:2:1: checksum: \"{}\" is not that of the content, {}; the file was changed or cut since it "
                    "was written; make it anew with \"mikpoly tune\"",
                    stated, content_hash("schema: library/v1\n" + body)));
  CHECK(message_of([&] { parse_library("schema: library/v1\nkey: 1\n", "x.yaml"); }) ==
        "x.yaml:2:1: checksum: missing; the second line is \"checksum: HASH\"");
  CHECK_THAT(message_of([&] { parse_library("schema: library/v2\n" + body, "x.yaml"); }),
             Contains("x.yaml:1:9: schema: unknown schema \"library/v2\"; supported: library/v1"));
}

TEST_CASE("line ends of another system do not make a library stale", "[library]") {
  std::string text;
  for (const char character : library_text(library_of(1))) {
    if (character == '\n') text += '\r';
    text += character;
  }

  CHECK(parse_library(text, "x.yaml").hash == content_hash(library_text(library_of(1))));
}

TEST_CASE("a library that cannot be written is an output error", "[library]") {
  const TemporaryFolder folder;
  (void)folder.write("file", "x");

  CHECK_THROWS_AS(save_library(library_of(1), folder.file("file/x.yaml")), OutputError);
  CHECK_THROWS_AS(load_library(folder.file("none.yaml")), ConfigError);
}

TEST_CASE("a machine without a shipped library, or with another one's, gets the reason", "[library]") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "hardware");
  ::setenv("MIKPOLY_CONFIG_DIR", folder.path().c_str(), 1);
  HardwareFile hardware;
  hardware.accelerator.name = "n";
  hardware.hash = "0123456789abcdef";
  const std::string path = shipped_library_path(hardware.accelerator, DataType::f16);

  CHECK(library_for(hardware, DataType::f16).reason == fmt::format("there is no shipped library \"{}\"", path));
  save_library(library_of(2), path);
  CHECK(library_for(hardware, DataType::f16).library->kernels.size() == 2);
  hardware.hash = std::string(1, 'f');
  CHECK(library_for(hardware, DataType::f16).reason ==
        fmt::format("the library \"{}\" was made for \"n\" f16 with hash 0123456789abcdef, not for n f16 with hash f",
                    path));
  hardware.hash = "0123456789abcdef";
  KernelLibrary chosen = library_of(2);
  chosen.key.workload.name = "bert-lengths";
  save_library(chosen, path);
  CHECK_FALSE(library_for(hardware, DataType::f16).library.has_value());
  CHECK(library_for(hardware, DataType::f16).reason ==
        fmt::format("the library \"{}\" was chosen for the workload \"bert-lengths\", not for every shape", path));
  ::unsetenv("MIKPOLY_CONFIG_DIR");
}

bool is_of_cpu(const std::string& library) {
  return library.rfind("cpu-", 0) == 0;
}

TEST_CASE("every shipped library of a simulated machine was made for it as it is described now", "[library]") {
  for (const std::string& name : config_names("libraries")) {
    if (is_of_cpu(name)) continue;
    INFO(name);
    const std::size_t dash = name.rfind('-');
    REQUIRE(dash != std::string::npos);

    const ShippedLibrary shipped =
        library_for(load_hardware(name.substr(0, dash)), parse_data_type(name.substr(dash + 1)));

    CHECK(shipped.reason.empty());
    REQUIRE(shipped.library.has_value());
    CHECK_FALSE(shipped.library->kernels.empty());
  }
}

TEST_CASE("every shipped library of a CPU class was made for the class, type and layout in its name", "[library]") {
  std::int64_t checked = 0;
  for (const std::string& name : config_names("libraries")) {
    if (!is_of_cpu(name)) continue;
    INFO(name);
    const KernelLibrary library = load_library(config_path("libraries", name));
    const LibraryKey& key = library.key;
    std::string layout = key.device.layout;
    for (char& letter : layout) letter = static_cast<char>(std::tolower(letter));
    CHECK(name == fmt::format("cpu-{}-{}-{}", key.device.isa, name_of(key.types.a), layout));
    CHECK(key.hardware == fmt::format("cpu-{}", key.device.isa));
    CHECK(key.hardware_hash == load_hardware(key.hardware).hash);
    CHECK(key.workload == WorkloadKey{});
    CHECK_FALSE(library.kernels.empty());
    ++checked;
  }
  CHECK(checked >= 6);  // portable, AVX2 and AVX-512, each NN and NT at least
}

TEST_CASE("forty kernels load in milliseconds", "[library]") {
  const std::string text = library_text(library_of(40));
  const auto start = std::chrono::steady_clock::now();

  (void)parse_library(text, "x.yaml");

  // About 3 ms on a laptop; the bound is wide for sanitizers and busy machines.
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::milliseconds(500));
}

}  // namespace
}  // namespace mikpoly
