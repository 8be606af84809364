// A backend that computes everything with one CPU kernel: a plan of one region, on one thread.
#pragma once

#include <memory>
#include <string>

#include "backends/backend.hpp"
#include "backends/cpu/cpu_kernel.hpp"

namespace mikpoly::test {

/// Tasks of three register tiles by two, in k blocks of 256.
std::unique_ptr<Backend> make_forced_kernel(const cpu::CpuKernel& kernel);

}  // namespace mikpoly::test
