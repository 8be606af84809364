// `mikpoly doctor`: what this program finds here, and what brings the rest.
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "backends/backend.hpp"
#include "backends/cpu/cpu_kernel.hpp"
#include "backends/cpu/usable_cores.hpp"
#include "backends/cuda/driver.hpp"
#include "backends/cuda/nvrtc.hpp"
#include "backends/engine/engine.hpp"
#include "backends/tuned_folder.hpp"
#include "core/config/config_folder.hpp"
#include "experiments/cli/common_flags.hpp"
#include "experiments/cli/text_table.hpp"
#include "experiments/cli/verbs.hpp"
#include "experiments/engine/build_info.hpp"

namespace mikpoly::cli {
namespace {

/// One thing that was looked at.
struct Examined {
  std::string topic;
  bool well = true;
  std::string detail;
};

// What `look` says; what it throws is a finding too.
template <typename Look>
Examined found(std::string topic, Look look) {
  try {
    std::string detail = look();
    return {std::move(topic), true, std::move(detail)};
  } catch (const std::exception& error) {
    return {std::move(topic), false, error.what()};
  }
}

Examined present(std::string topic, const std::string& missing, const std::string& detail) {
  return {std::move(topic), missing.empty(), missing.empty() ? detail : missing};
}

std::string program() {
  const lab::BuildInfo& build = lab::build_info();
  return fmt::format("mikpoly {}, commit {}{}, {}, {}", build.version, build.commit, build.dirty ? " and changes" : "",
                     build.compiler, build.build_type);
}

std::string processor() {
  const std::int64_t threads = default_threads();
  return fmt::format("kernels for {}; {} thread{} can work at once", cpu::best_isa(), threads, threads == 1 ? "" : "s");
}

Examined tuned_libraries() {
  const std::string fault = tuned_folder_fault();
  const std::string folder = tuned_library_folder();
  return present("tuned libraries", fault,
                 folder.empty() ? "no folder: neither MIKPOLY_LIBRARIES nor HOME is set" : "looked for in " + folder);
}

// Which library the engine plans with, and whether it was made here.
Examined engine_library_found() {
  return found("kernel library", [] {
    Engine engine(EngineOptions{});
    static_cast<void>(engine.library_for({.shape = {256, 256, 256}}));  // read when a product first needs it
    const std::vector<std::string> notices = engine.notices();
    return notices.empty() ? std::string("made on this machine by this build") : notices.front();
  });
}

Examined cuda_device() {
  return found("CUDA device", [] {
    const cuda::Driver driver = cuda::Driver::open();
    const cuda::DeviceFacts& device = driver.device();
    return fmt::format("{}, sm_{}, {} multiprocessors, {} GiB; driver for CUDA {}", device.name, device.architecture,
                       device.multiprocessors, device.memory_bytes >> 30, driver.version());
  });
}

Examined cuda_compiler() {
  const auto nvrtc = cuda::Nvrtc::open();
  return present("CUDA compiler", cuda::Nvrtc::missing(), nvrtc ? nvrtc->name() : "");
}

std::vector<Examined> findings() {
  std::vector<Examined> all{found("program", program), found("configs", config_folder), found("processor", processor),
                            tuned_libraries(), engine_library_found()};
  for (const std::string& name : backends().names()) {
    const BackendEntry& entry = backends().find(name);
    all.push_back(present(fmt::format("backend {}", name), entry.missing(),
                          entry.is_peer ? "a library to measure against" : "ours"));
  }
  all.push_back(cuda_device());
  all.push_back(cuda_compiler());
  return all;
}

int examine(const std::string& format_name) {
  const Format format = parse_format(format_name, kTextJson);
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  std::vector<TableRow> rows;
  for (const Examined& finding : findings()) {
    json.push_back({{"topic", finding.topic}, {"well", finding.well}, {"detail", finding.detail}});
    rows.push_back({finding.topic, finding.well ? "yes" : "no", finding.detail});
  }
  constexpr std::size_t kColumns = 3;
  print(format == Format::json ? json.dump(2) + "\n" : aligned({"what", "here", "detail"}, rows, kColumns));
  return 0;
}

}  // namespace

void add_doctor_verb(CLI::App& app, Invocation& invocation) {
  auto format = std::make_shared<std::string>();
  CLI::App* verb = app.add_subcommand("doctor", "what this program finds here, and what brings the rest");
  add_format_flag(*verb, *format, kTextJson);
  verb->footer("Exit: always 0.\nExample: mikpoly doctor");
  verb->callback([format, &invocation] { invocation.run = [format] { return examine(*format); }; });
}

}  // namespace mikpoly::cli
