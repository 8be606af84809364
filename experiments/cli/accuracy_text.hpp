// Accuracies as rows of a table, for people.
#pragma once

#include <string>
#include <vector>

#include "experiments/accuracy/accuracy.hpp"
#include "experiments/cli/text_table.hpp"

namespace mikpoly::cli {

/// A name and the accuracy of the rows it stands for.
struct NamedAccuracy {
  std::string name;
  lab::Accuracy accuracy;
};

/// With a header; "-" where there is no number.
std::string accuracy_table(const std::vector<NamedAccuracy>& rows);

}  // namespace mikpoly::cli
