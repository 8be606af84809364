// The kernel's files: cpuN/cache/indexI/{level,type,size,shared_cpu_list} and cpuN/topology/thread_siblings_list.
#include <charconv>
#include <fstream>
#include <set>
#include <unistd.h>

#include <fmt/format.h>

#include "backends/cpu/probe/topology.hpp"

namespace mikpoly {
namespace {

namespace fs = std::filesystem;

std::string first_line(const fs::path& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return line;
}

// The cache of one level that holds data, and which one it is; no size when there is none.
struct Cache {
  Bytes size;
  std::string shared_by;
};

Cache data_cache(const fs::path& processor, std::string_view level) {
  for (int index = 0; fs::exists(processor / fmt::format("cache/index{}", index)); ++index) {
    const fs::path cache = processor / fmt::format("cache/index{}", index);
    if (first_line(cache / "level") != level || first_line(cache / "type") == "Instruction") continue;
    return {parse_cache_size(first_line(cache / "size")).value_or(Bytes{}), first_line(cache / "shared_cpu_list")};
  }
  return {};
}

}  // namespace

std::optional<Bytes> parse_cache_size(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (status != std::errc{} || number <= 0 || number >= std::int64_t{1} << 40) return std::nullopt;
  const std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
  if (unit.empty()) return Bytes{number};
  if (unit == "K") return Bytes{number << 10};
  if (unit == "M") return Bytes{number << 20};
  return std::nullopt;
}

std::vector<int> parse_processor_list(std::string_view text) {
  constexpr int kMostProcessors = 1 << 20;
  std::vector<int> processors;
  while (!text.empty()) {
    const std::string_view span = text.substr(0, text.find(','));
    text.remove_prefix(span.size() == text.size() ? span.size() : span.size() + 1);
    int first = 0;
    const auto [end, status] = std::from_chars(span.data(), span.data() + span.size(), first);
    if (status != std::errc{}) return {};
    int last = first;
    if (end != span.data() + span.size()) {
      const auto [last_end, last_status] = std::from_chars(end + 1, span.data() + span.size(), last);
      if (*end != '-' || last_status != std::errc{} || last_end != span.data() + span.size()) return {};
    }
    if (first < 0 || last < first || last >= kMostProcessors) return {};
    for (int processor = first; processor <= last; ++processor) processors.push_back(processor);
  }
  return processors;
}

Topology topology_of_files(const std::vector<int>& allowed, const fs::path& root) {
  Topology topology{.processors = {}, .caches = {}, .source = "files of the kernel"};
  std::set<int> siblings;  // of the cores taken so far
  std::set<std::string> l3;
  for (const int processor : allowed) {
    const fs::path folder = root / fmt::format("sys/devices/system/cpu/cpu{}", processor);
    if (siblings.contains(processor)) continue;
    for (const int sibling : parse_processor_list(first_line(folder / "topology/thread_siblings_list"))) {
      siblings.insert(sibling);
    }
    topology.processors.push_back(processor);
    if (const Cache cache = data_cache(folder, "3"); cache.size.count > 0) l3.insert(cache.shared_by);
  }
  if (allowed.empty()) return topology;
  const fs::path first = root / fmt::format("sys/devices/system/cpu/cpu{}", allowed.front());
  topology.caches = {data_cache(first, "1").size, data_cache(first, "2").size, data_cache(first, "3").size,
                     static_cast<std::int64_t>(l3.size())};
  return topology;
}

Bytes memory_size() {
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long page = ::sysconf(_SC_PAGESIZE);
  return pages > 0 && page > 0 ? Bytes{static_cast<std::int64_t>(pages) * page} : Bytes{};
}

}  // namespace mikpoly
