// mikpoly simulate-tilings: tilings that others tuned, against the best that the simulator finds.
#include <algorithm>
#include <map>
#include <memory>

#include <fmt/format.h>

#include "core/config/text_file.hpp"
#include "experiments/accuracy/tiling_table.hpp"
#include "experiments/cli/common_flags.hpp"
#include "experiments/cli/text_table.hpp"
#include "experiments/cli/verbs.hpp"
#include "experiments/statistics.hpp"

namespace mikpoly::cli {
namespace {

struct TilingFlags {
  MachineFlags machine;
  std::string table;
  std::string output;
};

std::string rows_csv(const std::vector<lab::TilingRow>& rows, const std::vector<lab::TilingVerdict>& verdicts) {
  std::string text = "m,n,k,batch,status,simulated_us,best_us,ratio,tiling,best_tiling,reason\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const GemmShape& shape = rows[i].shape;
    const lab::TilingVerdict& verdict = verdicts[i];
    text += fmt::format("{},{},{},{},", shape.m, shape.n, shape.k, shape.batch);
    const std::string tiling = sim::to_text(rows[i].tiling);
    text += verdict.fault.empty() ? fmt::format("done,{:.6g},{:.6g},{:.6g},\"{}\",\"{}\",\n", verdict.time_us,
                                                verdict.best_us, verdict.ratio(), tiling, sim::to_text(verdict.best))
                                  : fmt::format("failed,,,,\"{}\",,\"{}\"\n", tiling, verdict.fault);
  }
  return text;
}

std::string summary(const std::vector<lab::TilingRow>& rows, const std::vector<lab::TilingVerdict>& verdicts) {
  std::vector<double> ratios;
  std::map<std::string, std::int64_t> faults;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    if (!verdicts[i].fault.empty()) {
      ++faults[verdicts[i].fault];
      continue;
    }
    ratios.push_back(verdicts[i].ratio());
    order.push_back(i);
  }
  std::string text =
      fmt::format("{} tilings simulated; given over best: median {:.4f}, p90 {:.4f}, worst {:.4f}\n\n", ratios.size(),
                  lab::quantile(ratios, 0.5), lab::quantile(ratios, 0.9), lab::quantile(ratios, 1.0));
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t i) { return verdicts[i].ratio(); });
  constexpr std::size_t kShown = 10;
  std::vector<TableRow> worst;
  for (std::size_t i = 0; i < std::min(kShown, order.size()); ++i) {
    const lab::TilingVerdict& verdict = verdicts[order[i]];
    worst.push_back({to_text(rows[order[i]].shape), fmt::format("{:.3f}", verdict.time_us),
                     fmt::format("{:.3f}", verdict.best_us), fmt::format("{:.4f}", verdict.ratio()),
                     sim::to_text(rows[order[i]].tiling), sim::to_text(verdict.best)});
  }
  text += aligned({"worst", "us", "best us", "ratio", "given", "best"}, worst, 1, 2);
  for (const auto& [fault, count] : faults) text += fmt::format("not simulated: {} rows, {}\n", count, fault);
  return text;
}

int simulate(const TilingFlags& flags) {
  const HardwareFile hardware = hardware_of(flags.machine);
  const DataType fallback = types_of(flags.machine, hardware.accelerator).a;
  const std::vector<lab::TilingRow> rows = lab::load_tilings(flags.table);
  if (!flags.output.empty()) refuse_unwritable(flags.output);
  const std::vector<lab::TilingVerdict> verdicts = lab::judge_tilings(hardware.accelerator, rows, fallback);
  print(summary(rows, verdicts));
  if (!flags.output.empty()) {
    write_text_file(flags.output, rows_csv(rows, verdicts));
    print(fmt::format("rows written to {}\n", flags.output));
  }
  constexpr int kSomeFailed = 3;
  const bool all_ran = std::ranges::all_of(verdicts, [](const auto& verdict) { return verdict.fault.empty(); });
  return all_ran ? 0 : kSomeFailed;
}

}  // namespace

void add_simulate_tilings_verb(CLI::App& app, Invocation& invocation) {
  auto flags = std::make_shared<TilingFlags>();
  CLI::App* verb = app.add_subcommand("simulate-tilings", "given tilings against the simulated best of each shape");
  verb->add_option("table", flags->table, "CSV, see below")->required()->type_name("TABLE");
  add_machine_flags(*verb, flags->machine);
  verb->add_option("-o,--output", flags->output, "also write every row with the best tiling")->type_name("FILE.csv");
  verb->footer(
      "Columns: m, n, k; cores_m, cores_n; tile_m, tile_n, tile_k (of L0); l1_a, l1_b: k steps in L1, or \"whole\".\n"
      "Optional: batch, cores_batch, dtype, l1_a_copies, l1_b_copies, feed_copies, accumulators.\n"
      "Exit: 0 fine, 2 the table or the machine is not what it must be, 3 tilings that the machine cannot run.\n"
      "Example: mikpoly simulate-tilings configs/validation/tilings_example.csv --hardware ascend910b2");
  verb->callback([flags, &invocation] { invocation.run = [flags] { return simulate(*flags); }; });
}

}  // namespace mikpoly::cli
