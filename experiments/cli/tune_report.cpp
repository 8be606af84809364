#include "experiments/cli/tune_report.hpp"

#include <vector>

#include <fmt/format.h>

#include "experiments/cli/text_table.hpp"

namespace mikpoly::cli {

std::string candidates_text(const TuningReport& report) {
  std::string text = fmt::format("generated {} candidates\n", report.generated);
  for (const auto& [reason, count] : report.refused) text += fmt::format("  refused {:>8}: {}\n", count, reason);
  return text + fmt::format("timed {}; the time curves are within {:.2f} % of their samples\n", report.timed,
                            100.0 * report.max_fit_error);
}

std::string kernel_table(const KernelLibrary& library) {
  std::vector<TableRow> rows;
  for (const MicroKernel& kernel : library.kernels) {
    const KernelResources& use = kernel.resources;
    constexpr std::int64_t kSteps = 16;
    rows.push_back({fmt::to_string(rows.size() + 1), kernel.id, fmt::to_string(use.occupancy),
                    fmt::format("{}/{}/{}", use.load_buffers, use.feed_buffers, use.accumulator_buffers),
                    fmt::format("{:.3f}", kernel.time.latency(1).microseconds()),
                    fmt::format("{:.3f}", kernel.time.latency(kSteps).microseconds()),
                    fmt::to_string(kernel.time.knots().size())});
  }
  return aligned({"rank", "kernel", "tasks/PE", "buffers", "us(1 step)", "us(16)", "knots"}, rows, 2);
}

nlohmann::ordered_json tuning_json(const KernelLibrary& library, const TuningReport& report, const std::string& path) {
  nlohmann::ordered_json json{{"library", path},
                              {"library_hash", library.hash},
                              {"hardware", library.key.hardware},
                              {"dtype", name_of(library.key.types.a)},
                              {"layout", library.key.device.layout},
                              {"ranking", library.key.parameters.ranking},
                              {"generated", report.generated},
                              {"refused", report.refused},
                              {"timed", report.timed},
                              {"max_fit_error", report.max_fit_error},
                              {"kernels", nlohmann::ordered_json::array()},
                              {"mean_regret_synthetic", report.mean_regret}};
  for (const MicroKernel& kernel : library.kernels) json["kernels"].push_back(kernel.id);
  return json;
}

}  // namespace mikpoly::cli
