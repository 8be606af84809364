#include "backends/backend.hpp"
#include "backends/cuda/cuda_engine.hpp"
#include "backends/cuda/driver.hpp"
#include "backends/engine/engine.hpp"
#include "backends/peers/peers.hpp"
#include "backends/reference/reference_backend.hpp"

namespace mikpoly {
namespace {

std::string nothing_missing() {
  return "";
}

std::unique_ptr<Backend> make_engine(const BackendOptions& options) {
  return std::make_unique<Engine>(EngineOptions{.threads = options.threads, .library = options.library});
}

std::unique_ptr<Backend> make_cuda(const BackendOptions& options) {
  return std::make_unique<cuda::CudaEngine>(options.library);
}

}  // namespace

const Registry<BackendEntry>& backends() {
  static const Registry<BackendEntry> table = [] {
    std::vector<Registry<BackendEntry>::Entry> entries{
        {"cpu", {&nothing_missing, &make_engine, false}},
        {"cuda", {&cuda::Driver::missing, &make_cuda, false}},
        {"reference", {&nothing_missing, &make_reference_backend, false}},
    };
    for (const auto& [name, entry] : peer_entries()) entries.push_back({std::string(name), entry});
    return Registry<BackendEntry>("backend", entries);
  }();
  return table;
}

}  // namespace mikpoly
