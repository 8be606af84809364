#include "experiments/laboratories/laboratories.hpp"

#include "experiments/laboratories/measured_laboratory.hpp"
#include "experiments/laboratories/table_laboratory.hpp"

namespace mikpoly::lab {

std::unique_ptr<Laboratory> make_laboratory(const Study& study) {
  if (study.table) return make_table_laboratory(study);
  return study.measured ? make_measured_laboratory(study) : make_simulated_laboratory(study);
}

}  // namespace mikpoly::lab
