#include "experiments/report/explanation_json.hpp"

#include "experiments/engine/region_phases.hpp"

namespace mikpoly::lab {
namespace {

using Json = nlohmann::ordered_json;

Json report_json(const sim::SimulationReport& report) {
  Json json{{"time_us", report.time.microseconds()}, {"tasks", report.tasks},         {"waves", report.waves},
            {"tail_util", report.tail_util},         {"pad_waste", report.pad_waste}, {"bound_by", report.bound_by}};
  for (const sim::PipeUse& use : report.pipes) json["pipe_busy_us"][use.pipe] = use.busy.microseconds();
  for (const sim::LevelTraffic& level : report.levels) {
    json["levels"][level.level] = {{"read_bytes", level.read_bytes}, {"written_bytes", level.written_bytes}};
  }
  return json;
}

Json cost_json(Picoseconds cost, const Objective& objective) {
  return objective.unit == "us" ? Json(cost.microseconds()) : Json(cost.count);
}

Json phases_json(const Plan& plan, const KernelLibrary& library) {
  Json json = Json::array();
  for (const RegionPhases& region : phases_of(plan, library)) {
    json.push_back({{"kernel", region.kernel},
                    {"tasks", region.tasks},
                    {"k_steps", region.steps},
                    {"task_us", region.latency.microseconds()},
                    {"steady_us", region.steady.microseconds()},
                    {"fill_and_drain_us", (region.latency - region.steady).microseconds()},
                    {"hidden_us", region.hidden.microseconds()}});
  }
  return json;
}

Json constants_json(const ConstantFlips& constants, const Explanation& explanation) {
  Json flips = Json::array();
  for (const ConstantFlip& flip : constants.flips) {
    flips.push_back({{"path", flip.path},
                     {"value", flip.value},
                     {"flips_at", flip.flipped},
                     {"factor", flip.factor},
                     {"to", explanation.rivals[flip.rival].chosen_by}});
  }
  return {{"most_change", kMostChange},
          {"flips", flips},
          {"holds", constants.holds},
          {"not_tried", constants.reason.empty() ? Json(nullptr) : Json(constants.reason)}};
}

Json account_json(const PlanAccount& account, const Objective& objective, const Workbench& bench) {
  Json json{{"chosen_by", account.chosen_by},
            {"pattern", account.plan.pattern},
            {"plan", to_text(account.plan, bench.library())},
            {"cost", cost_json(account.cost, objective)},
            {"terms", Json::array()},
            {"predicted_us", account.equation_2.microseconds()},
            {"predicted_makespan_us", account.makespan.microseconds()},
            {"regions", phases_json(account.plan, bench.library())},
            {"simulated", account.plan.region_count > 0 ? report_json(account.report) : Json(nullptr)}};
  for (const CostTerm& term : account.terms) {
    json["terms"].push_back({{"name", term.name}, {"amount", cost_json(term.amount, objective)}});
  }
  return json;
}

}  // namespace

Json explanation_json(const Explanation& explanation, const ConstantFlips& constants, const Workbench& bench) {
  const Objective& objective = explanation.objective;
  Json json{{"shape", to_text(explanation.chosen.plan.shape)},
            {"hardware", bench.accelerator().name},
            {"hw_hash", bench.hardware().hash},
            {"library_hash", bench.library().hash},
            {"objective", {{"name", objective.name}, {"terms_from", objective.terms_from}, {"unit", objective.unit}}},
            {"patterns", explanation.patterns},
            {"chosen", nullptr},
            {"rivals", Json::array()},
            {"flips", Json::array()},
            {"constants", nullptr}};
  if (explanation.chosen.plan.region_count == 0) return json;
  json["chosen"] = account_json(explanation.chosen, objective, bench);
  for (const PlanAccount& rival : explanation.rivals) {
    json["rivals"].push_back(account_json(rival, objective, bench));
  }
  for (const Flip& flip : explanation.flips) {
    json["flips"].push_back(
        {{"plan", flip.of_chosen ? "chosen" : "runner-up"}, {"term", flip.term}, {"factor", flip.factor}});
  }
  json["constants"] = constants_json(constants, explanation);
  return json;
}

}  // namespace mikpoly::lab
