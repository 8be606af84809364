// hwloc, where it was found at build time (MIKPOLY_HWLOC): it also knows systems without the kernel's files.
#ifdef MIKPOLY_HWLOC
#include <hwloc.h>
#include <memory>
#include <set>
#endif

#include "backends/cpu/probe/topology.hpp"

namespace mikpoly {

#ifdef MIKPOLY_HWLOC
namespace {

using Machine = std::unique_ptr<hwloc_topology, decltype(&hwloc_topology_destroy)>;

Machine load_machine() {
  hwloc_topology_t raw = nullptr;
  if (hwloc_topology_init(&raw) != 0) return {nullptr, &hwloc_topology_destroy};
  Machine machine(raw, &hwloc_topology_destroy);
  const bool loaded =
      hwloc_topology_set_flags(raw, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED) == 0 && hwloc_topology_load(raw) == 0;
  if (!loaded) machine.reset();
  return machine;
}

hwloc_obj_t processor_object(hwloc_topology_t machine, int processor) {
  return hwloc_get_pu_obj_by_os_index(machine, static_cast<unsigned>(processor));
}

Bytes cache_above(hwloc_topology_t machine, hwloc_obj_t processor, hwloc_obj_type_t type) {
  const hwloc_obj_t cache = hwloc_get_ancestor_obj_by_type(machine, type, processor);
  return cache == nullptr ? Bytes{} : Bytes{static_cast<std::int64_t>(cache->attr->cache.size)};
}

Topology topology_of_system(const std::vector<int>& allowed) {
  const Machine machine = load_machine();
  if (!machine || allowed.empty() || processor_object(machine.get(), allowed.front()) == nullptr) {
    return topology_of_files(allowed);
  }
  Topology topology{.processors = {}, .caches = {}, .source = "hwloc"};
  std::set<hwloc_obj_t> cores;
  std::set<hwloc_obj_t> l3;
  for (const int number : allowed) {
    const hwloc_obj_t processor = processor_object(machine.get(), number);
    if (processor == nullptr) continue;
    const hwloc_obj_t core = hwloc_get_ancestor_obj_by_type(machine.get(), HWLOC_OBJ_CORE, processor);
    if (!cores.insert(core == nullptr ? processor : core).second) continue;
    topology.processors.push_back(number);
    const hwloc_obj_t cache = hwloc_get_ancestor_obj_by_type(machine.get(), HWLOC_OBJ_L3CACHE, processor);
    if (cache != nullptr) l3.insert(cache);
  }
  const hwloc_obj_t first = processor_object(machine.get(), topology.processors.front());
  topology.caches = {cache_above(machine.get(), first, HWLOC_OBJ_L1CACHE),
                     cache_above(machine.get(), first, HWLOC_OBJ_L2CACHE),
                     cache_above(machine.get(), first, HWLOC_OBJ_L3CACHE), static_cast<std::int64_t>(l3.size())};
  return topology;
}

}  // namespace
#else
namespace {

Topology topology_of_system(const std::vector<int>& allowed) {
  return topology_of_files(allowed);
}

}  // namespace
#endif

Topology topology_of(const std::vector<int>& allowed) {
  Topology topology = topology_of_system(allowed);
  CacheSizes& caches = topology.caches;
  if (caches.l1.count > 0 && caches.l2.count > 0) return topology;
  caches.l1 = {std::int64_t{32} << 10};
  caches.l2 = {std::int64_t{256} << 10};
  topology.source = "the system does not tell";
  topology.told = false;
  return topology;
}

}  // namespace mikpoly
