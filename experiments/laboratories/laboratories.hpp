// The laboratory that a study needs: simulated (engine/laboratory.hpp), measured on this machine, or of a table.
#pragma once

#include <memory>

#include "experiments/engine/laboratory.hpp"

namespace mikpoly::lab {

/// The study must outlive the laboratory.
/// Errors: as make_table_laboratory(), make_measured_laboratory() or make_simulated_laboratory().
std::unique_ptr<Laboratory> make_laboratory(const Study& study);

}  // namespace mikpoly::lab
