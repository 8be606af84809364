// The tables of experiments/report by their plain names: most of what verbs print is one.
#pragma once

#include "experiments/report/text_table.hpp"

namespace mikpoly::cli {

using lab::aligned;
using lab::number;
using lab::percent;
using lab::TableRow;

}  // namespace mikpoly::cli
