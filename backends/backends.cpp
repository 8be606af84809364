#include "backends/backend.hpp"
#include "backends/cuda/driver.hpp"
#include "backends/engine/engine.hpp"
#include "backends/peers/peers.hpp"
#include "backends/reference/reference_backend.hpp"
#include "core/base/error.hpp"

namespace mikpoly {
namespace {

std::string nothing_missing() {
  return "";
}

std::unique_ptr<Backend> make_engine(const BackendOptions& options) {
  return std::make_unique<Engine>(EngineOptions{.threads = options.threads, .library = options.library});
}

std::string cuda_missing() {
  const std::string missing = cuda::Driver::missing();
  return missing.empty() ? "plans are not run on a GPU yet; mikpoly tune --backend cuda compiles what is needed"
                         : missing;
}

std::unique_ptr<Backend> make_cuda(const BackendOptions& /*options*/) {
  throw BackendUnavailable(cuda_missing());
}

}  // namespace

const Registry<BackendEntry>& backends() {
  static const Registry<BackendEntry> table = [] {
    std::vector<Registry<BackendEntry>::Entry> entries{
        {"cpu", {&nothing_missing, &make_engine, false}},
        {"cuda", {&cuda_missing, &make_cuda, false}},
        {"reference", {&nothing_missing, &make_reference_backend, false}},
    };
    for (const auto& [name, entry] : peer_entries()) entries.push_back({std::string(name), entry});
    return Registry<BackendEntry>("backend", entries);
  }();
  return table;
}

}  // namespace mikpoly
