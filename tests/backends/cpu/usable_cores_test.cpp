#include "backends/cpu/usable_cores.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/support/catch.hpp"

using namespace mikpoly;

namespace {

// A file system with nothing but the files of a test.
class FakeRoot {
 public:
  FakeRoot() : folder_(std::filesystem::temp_directory_path() / "mikpoly_usable_cores_test") {
    std::filesystem::remove_all(folder_);
  }
  ~FakeRoot() { std::filesystem::remove_all(folder_); }
  FakeRoot(const FakeRoot&) = delete;
  FakeRoot& operator=(const FakeRoot&) = delete;

  FakeRoot& with(const std::string& path, const std::string& text) {
    std::filesystem::create_directories((folder_ / path).parent_path());
    std::ofstream(folder_ / path) << text;
    return *this;
  }
  std::optional<std::int64_t> quota() const { return quota_cores(folder_); }

 private:
  std::filesystem::path folder_;
};

}  // namespace

TEST_CASE("without control groups there is no quota", "[cpu]") {
  CHECK(FakeRoot().quota() == std::nullopt);
  CHECK(FakeRoot().with("proc/self/cgroup", "0::/\n").quota() == std::nullopt);
}

// 150 ms of CPU time in 100 ms are 1.5 cores.
TEST_CASE("a quota of version 2 is rounded up to cores", "[cpu]") {
  FakeRoot root;
  root.with("proc/self/cgroup", "0::/app\n").with("sys/fs/cgroup/app/cpu.max", "150000 100000\n");

  CHECK(root.quota() == 2);
  CHECK(root.with("sys/fs/cgroup/app/cpu.max", "1000 100000\n").quota() == 1);
  CHECK(root.with("sys/fs/cgroup/app/cpu.max", "max 100000\n").quota() == std::nullopt);
  CHECK(root.with("sys/fs/cgroup/app/cpu.max", "").quota() == std::nullopt);
}

TEST_CASE("the smallest quota of the group and those around it holds", "[cpu]") {
  FakeRoot root;
  root.with("proc/self/cgroup", "0::/slice/app\n")
      .with("sys/fs/cgroup/cpu.max", "800000 100000\n")
      .with("sys/fs/cgroup/slice/cpu.max", "300000 100000\n")
      .with("sys/fs/cgroup/slice/app/cpu.max", "400000 100000\n");

  CHECK(root.quota() == 3);
}

TEST_CASE("a quota of version 1 is found beside version 2, whatever the controllers mounted with it", "[cpu]") {
  FakeRoot root;
  root.with("proc/self/cgroup", "9:cpuset:/app\n4:cpu,cpuacct:/app\n0::/app\n")
      .with("sys/fs/cgroup/cpuset/app/cpu.cfs_quota_us", "100000\n")
      .with("sys/fs/cgroup/cpuset/app/cpu.cfs_period_us", "100000\n")
      .with("sys/fs/cgroup/cpu,cpuacct/app/cpu.cfs_quota_us", "500000\n")
      .with("sys/fs/cgroup/cpu,cpuacct/app/cpu.cfs_period_us", "100000\n");

  CHECK(root.quota() == 5);
  CHECK(root.with("sys/fs/cgroup/cpu,cpuacct/app/cpu.cfs_quota_us", "-1\n").quota() == std::nullopt);
}

// /proc names the group as the host does; inside, the mount is the group.
TEST_CASE("a container's quota is found although its path is the host's", "[cpu]") {
  FakeRoot root;
  root.with("proc/self/cgroup", "4:cpu:/docker/0a0bb4\n")
      .with("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "200000\n")
      .with("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");

  CHECK(root.quota() == 2);
}

TEST_CASE("the affinity mask is what was set", "[cpu]") {
  const std::vector<int> before = affinity_of(0);
  REQUIRE(!before.empty());

  REQUIRE(set_affinity(0, {before.back()}));
  const std::vector<int> pinned = affinity_of(0);
  const std::int64_t threads = default_threads();
  REQUIRE(set_affinity(0, before));

  CHECK(pinned == std::vector<int>{before.back()});
  CHECK(threads == 1);
  CHECK(affinity_of(0) == before);
  CHECK(default_threads() >= 1);
  CHECK(default_threads() <= static_cast<std::int64_t>(before.size()));
}

TEST_CASE("a core that is not there is refused", "[cpu]") {
  const std::vector<int> before = affinity_of(0);

  CHECK(!set_affinity(0, {100'000}));
  CHECK(affinity_of(0) == before);
}
