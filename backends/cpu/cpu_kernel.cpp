#include "backends/cpu/cpu_kernel.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/nearest_name.hpp"

namespace mikpoly::cpu {
namespace {

CpuKernel tile_of(const KernelFunctions& functions, int vectors, std::string_view suffix, Packing packing) {
  CpuKernel kernel{.name = "", .functions = &functions, .family = Family::tile, .vectors = vectors, .packing = packing};
  kernel.name = fmt::format("{}-{}x{}{}", functions.name, kernel.rows(), kernel.columns(), suffix);
  return kernel;
}

void add_family(std::vector<CpuKernel>& all, const KernelFunctions& functions) {
  for (int vectors = 1; vectors <= kMaxTileVectors; ++vectors) {
    all.push_back(tile_of(functions, vectors, "", {}));
    all.push_back(tile_of(functions, vectors, "-copya", {.a = true}));
    all.push_back(tile_of(functions, vectors, "-ahead", {.b = BAccess::ahead}));
    all.push_back(tile_of(functions, vectors, "-copy", {.b = BAccess::copying}));
    all.push_back(tile_of(functions, vectors, "-copyab", {.a = true, .b = BAccess::copying}));
  }
  all.push_back({.name = fmt::format("{}-dot", functions.name), .functions = &functions, .family = Family::dot});
  all.push_back({.name = fmt::format("{}-stream", functions.name), .functions = &functions, .family = Family::stream});
}

std::vector<CpuKernel> make_list() {
  std::vector<CpuKernel> all;
  add_family(all, kPortableFunctions);
#if defined(__x86_64__)
  add_family(all, kAvx2Functions);
  add_family(all, kAvx512Functions);
#endif
  return all;
}

}  // namespace

int CpuKernel::rows() const {
  if (family == Family::dot) return kMaxDotRows;
  if (family == Family::stream) return kMaxStreamRows;
  return functions->tile_rows[static_cast<std::size_t>(vectors - 1)];
}

int CpuKernel::columns() const {
  if (family == Family::dot) return kMaxDotColumns;
  if (family == Family::stream) return functions->width;
  return vectors * functions->width;
}

std::span<const CpuKernel> cpu_kernels() {
  static const std::vector<CpuKernel> all = make_list();
  return all;
}

const CpuKernel& find_cpu_kernel(std::string_view name) {
  std::vector<std::string> known;
  for (const CpuKernel& kernel : cpu_kernels()) {
    if (kernel.name == name) return kernel;
    known.push_back(kernel.name);
  }
  throw ConfigError(fmt::format("unknown CPU kernel \"{}\"{}", name, nearest_and_known(name, known)));
}

bool runs_here(std::string_view isa) {
#if defined(__x86_64__)
  const bool avx2 = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
  if (isa == "avx2") return avx2;
  if (isa == "avx512") {
    return avx2 && __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
           __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0;
  }
#endif
  return isa == "portable";
}

std::string_view best_isa() {
  for (const std::string_view isa : {"avx512", "avx2"}) {
    if (runs_here(isa)) return isa;
  }
  return "portable";
}

}  // namespace mikpoly::cpu
