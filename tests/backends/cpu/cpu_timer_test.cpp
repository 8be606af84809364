#include "backends/cpu/cpu_timer.hpp"

#include "backends/cpu/cpu_kernel.hpp"
#include "backends/cpu/device_key.hpp"
#include "core/base/error.hpp"
#include "tests/support/catch.hpp"

using namespace mikpoly;

TEST_CASE("the timer times a task of every kernel that can read the operands", "[cpu]") {
  ThreadPool pool(2);
  for (const std::string layout : {"NN", "NN-paged", "NN-far", "NT", "NT-paged", "NN-packed"}) {
    const cpu::CpuTimer timer(pool, {.layout = layout, .sample_us = 20, .ring_bytes = 1 << 16, .far_bytes = 1 << 18});
    const std::vector<RegisterTile> tiles = cpu::register_tiles("portable", timer);
    REQUIRE_FALSE(tiles.empty());
    for (const RegisterTile& tile : tiles) {
      MicroKernel kernel;
      kernel.variant = tile.variant;
      kernel.tile = {4 * tile.rows, 4 * tile.columns, 32};
      INFO(tile.variant << " " << layout);
      const Picoseconds time = timer.task_time(kernel, {tile.rows, tile.columns, 40});
      CHECK(time > Picoseconds{1});
      CHECK(time < Picoseconds{1'000'000'000'000});
    }
  }
}

TEST_CASE("where threads are missing, the timer takes the mean of those that came", "[cpu]") {
  ThreadPool pool(2);
  const cpu::CpuTimer timer(pool, {.layout = "NN", .sample_us = 20, .ring_bytes = 1 << 16, .far_bytes = 1 << 18});
  MicroKernel kernel;
  kernel.variant = "portable-6x8";
  kernel.tile = {24, 32, 32};
  Picoseconds time;
  // The pool is busy with this very call, so that the timer's runs in its caller alone.
  pool.run([&](std::int64_t worker, std::int64_t) {
    if (worker == 0) time = timer.task_time(kernel, {6, 8, 40});
  });
  CHECK(time > Picoseconds{1});
  CHECK(time < Picoseconds{1'000'000'000'000});
}

TEST_CASE("a kernel is offered where its operands lie right", "[cpu]") {
  ThreadPool pool(1);
  const auto offered = [&](const std::string& layout, const std::string& name) {
    for (const RegisterTile& tile : cpu::register_tiles("portable", cpu::CpuTimer(pool, {.layout = layout}))) {
      if (tile.variant == name) return true;
    }
    return false;
  };
  CHECK(offered("NT", "portable-dot"));
  CHECK(offered("NN", "portable-dot"));  // B is copied
  CHECK(offered("NN", "portable-stream"));
  CHECK_FALSE(offered("NT", "portable-stream"));
  CHECK(offered("NN", "portable-6x8-copy"));
  CHECK_FALSE(offered("NT", "portable-6x8-copy"));  // B is copied in any case
  CHECK_THROWS_AS(cpu::CpuTimer(pool, {.layout = "XX"}), ConfigError);
}

TEST_CASE("the device's class names instruction set, caches, source, compiler and layout", "[cpu]") {
  const DeviceKey key = cpu::device_key("avx2", "NT");
  CHECK(key.isa == "avx2");
  CHECK(key.layout == "NT");
  CHECK_FALSE(key.caches.empty());
  CHECK_FALSE(key.compiler.empty());
  CHECK(key.kernel_source == cpu::kKernelSource);
}
