// mikpoly status: how far the runs of a folder are.
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "experiments/cli/common_flags.hpp"
#include "experiments/cli/text_table.hpp"
#include "experiments/cli/verbs.hpp"
#include "experiments/engine/results.hpp"
#include "experiments/engine/run_status.hpp"

namespace mikpoly::cli {
namespace {

const TableRow kStatusColumns{"experiment", "hash", "shard", "state", "finished", "points", "folder"};

TableRow row_of(const lab::RunStatus& status) {
  const bool has_points = status.points > 0;  // benches count shapes
  return {status.run.experiment,
          status.run.hash,
          status.run.shard,
          status.state,
          has_points ? fmt::to_string(status.finished) : "",
          has_points ? fmt::to_string(status.points) : "",
          status.folder.string()};
}

std::string csv_text(const std::vector<lab::RunStatus>& runs) {
  std::string text = lab::csv_record(kStatusColumns);
  for (const lab::RunStatus& status : runs) text += lab::csv_record(row_of(status));
  return text;
}

nlohmann::ordered_json as_json(const std::vector<lab::RunStatus>& runs) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const lab::RunStatus& status : runs) {
    json.push_back({{"experiment", status.run.experiment},
                    {"hash", status.run.hash},
                    {"shard", status.run.shard},
                    {"state", status.state},
                    {"finished", status.finished},
                    {"points", status.points},
                    {"damage", status.damage},
                    {"folder", status.folder.string()}});
  }
  return json;
}

std::string as_text(const std::vector<lab::RunStatus>& runs) {
  std::vector<TableRow> rows;
  for (const lab::RunStatus& status : runs) {
    TableRow& row = rows.emplace_back(row_of(status));
    for (std::string& cell : row) {
      if (cell.empty()) cell = "-";
    }
  }
  std::string text = aligned(kStatusColumns, rows, 4, 1);
  for (const lab::RunStatus& status : runs) {
    if (!status.damage.empty()) text += status.damage + "\n";
  }
  for (const std::string& sentence : lab::missing_shards(runs)) text += sentence + "\n";
  return text;
}

int show_status(const std::string& folder, Format format) {
  const std::vector<lab::RunStatus> runs = lab::status_below(folder);
  if (format == Format::csv) {
    print(csv_text(runs));
  } else {
    print(format == Format::json ? as_json(runs).dump(2) + "\n" : as_text(runs));
  }
  return 0;
}

}  // namespace

void add_status_verb(CLI::App& app, Invocation& invocation) {
  auto folder = std::make_shared<std::string>();
  auto format = std::make_shared<std::string>();
  CLI::App* verb = app.add_subcommand("status", "how far the runs of a folder are");
  verb->add_option("folder", *folder, "what holds runs, at or below it")->required()->type_name("DIR");
  add_format_flag(*verb, *format, kTextCsvJson);
  verb->footer(
      "States: finished; running: a process is at work in it; stopped: --resume goes on; damaged: a file is not what "
      "the "
      "run wrote.\nExample (after mikpoly run quickstart): mikpoly status out");
  verb->callback([folder, format, &invocation] {
    invocation.run = [folder, format] { return show_status(*folder, parse_format(*format, kTextCsvJson)); };
  });
}

}  // namespace mikpoly::cli
