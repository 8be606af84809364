// mikpoly merge: the shards of a run become the run.
#include "experiments/engine/merge.hpp"

#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "experiments/cli/common_flags.hpp"
#include "experiments/cli/verbs.hpp"

namespace mikpoly::cli {
namespace {

struct MergeFlags {
  lab::MergeRequest request;
  bool resume = false;
  bool overwrite = false;
  std::string format;
};

int merge(MergeFlags flags) {
  const Format format = parse_format(flags.format, kTextJson);
  flags.request.existing = existing_of(flags.resume, flags.overwrite);
  const lab::MergeSummary summary = lab::merge_shards(flags.request);
  const lab::RowCounts& counts = summary.counts;
  if (format == Format::json) {
    const nlohmann::ordered_json json{{"folder", summary.folder.string()}, {"shards", summary.shards},
                                      {"points", summary.points},          {"rows", counts.rows},
                                      {"failed_rows", counts.failed},      {"skipped_rows", counts.skipped},
                                      {"wrong_rows", counts.wrong}};
    print(json.dump(2) + "\n");
  } else {
    print(fmt::format("{} shards, {} points, {}; in {}\n", summary.shards, summary.points, text_of(counts),
                      summary.folder.string()));
  }
  return counts.failed + counts.wrong > 0 ? kPointsFailed : 0;
}

}  // namespace

void add_merge_verb(CLI::App& app, Invocation& invocation) {
  auto flags = std::make_shared<MergeFlags>();
  CLI::App* verb = app.add_subcommand("merge", "join the shards of a run: the same results.csv as without shards");
  verb->add_option("folders", flags->request.folders, "folders that hold all shards of one run")
      ->required()
      ->type_name("DIR");
  verb->add_option("--out", flags->request.out, "where the run folder goes")->type_name("DIR")->capture_default_str();
  verb->add_flag("--resume", flags->resume, "go on with a merge that was stopped");
  verb->add_flag("--overwrite", flags->overwrite, "remove the folder's run first");
  add_format_flag(*verb, flags->format, kTextJson);
  verb->footer(
      "Exit: 0 fine, 2 shards are missing, unfinished, there twice or of different runs, 3 points failed or values "
      "were "
      "wrong.\nExample (after mikpoly run quickstart --shard 1/2, and 2/2): mikpoly merge out/quickstart");
  verb->callback([flags, &invocation] {
    flags->request.command = invocation.command;
    invocation.run = [flags] { return merge(*flags); };
  });
}

}  // namespace mikpoly::cli
