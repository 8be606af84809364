// generate_mikpoly_1433 FILE.csv: writes the drawn part of the workload mikpoly-1433.
// Exit status 2 where the file is missing or cannot be written.
#include <fstream>

#include "experiments/workloads/mikpoly_1433.hpp"

int main(int argc, char** argv) {
  if (argc != 2) return 2;

  std::ofstream file(argv[1], std::ios::binary);
  file << mikpoly::lab::draw_real_world_gemms(mikpoly::lab::kMikpoly1433Seed) << std::flush;
  return file.good() ? 0 : 2;
}
