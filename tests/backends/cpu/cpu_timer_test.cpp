#include "backends/cpu/cpu_timer.hpp"

#include "backends/cpu/cpu_kernel.hpp"
#include "backends/cpu/device_key.hpp"
#include "core/base/error.hpp"
#include "tests/support/catch.hpp"

using namespace mikpoly;

TEST_CASE("the timer times a task of every kernel that can read the operands", "[cpu]") {
  ThreadPool pool(2);
  for (const char* transposes : {"NN", "NT", "TN"}) {
    const cpu::CpuTimer timer(pool, {.transposes = transposes, .sample_us = 20, .ring_bytes = 1 << 16});
    const std::vector<RegisterTile> tiles = cpu::register_tiles("portable", timer);
    REQUIRE_FALSE(tiles.empty());
    for (const RegisterTile& tile : tiles) {
      MicroKernel kernel;
      kernel.variant = tile.variant;
      kernel.tile = {4 * tile.rows, 4 * tile.columns, 32};
      INFO(tile.variant << " " << transposes);
      const Picoseconds time = timer.task_time(kernel, {tile.rows, tile.columns, 40});
      CHECK(time > Picoseconds{1});
      CHECK(time < Picoseconds{1'000'000'000'000});
    }
  }
}

TEST_CASE("a kernel is offered where its operands lie right", "[cpu]") {
  ThreadPool pool(1);
  const auto offered = [&](const char* transposes, const std::string& name) {
    for (const RegisterTile& tile : cpu::register_tiles("portable", cpu::CpuTimer(pool, {.transposes = transposes}))) {
      if (tile.variant == name) return true;
    }
    return false;
  };
  CHECK(offered("NT", "portable-dot"));
  CHECK_FALSE(offered("NN", "portable-dot"));
  CHECK(offered("NN", "portable-stream"));
  CHECK_FALSE(offered("NT", "portable-stream"));
  CHECK_THROWS_AS(cpu::CpuTimer(pool, {.transposes = "XX"}), ConfigError);
}

TEST_CASE("the device's class names instruction set, caches, source, compiler and layout", "[cpu]") {
  const DeviceKey key = cpu::device_key("avx2", "NT");
  CHECK(key.isa == "avx2");
  CHECK(key.layout == "NT");
  CHECK_FALSE(key.caches.empty());
  CHECK_FALSE(key.compiler.empty());
  CHECK(key.kernel_source == cpu::kKernelSource);
}
