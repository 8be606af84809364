#include "backends/backend.hpp"
#include "backends/peers/peers.hpp"
#include "backends/reference/reference_backend.hpp"

namespace mikpoly {
namespace {

std::string nothing_missing() {
  return "";
}

}  // namespace

const Registry<BackendEntry>& backends() {
  static const Registry<BackendEntry> table = [] {
    std::vector<Registry<BackendEntry>::Entry> entries{
        {"reference", {&nothing_missing, &make_reference_backend, false}},
    };
    for (const auto& [name, entry] : peer_entries()) entries.push_back({std::string(name), entry});
    return Registry<BackendEntry>("backend", entries);
  }();
  return table;
}

}  // namespace mikpoly
