// Any bytes as a trace, CSV or JSON lines: an error that says why, or requests in order whose rows a replay conserves.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/base/error.hpp"
#include "core/config/json_lines.hpp"
#include "core/config/trace_reader.hpp"
#include "core/workload/replay.hpp"

namespace {

void replay(const mikpoly::RequestTrace& trace) {
  const mikpoly::ReplayRules rules{.step_ns = 40'000'000, .token_budget = 64, .most_running = 8, .page = 16};
  double rows = 0.0;
  for (const mikpoly::Request& request : trace.requests) {
    mikpoly::ensure(request.arrival_ns >= 0 && request.prompt > 0 && request.output > 0, "a request is none");
    rows += static_cast<double>(request.prompt) + static_cast<double>(request.output) - 1.0;
  }
  if (rows > 1e5) return;  // long ones say nothing more and take longer
  const mikpoly::Replay done = mikpoly::replay_modes().find("continuous").run(trace, rules);
  const auto found = static_cast<double>(done.summary.prompt_rows + done.summary.decode_rows);
  mikpoly::ensure(found == rows, "a replay loses rows");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const bool json = text.find('{') != std::string_view::npos;
    const mikpoly::CsvTable table =
        json ? mikpoly::parse_json_lines(text, "fuzz.jsonl") : mikpoly::parse_csv(text, "fuzz.csv");
    replay(mikpoly::read_requests(table));
  } catch (const mikpoly::Error&) {
  }
  return 0;
}
