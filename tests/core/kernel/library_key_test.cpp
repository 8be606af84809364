#include "core/kernel/library_key.hpp"

#include <functional>

#include "tests/support/catch.hpp"

using namespace mikpoly;

namespace {

const LibraryKey kDevice{
    "this-machine", "0123", "s1.2+cpu.1", {}, {}, {"avx512", "48K+1M+32M", "abc", "GNU 12.2.0", "NN"}};

KeyVerdict after(const std::function<void(LibraryKey&)>& change, LibraryKey wants = kDevice) {
  LibraryKey has = wants;
  change(has);
  return compare_keys(has, wants);
}

}  // namespace

TEST_CASE("an exact key is used silently", "[library]") {
  CHECK(compare_keys(kDevice, kDevice).match == KeyMatch::exact);
  CHECK(compare_keys(kDevice, kDevice).reason.empty());
}

TEST_CASE("a machine of the same class gets a notice", "[library]") {
  const KeyVerdict machine = after([](LibraryKey& key) { key.hardware = "other"; });
  CHECK(machine.match == KeyMatch::same_class);
  CHECK(machine.reason == "was made for hardware \"other\"");
  CHECK(after([](LibraryKey& key) { key.hardware_hash = "4567"; }).match == KeyMatch::same_class);
  const KeyVerdict compiler = after([](LibraryKey& key) { key.device.compiler = "Clang 14"; });
  CHECK(compiler.match == KeyMatch::same_class);
  CHECK(compiler.reason == "was made with compiler \"Clang 14\"");
}

TEST_CASE("a library of another class is refused with its reason", "[library]") {
  const KeyVerdict isa = after([](LibraryKey& key) { key.device.isa = "avx2"; });
  CHECK(isa.match == KeyMatch::foreign);
  CHECK(isa.reason == "was made for instruction set \"avx2\", not \"avx512\"");
  CHECK(after([](LibraryKey& key) { key.device.layout = "NT"; }).match == KeyMatch::foreign);
  CHECK(after([](LibraryKey& key) { key.device.caches = "32K"; }).match == KeyMatch::foreign);
  CHECK(after([](LibraryKey& key) { key.device.kernel_source = "old"; }).match == KeyMatch::foreign);
  CHECK(after([](LibraryKey& key) { key.types.a = DataType::f64; }).match == KeyMatch::foreign);
  CHECK(after([](LibraryKey& key) { key.method = "s1.1"; }).match == KeyMatch::foreign);
  CHECK(after([](LibraryKey& key) { key.parameters.n_mik = 3; }).match == KeyMatch::foreign);
}

TEST_CASE("a simulated machine has no class: its library fits or does not", "[library]") {
  LibraryKey simulated = kDevice;
  simulated.device = {};
  CHECK(after([](LibraryKey&) {}, simulated).match == KeyMatch::exact);
  CHECK(after([](LibraryKey& key) { key.hardware = "other"; }, simulated).match == KeyMatch::foreign);
  CHECK(after([](LibraryKey& key) { key.hardware_hash = "4567"; }, simulated).match == KeyMatch::foreign);
  CHECK(after([](LibraryKey& key) { key.device = kDevice.device; }, simulated).match == KeyMatch::foreign);
}

TEST_CASE("a library chosen for a workload stands in for no other, nor for one of every shape", "[library]") {
  const WorkloadKey bert{"bert-lengths", "0123456789abcdef", 0.1};
  const KeyVerdict general = after([&](LibraryKey& key) { key.workload = bert; });
  CHECK(general.match == KeyMatch::foreign);
  CHECK(general.reason == "was chosen for the workload \"bert-lengths\"");

  LibraryKey wants = kDevice;
  wants.workload = bert;
  CHECK(after([](LibraryKey&) {}, wants).match == KeyMatch::exact);
  CHECK(after([](LibraryKey& key) { key.workload = {}; }, wants).reason == "was not chosen for a workload");
  CHECK(after([](LibraryKey& key) { key.workload.hash = "f"; }, wants).match == KeyMatch::foreign);
  CHECK(after([](LibraryKey& key) { key.workload.general_share = 0.0; }, wants).match == KeyMatch::foreign);
}

TEST_CASE("who gives a library by path is told its workload, if it has one", "[library]") {
  CHECK(workload_notice({"bert-lengths", "f", 0.0}, "x.yaml") ==
        "library \"x.yaml\" was chosen for the workload \"bert-lengths\"");
  CHECK(workload_notice({}, "x.yaml").empty());
}
