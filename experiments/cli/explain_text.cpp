#include "experiments/cli/explain_text.hpp"

#include <fmt/format.h>

#include "core/plan/drawing.hpp"
#include "experiments/cli/text_table.hpp"
#include "experiments/engine/region_phases.hpp"

namespace mikpoly::cli {
namespace {

std::string cost_text(Picoseconds cost, const lab::Objective& objective) {
  if (objective.unit != "us") return fmt::format("{} {}", cost.count, objective.unit);
  return fmt::format("{:.3f} us", cost.microseconds());
}

double ratio(Picoseconds part, Picoseconds whole) {
  return whole.count > 0 ? static_cast<double>(part.count) / static_cast<double>(whole.count) : 0.0;
}

std::string terms_text(const lab::PlanAccount& account, const lab::Objective& objective) {
  std::vector<TableRow> rows;
  for (const CostTerm& term : account.terms) rows.push_back({"    " + term.name, cost_text(term.amount, objective)});
  std::string text = fmt::format("  {}: {}\n", objective.name, cost_text(account.cost, objective));
  if (objective.name != objective.terms_from) text += fmt::format("  terms of {}:\n", objective.terms_from);
  return text + aligned({}, rows, 1);
}

std::string machine_text(const lab::PlanAccount& account, const Accelerator& accelerator) {
  std::string text = fmt::format("  Eq. 2: {:.3f} us, makespan model: {:.3f} us\n", account.equation_2.microseconds(),
                                 account.makespan.microseconds());
  const sim::SimulationReport& report = account.report;
  // Operations per picosecond are TFLOP/s.
  const double teraflops = report.time.count == 0 ? 0.0 : 2.0 * report.macs / static_cast<double>(report.time.count);
  text += fmt::format("  simulated: {:.3f} us ({:.3f} x Eq. 2), {:.1f} TFLOP/s, bound by {}\n",
                      report.time.microseconds(), ratio(report.time, account.equation_2), teraflops, report.bound_by);
  text += fmt::format("    {} tasks, {} waves, tail utilisation {:.1f} %, padding {:.1f} % of the computed MACs\n",
                      report.tasks, report.waves, 100.0 * report.tail_util, 100.0 * report.pad_waste);
  std::vector<std::string> pipes;
  for (const sim::PipeUse& use : report.pipes) {
    pipes.push_back(fmt::format("{} {:.1f} %", use.pipe, 100.0 * ratio(use.busy, report.time * accelerator.pe.count)));
  }
  text += fmt::format("    pipes busy: {}\n", fmt::join(pipes, ", "));
  for (const sim::LevelTraffic& level : report.levels) {
    text += fmt::format("    {}: {:.2f} MB read, {:.2f} MB written\n", level.level, level.read_bytes / 1e6,
                        level.written_bytes / 1e6);
  }
  return text;
}

std::string phases_text(const Plan& plan, const KernelLibrary& library) {
  std::string text = "  a task of each region:\n";
  char name = 'a';
  for (const lab::RegionPhases& region : lab::phases_of(plan, library)) {
    text += fmt::format(
        "    {}: {:.3f} us: {} k steps {:.3f} us, fill and drain {:.3f} us; the next task hides {:.3f} us\n", name++,
        region.latency.microseconds(), region.steps, region.steady.microseconds(),
        (region.latency - region.steady).microseconds(), region.hidden.microseconds());
  }
  return text;
}

std::string account_text(const lab::PlanAccount& account, const lab::Objective& objective,
                         const lab::Workbench& bench) {
  return fmt::format("  {}\n", to_text(account.plan, bench.library())) + draw(account.plan, bench.library()) +
         terms_text(account, objective) + phases_text(account.plan, bench.library()) +
         machine_text(account, bench.accelerator());
}

std::string rivals_text(const lab::Explanation& explanation, const lab::Workbench& bench) {
  std::vector<TableRow> rows;
  const auto add = [&](const lab::PlanAccount& account) {
    rows.push_back({account.chosen_by, std::string(account.plan.pattern),
                    cost_text(account.cost, explanation.objective),
                    fmt::format("{:.4f}", ratio(account.cost, explanation.chosen.cost)),
                    fmt::format("{:.3f} us", account.report.time.microseconds()),
                    fmt::format("{:.4f}", ratio(account.report.time, explanation.chosen.report.time)),
                    account.report.bound_by, to_text(account.plan, bench.library())});
  };
  add(explanation.chosen);
  for (const lab::PlanAccount& rival : explanation.rivals) add(rival);
  TableRow header{"plan of", "pattern", explanation.objective.name, "ratio", "simulated", "ratio", "bound by", "plan"};
  return aligned(header, rows, 2, 2);
}

std::string flips_text(const lab::Explanation& explanation) {
  const lab::PlanAccount& chosen = explanation.chosen;
  const lab::PlanAccount& runner_up = explanation.rivals.front();
  const Picoseconds margin = runner_up.cost - chosen.cost;
  std::string text = fmt::format("  the runner-up costs {:.4f} x the chosen plan; {} lie between them\n",
                                 ratio(runner_up.cost, chosen.cost), cost_text(margin, explanation.objective));
  if (margin.count < 0) text += "  the search is exact on I to III and within 1 % of the least cost beyond\n";
  if (margin.count == 0) text += "  a tie is broken by fewer regions, then larger tiles, then the kernel's id\n";
  for (const lab::Flip& flip : explanation.flips) {
    const double percent = 100.0 * (flip.factor - 1.0);
    text += fmt::format("  {} {}: {:+.1f} %\n", flip.of_chosen ? "chosen   " : "runner-up", flip.term, percent);
  }
  if (explanation.flips.empty()) {
    text += "  the terms do not simply add up, so no single one is named\n";
  }
  const double judged = ratio(runner_up.report.time, chosen.report.time);
  text += fmt::format("  simulated, the runner-up takes {:.4f} x the time of the chosen plan: the choice {}\n", judged,
                      judged >= 1.0 ? "holds" : "does not hold");
  return text;
}

std::string constants_text(const lab::ConstantFlips& constants, const lab::Explanation& explanation) {
  if (!constants.reason.empty()) return fmt::format("  none tried: {}\n", constants.reason);
  std::vector<TableRow> rows;
  for (const lab::ConstantFlip& flip : constants.flips) {
    rows.push_back({"  " + flip.path, flip.value, flip.flipped, fmt::format("{:+.1f} %", 100.0 * (flip.factor - 1.0)),
                    explanation.rivals[flip.rival].chosen_by});
  }
  std::string text = rows.empty() ? "" : aligned({"  constant", "is", "flips at", "change", "to the plan of"}, rows, 3);
  if (!constants.holds.empty()) {
    text += fmt::format("  no change within a factor of {:g} flips it: {}\n", lab::kMostChange,
                        fmt::join(constants.holds, ", "));
  }
  return text;
}

}  // namespace

std::string explanation_text(const lab::Explanation& explanation, const lab::ConstantFlips& constants,
                             const lab::Workbench& bench) {
  const lab::PlanAccount& chosen = explanation.chosen;
  if (chosen.plan.region_count == 0) {
    return "the shape has no output: the plan is empty and takes no time\n";
  }
  std::string text = fmt::format("\nchosen by {}: pattern {}\n", chosen.chosen_by, chosen.plan.pattern);
  text += account_text(chosen, explanation.objective, bench);
  if (explanation.rivals.empty()) return text + "\nno other plan was found to compare with\n";
  const lab::PlanAccount& runner_up = explanation.rivals.front();
  text += fmt::format("\nrunner-up, by {}: pattern {}\n", runner_up.chosen_by, runner_up.plan.pattern);
  text += account_text(runner_up, explanation.objective, bench);
  text += "\nall candidates compared\n" + rivals_text(explanation, bench);
  text += "\nwhat would flip the choice (change of one term alone)\n" + flips_text(explanation);
  text += "\nwhich number of the hardware file would flip it (changed alone, kernels timed anew)\n" +
          constants_text(constants, explanation);
  return text;
}

}  // namespace mikpoly::cli
