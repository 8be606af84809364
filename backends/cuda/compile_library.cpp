#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#include <fmt/format.h>

#include "backends/cuda/kernel_archive.hpp"

namespace mikpoly::cuda {
namespace {

/// A source, and where its code goes.
struct Job {
  std::string source;
  KernelCode& code;
};

// Runs all jobs on all cores; what the first failing one throws is thrown when all have ended.
class Compilation {
 public:
  Compilation(const Nvrtc& nvrtc, int architecture, std::vector<Job> jobs, const CompileProgress& progress)
      : nvrtc_(nvrtc), architecture_(architecture), jobs_(std::move(jobs)), progress_(progress) {}

  void run() {
    const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
    {
      std::vector<std::jthread> threads;
      while (threads.size() < std::min(cores, jobs_.size())) threads.emplace_back([this] { work(); });
    }
    if (fault_) std::rethrow_exception(fault_);
  }

 private:
  void work() {
    for (std::size_t next = begun_++; next < jobs_.size(); next = begun_++) {
      try {
        compile(jobs_[next]);
      } catch (...) {
        const std::scoped_lock lock(mutex_);
        if (!fault_) fault_ = std::current_exception();
        begun_ = jobs_.size();
      }
    }
  }

  void compile(const Job& job) {
    Compiled compiled = nvrtc_.compile(job.source, architecture_);
    job.code.functions = read_report(compiled.log);
    job.code.cubin = std::move(compiled.cubin);
    const std::scoped_lock lock(mutex_);
    progress_(++done_, std::ssize(jobs_));
  }

  const Nvrtc& nvrtc_;
  int architecture_;
  std::vector<Job> jobs_;
  const CompileProgress& progress_;
  std::atomic<std::size_t> begun_ = 0;
  std::mutex mutex_;  // of what follows
  std::int64_t done_ = 0;
  std::exception_ptr fault_;
};

}  // namespace

std::string reduction_name(DataType type) {
  return fmt::format("add_parts_{}", name_of(type));
}

std::vector<OperandAccess> accesses_of(std::int64_t position, DataType type, std::string_view layout) {
  std::vector<OperandAccess> accesses;
  for (std::int64_t copy = kWidestCopy; copy >= bytes_of(type); copy /= 2) {
    accesses.push_back(access_of(layout, copy));
    if (position >= kNarrowKernels) break;
  }
  return accesses;
}

KernelArchive compile_library(const KernelLibrary& library, const Nvrtc& nvrtc, int architecture,
                              const CompileProgress& progress) {
  KernelArchive archive{
      .key = {.architecture = architecture, .kernel_source = kernel_source_hash(), .compiler = nvrtc.name()},
      .kernels = std::vector<KernelCode>(library.kernels.size() + 1)};
  std::vector<Job> jobs;
  for (std::size_t i = 0; i < library.kernels.size(); ++i) {
    const MicroKernel& kernel = library.kernels[i];
    archive.kernels[i].kernel = kernel.id;
    const auto accesses = accesses_of(static_cast<std::int64_t>(i), kernel.types.a, library.key.device.layout);
    jobs.push_back({translation_unit(design_of(kernel), accesses), archive.kernels[i]});
  }
  const DataType type = library.key.types.d;
  archive.kernels.back().kernel = reduction_name(type);
  jobs.push_back({reduction_unit(type), archive.kernels.back()});
  Compilation(nvrtc, architecture, std::move(jobs), progress).run();
  return archive;
}

}  // namespace mikpoly::cuda
