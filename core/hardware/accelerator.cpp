#include "core/hardware/accelerator.hpp"

#include "core/base/error.hpp"

namespace mikpoly {

const ComputeRate* Accelerator::rate_for(DataType input) const {
  for (const ComputeRate& rate : rates) {
    if (rate.input == input) return &rate;
  }
  return nullptr;
}

const LocalBuffer& Accelerator::buffer(const std::string& buffer_name) const {
  for (const LocalBuffer& candidate : datapath.buffers) {
    if (candidate.name == buffer_name) return candidate;
  }
  fail_internal("a stage fills a buffer that faults_of() should have refused", __FILE__, __LINE__);
}

Picoseconds Accelerator::to_time(Cycles cycles) const {
  return Picoseconds::rounded(cycles.count * 1000.0 / pe.clock_ghz);
}

double peak_flops(const Accelerator& accelerator, const ComputeRate& rate) {
  const double macs_per_cycle = static_cast<double>(rate.unit.m * rate.unit.n * rate.unit.k);
  return 2.0 * macs_per_cycle * static_cast<double>(accelerator.pe.count) * accelerator.pe.clock_ghz * 1e9;
}

}  // namespace mikpoly
