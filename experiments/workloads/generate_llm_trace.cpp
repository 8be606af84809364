// generate_llm_trace FILE.csv: writes the trace of the workloads llm-prefill, llm-decode and llm-continuous.
// Exit status 2 where the file is missing or cannot be written.
#include <fstream>

#include "experiments/workloads/llm_trace.hpp"

int main(int argc, char** argv) {
  using namespace mikpoly::lab;
  if (argc != 2) return 2;

  std::ofstream file(argv[1], std::ios::binary);
  file << draw_llm_trace(kLlmTraceRequests, kLlmTraceSeed) << std::flush;
  return file.good() ? 0 : 2;
}
