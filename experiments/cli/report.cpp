// mikpoly report: a finished run as one page of HTML.
#include "experiments/report/report.hpp"

#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "core/config/text_file.hpp"
#include "experiments/cli/common_flags.hpp"
#include "experiments/cli/verbs.hpp"

namespace mikpoly::cli {
namespace {

struct ReportFlags {
  std::string run;
  std::string file;  ///< empty: report.html in the run's folder
  std::string baseline;
};

int write_report(const ReportFlags& flags) {
  const lab::RunTable table = lab::load_run(flags.run);
  const std::filesystem::path file =
      flags.file.empty() ? table.folder / "report.html" : std::filesystem::path(flags.file);
  refuse_unwritable(file.string());
  write_text_file(file.string(), lab::report_html(table, lab::read_record(table.folder), flags.baseline));
  print(fmt::format("wrote {}\n", file.string()));
  return 0;
}

}  // namespace

void add_report_verb(CLI::App& app, Invocation& invocation) {
  auto flags = std::make_shared<ReportFlags>();
  CLI::App* verb = app.add_subcommand("report", "a finished run as one page of HTML: tables, figures, worst shapes");
  verb->add_option("run", flags->run, "a folder that holds exactly one run")->required()->type_name("RUN");
  verb->add_option("-o,--output", flags->file, "where it goes; default: report.html in the run's folder")
      ->type_name("FILE");
  verb->add_option("--baseline", flags->baseline,
                   "what speed-ups are taken over; default: default-tile, best-tile or vendor, else the run's first")
      ->type_name("S");
  verb->footer(
      "The page has no scripts and needs no other file: what was run, and for each machine and pattern set the table "
      "of\n"
      "compare, regret, speed-up over size, roofline, what bounds the plans, and the worst shapes of each selector.\n"
      "Example (after mikpoly run quickstart): mikpoly report out/quickstart");
  verb->callback([flags, &invocation] { invocation.run = [flags] { return write_report(*flags); }; });
}

}  // namespace mikpoly::cli
