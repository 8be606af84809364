#include "backends/cpu/probe/topology.hpp"

#include <fstream>

#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace mikpoly {
namespace {

namespace fs = std::filesystem;

void write_line(const fs::path& file, const std::string& line) {
  fs::create_directories(file.parent_path());
  std::ofstream(file) << line << "\n";
}

void write_cache(const fs::path& processor, int index, const std::array<std::string, 4>& level_type_size_shared) {
  const fs::path folder = processor / ("cache/index" + std::to_string(index));
  const std::array<std::string, 4> names{"level", "type", "size", "shared_cpu_list"};
  for (std::size_t i = 0; i < names.size(); ++i) write_line(folder / names[i], level_type_size_shared[i]);
}

// Four cores of two threads each, numbered 0..3 and 4..7, and an L3 for each pair of cores.
void write_machine(const fs::path& root) {
  for (int cpu = 0; cpu < 8; ++cpu) {
    const int core = cpu % 4;
    const fs::path folder = root / ("sys/devices/system/cpu/cpu" + std::to_string(cpu));
    write_line(folder / "topology/thread_siblings_list", std::to_string(core) + "," + std::to_string(core + 4));
    write_cache(folder, 0, {"1", "Instruction", "64K", "x"});
    write_cache(folder, 1, {"1", "Data", "48K", "x"});
    write_cache(folder, 2, {"2", "Unified", "1024K", "x"});
    write_cache(folder, 3, {"3", "Unified", "32M", core < 2 ? "0-1,4-5" : "2-3,6-7"});
  }
}

TEST_CASE("cache sizes are read as the kernel writes them", "[probe]") {
  CHECK(parse_cache_size("48K") == Bytes{48 << 10});
  CHECK(parse_cache_size("32M") == Bytes{32 << 20});
  CHECK(parse_cache_size("512") == Bytes{512});
  for (const char* text : {"", "K", "-1K", "0K", "48k", "48KB", "4 K", "99999999999999999999K", "1.5M"}) {
    INFO(text);
    CHECK_FALSE(parse_cache_size(text));
  }
}

TEST_CASE("lists of processors are read as the kernel writes them", "[probe]") {
  CHECK(parse_processor_list("0-3,8,10-11") == std::vector<int>{0, 1, 2, 3, 8, 10, 11});
  CHECK(parse_processor_list("5") == std::vector<int>{5});
  for (const char* text : {"", "a", "3-1", "1-", "-1", "1,x", "1-2-3", "1-99999999"}) {
    INFO(text);
    CHECK(parse_processor_list(text).empty());
  }
}

TEST_CASE("one processor of each core is taken, and its data caches", "[probe]") {
  const TemporaryFolder folder;
  write_machine(folder.path());
  const auto of = [&folder](const std::vector<int>& allowed) { return topology_of_files(allowed, folder.path()); };

  CHECK(of({0, 1, 2, 3, 4, 5, 6, 7}).processors == std::vector<int>{0, 1, 2, 3});
  CHECK(of({1, 4, 5}).processors == std::vector<int>{1, 4});
  CHECK(of({0, 2}).caches == CacheSizes{{48 << 10}, {1 << 20}, {32 << 20}, 2});
  CHECK(of({0, 1}).caches.l3_count == 1);
}

TEST_CASE("what the files do not name has no size, and a processor without a core is one", "[probe]") {
  const TemporaryFolder folder;
  const Topology topology = topology_of_files({0, 1}, folder.path());

  CHECK(topology.processors == std::vector<int>{0, 1});
  CHECK(topology.caches == CacheSizes{});
  CHECK(topology_of_files({}, folder.path()).processors.empty());
}

TEST_CASE("this machine has a core with caches, whoever tells", "[probe]") {
  const Topology topology = topology_of({0});

  CHECK(topology.processors == std::vector<int>{0});
  CHECK(topology.caches.l1.count >= 8 << 10);
  CHECK(topology.caches.l2.count >= topology.caches.l1.count);
  CHECK(memory_size() > topology.caches.l2);
  CHECK_FALSE(topology.source.empty());
}

}  // namespace
}  // namespace mikpoly
