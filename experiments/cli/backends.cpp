// `mikpoly backends`: what computes a GEMM here, and what is missing for the rest.
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "backends/backend.hpp"
#include "experiments/cli/common_flags.hpp"
#include "experiments/cli/text_table.hpp"
#include "experiments/cli/verbs.hpp"
#include "experiments/engine/results.hpp"

namespace mikpoly::cli {
namespace {

const TableRow kBackendColumns{"backend", "kind", "runs_here", "detail"};

struct BackendsFlags {
  std::string format = "text";
  std::int64_t threads = 1;
};

// One row per backend: its description, or the reason why it does not run here.
std::vector<TableRow> table_of(std::int64_t threads) {
  std::vector<TableRow> rows;
  for (const std::string& name : backends().names()) {
    const BackendEntry& entry = backends().find(name);
    const std::string missing = entry.missing();
    const std::string detail = missing.empty() ? entry.make({.threads = threads})->description() : missing;
    rows.push_back({name, entry.is_peer ? "peer" : "own", missing.empty() ? "yes" : "no", detail});
  }
  return rows;
}

int show_backends(const BackendsFlags& flags) {
  const Format format = parse_format(flags.format, kTextCsvJson);
  const std::vector<TableRow> rows = table_of(flags.threads);
  if (format == Format::text) {
    print(aligned(kBackendColumns, rows, kBackendColumns.size()));
    return 0;
  }
  if (format == Format::csv) {
    print(lab::csv_record(kBackendColumns));
    for (const TableRow& row : rows) print(lab::csv_record(row));
    return 0;
  }
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const TableRow& row : rows) {
    all.push_back({{"backend", row[0]}, {"kind", row[1]}, {"runs_here", row[2] == "yes"}, {"detail", row[3]}});
  }
  print(all.dump(2) + "\n");
  return 0;
}

}  // namespace

void add_backends_verb(CLI::App& app, Invocation& invocation) {
  auto flags = std::make_shared<BackendsFlags>();
  CLI::App* verb = app.add_subcommand("backends", "what computes a GEMM here, and what is missing for the rest");
  verb->add_option("--threads", flags->threads, "threads of each backend")->check(threads_from(1));
  add_format_flag(*verb, flags->format, kTextCsvJson);
  verb->footer("Example: mikpoly backends");
  verb->callback([flags, &invocation] { invocation.run = [flags] { return show_backends(*flags); }; });
}

}  // namespace mikpoly::cli
