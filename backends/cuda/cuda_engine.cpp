#include "backends/cuda/cuda_engine.hpp"

#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "backends/cuda/device_operands.hpp"
#include "backends/cuda/library_lookup.hpp"
#include "backends/cuda/queued_gemm.hpp"
#include "core/base/error.hpp"
#include "core/config/hardware_loader.hpp"
#include "core/config/library_file.hpp"
#include "core/planner/fixed_tile.hpp"

namespace mikpoly::cuda {
namespace {

std::string types_text(const GemmTypes& types) {
  return fmt::format("{} x {} -> {}", name_of(types.a), name_of(types.b), name_of(types.d));
}

// Whether lines are too narrow for the widest copies wherever A and B begin.
bool has_narrow_lines(const GemmProblem& problem, const CanonicalProblem& canonical) {
  return copy_bytes(canonical, problem.types, {}, {}) < kWidestCopy;
}

// `begins_narrow`: A or B begin where the widest copies cannot.
Plan plan_with(KernelSet& kernels, const GemmProblem& problem, bool begins_narrow) {
  const CanonicalProblem canonical = canonical_form(problem);
  if (canonical.shape.k == 0) return single_tile_plan(canonical.shape, 0);
  const bool narrow = begins_narrow || has_narrow_lines(problem, canonical);
  return kernels.plan(canonical.shape, {.narrow = narrow, .may_split = !problem.deterministic});
}

HardwareFile machine_of(const Device& device, const std::string& library) {
  return library.empty() ? hardware_of(device.facts()) : load_hardware(load_library(library).key.hardware);
}

}  // namespace

class CudaEngine::Prepared final : public PreparedGemm {
 public:
  Prepared(CudaEngine& engine, const GemmProblem& problem)
      : engine_(engine), problem_(problem), kernels_(engine.kernels_for(problem)) {
    if (!problem.shape.empty()) any_.emplace(planned(false));
  }

  void run(const GemmOperands& operands) override {
    if (problem_.shape.empty()) return;
    const std::scoped_lock lock(engine_.running_);
    engine_.device_.enter();
    const DeviceStream& stream = engine_.queue_.stream();
    const DeviceOperands here(engine_.device_, stream, problem_, operands);
    const QueuedGemm& gemm = fitting(here.operands());
    engine_.scratch_.reserve(engine_.device_, gemm.scratch_bytes());
    gemm.add(engine_.queue_, here.operands(), engine_.scratch_.pointer());
    here.finish(stream);
  }

 private:
  [[nodiscard]] QueuedGemm planned(bool begins_narrow) const {
    return {kernels_, problem_, plan_with(kernels_, problem_, begins_narrow)};
  }

  // Another plan where lines are not aligned, made when such operands first come.
  const QueuedGemm& fitting(const GemmOperands& operands) {
    const std::int64_t copy = any_->copy_bytes_of(operands);
    if (copy < bytes_of(problem_.types.a)) {
      throw ShapeError(fmt::format("A or B does not begin at a multiple of {} bytes, the size of its elements",
                                   bytes_of(problem_.types.a)));
    }
    if (copy >= kWidestCopy) return *any_;
    if (!narrow_) narrow_.emplace(planned(true));
    return *narrow_;
  }

  CudaEngine& engine_;
  GemmProblem problem_;
  KernelSet& kernels_;
  std::optional<QueuedGemm> any_;  // nothing for a shape without output
  std::optional<QueuedGemm> narrow_;
};

CudaEngine::CudaEngine(const std::string& library) : hardware_(machine_of(device_, library)), queue_(device_) {
  if (library.empty()) return;
  std::unique_ptr<KernelSet> kernels = load(library);
  const LibraryKey& key = kernels->library().key;
  found_.emplace(std::pair(key.types.a, key.device.layout), Found{std::move(kernels), ""});
}

std::unique_ptr<KernelSet> CudaEngine::load(const std::string& path) const {
  KernelLibrary library = load_library(path);
  if (library.key.hardware_hash != hardware_.hash) {
    throw ConfigError(fmt::format("library \"{}\" was made for another description of {}; mikpoly tune makes it anew",
                                  path, library.key.hardware));
  }
  const std::string code_path = archive_path(path);
  const KernelArchive archive = load_archive(code_path);
  if (const std::string fault = unfit(archive.key, device_.facts()); !fault.empty()) {
    throw ConfigError(fmt::format("\"{}\" {}; mikpoly tune --backend cuda compiles it anew", code_path, fault));
  }
  device_.enter();
  return std::make_unique<KernelSet>(device_, hardware_.accelerator, std::move(library), archive);
}

CudaEngine::Found CudaEngine::find(DataType type, const std::string& layout) const {
  const std::string path = library_path(hardware_.accelerator.name, type, layout);
  for (const std::string& needed : {path, archive_path(path)}) {
    if (std::filesystem::exists(needed)) continue;
    return {nullptr, fmt::format("no \"{}\"; mikpoly tune --hardware {} --backend cuda --dtype {} --trans {} makes it",
                                 needed, hardware_.accelerator.name, name_of(type), layout)};
  }
  return {load(path), ""};
}

const CudaEngine::Found& CudaEngine::found_for(const GemmProblem& problem) const {
  const std::pair key(problem.types.a, layout_of(canonical_form(problem)));
  const std::scoped_lock lock(finding_);
  const auto known = found_.find(key);
  return known != found_.end() ? known->second : found_.emplace(key, find(key.first, key.second)).first->second;
}

std::string CudaEngine::unsupported(const GemmProblem& problem) const {
  return unsupported_by(found_for(problem), problem);
}

std::string CudaEngine::unsupported_by(const Found& found, const GemmProblem& problem) {
  if (found.kernels == nullptr) return found.missing;
  const GemmTypes& types = found.kernels->library().key.types;
  if (types == problem.types) return "";
  return fmt::format("the kernels compute {}, not {}", types_text(types), types_text(problem.types));
}

KernelSet& CudaEngine::kernels_for(const GemmProblem& problem) {
  validate(problem);
  const Found& found = found_for(problem);
  if (const std::string reason = unsupported_by(found, problem); !reason.empty()) throw BackendUnavailable(reason);
  return *found.kernels;
}

std::unique_ptr<PreparedGemm> CudaEngine::prepare(const GemmProblem& problem) {
  return std::make_unique<Prepared>(*this, problem);
}

void CudaEngine::run(const GemmProblem& problem, const GemmOperands& operands) {
  const std::unique_ptr<PreparedGemm> prepared = prepare(problem);
  validate(problem, operands);
  prepared->run(operands);
}

std::string CudaEngine::description() const {
  return fmt::format("mikpoly on {}, described by {}", device_.facts().name, hardware_.accelerator.name);
}

Plan CudaEngine::plan_for(const GemmProblem& problem) {
  return plan_with(kernels_for(problem), problem, false);
}

Plan CudaEngine::standard_plan_for(const GemmProblem& problem) {
  const KernelSet& kernels = kernels_for(problem);
  const CanonicalProblem canonical = canonical_form(problem);
  const KernelLibrary& usable = has_narrow_lines(problem, canonical) ? kernels.narrow_library() : kernels.library();
  return single_tile_plan(canonical.shape, standard_kernel(machine(), usable));
}

}  // namespace mikpoly::cuda
