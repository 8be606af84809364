// generate_bert_lengths COUNTS.csv FILE.csv: writes the workload bert-lengths, drawn from a histogram of lengths.
// Exit status 2 where an argument is missing, the histogram is none, or the file cannot be written.
#include <fstream>

#include "core/base/error.hpp"
#include "experiments/workloads/bert_lengths.hpp"

int main(int argc, char** argv) {
  using namespace mikpoly;
  if (argc != 3) return 2;

  try {
    std::ofstream file(argv[2], std::ios::binary);
    file << lab::draw_bert_layers(load_csv(argv[1]), lab::kBertLengths, lab::kBertLengthsSeed) << std::flush;
    return file.good() ? 0 : 2;
  } catch (const Error&) {
    return 2;
  }
}
