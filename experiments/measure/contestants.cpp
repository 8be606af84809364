#include "experiments/measure/contestants.hpp"

#include <set>
#include <string_view>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "experiments/backend_names.hpp"

namespace mikpoly::lab {
namespace {

const BackendEntry& entry_of(const std::string& name) {
  for (const std::string_view simulated : kSimulatedBackends) {
    if (name != simulated) continue;
    throw ConfigError(fmt::format("backend \"{}\" is simulated and cannot be measured; use run or explain", name));
  }
  return backends().find(name);
}

}  // namespace

std::vector<Contestant> make_contestants(const std::string& subject, const std::vector<std::string>& peers,
                                         std::int64_t threads, const std::function<void(const std::string&)>& notice) {
  if (subject.empty()) {
    throw ConfigError(fmt::format("no backend given; --backend is one of {}", fmt::join(backends().names(), ", ")));
  }
  std::set<std::string> seen{subject};
  static_cast<void>(entry_of(subject));
  for (const std::string& peer : peers) {  // before any of them is made
    static_cast<void>(entry_of(peer));
    if (seen.insert(peer).second) continue;
    throw ConfigError(fmt::format("backend \"{}\" is given twice; a peer is another backend, given once", peer));
  }
  for (const std::string& name : seen) {
    if (name != kCudaBackend || !entry_of(name).missing().empty()) continue;
    throw ConfigError("backend \"cuda\" is measured on its device: mikpoly selfcheck --backend cuda, or mikpoly gemm");
  }
  const BackendOptions options{.threads = threads, .library = {}};
  const std::string missing = entry_of(subject).missing();
  if (!missing.empty()) throw BackendUnavailable(fmt::format("backend \"{}\" is not here: {}", subject, missing));
  std::vector<Contestant> contestants;
  contestants.push_back({.name = subject, .backend = entry_of(subject).make(options)});
  for (const std::string& peer : peers) {
    const std::string reason = entry_of(peer).missing();
    if (reason.empty()) {
      contestants.push_back({.name = peer, .backend = entry_of(peer).make(options)});
    } else {
      notice(fmt::format("peer \"{}\" is not here: {}", peer, reason));
    }
  }
  return contestants;
}

}  // namespace mikpoly::lab
