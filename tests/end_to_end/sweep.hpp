// A sweep that tests of the program share.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/end_to_end/program.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace mikpoly::test {

// A sweep of one second or less on the toy machine, with its library given so that nothing has to be tuned.
class Sweep {
 public:
  Sweep() {
    library_ = folder_.path() / "toy.yaml";
    REQUIRE(run_program({"tune", "--hardware", "toy", "--n-mik", "8", "-o", library_}).exit_code == 0);
    experiment_ = folder_.write("sweep.yaml",
                                "schema: experiment/v1\nname: sweep\nhardware: toy\nworkload: deepbench\nlimit: 12\n"
                                "selectors: [mikpoly, wave, oracle, default-tile]\npatterns:\n  - [I]\n  - [I, II]\n"
                                "oracle: {budget: 30000}\nlibrary: " +
                                    library_ + "\n");
  }

  [[nodiscard]] std::vector<std::string> command(const std::string& out,
                                                 const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments{"run", experiment_, "--out", folder_.path() / out};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  }

  /// The run's folder below `out`: its name is the hash.
  [[nodiscard]] std::filesystem::path run_folder(const std::string& out) const {
    return std::filesystem::directory_iterator(folder_.path() / out / "sweep")->path();
  }
  [[nodiscard]] std::string csv(const std::string& out) const { return read_all(run_folder(out) / "results.csv"); }
  [[nodiscard]] std::string path(const std::string& name) const { return folder_.path() / name; }
  [[nodiscard]] const std::string& library() const { return library_; }

 private:
  TemporaryFolder folder_;
  std::string library_;
  std::string experiment_;
};

}  // namespace mikpoly::test
