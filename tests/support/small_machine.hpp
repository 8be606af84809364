// A machine and libraries with round numbers, for tests that are checked by hand.
#pragma once

#include <initializer_list>

#include "core/hardware/accelerator.hpp"
#include "core/kernel/kernel_library.hpp"
#include "core/plan/plan.hpp"

namespace mikpoly::test {

/// Tile, and its curve: latency = fill + steps * step, interval = steps * step, in ps.
struct LinearKernel {
  TileShape tile;
  std::int64_t step = 1;
  std::int64_t fill = 0;
};

inline Accelerator machine_with(std::int64_t pes) {
  Accelerator machine;
  machine.name = "small";
  machine.backend = "npu";
  machine.pe = {"PE", pes, 1.0};
  machine.rates = {{DataType::f16, DataType::f32, {16, 16, 16}, 0.0, 1.0}};
  machine.memory = {{"L2", {1 << 20}, 64.0, 64.0, 64.0 * static_cast<double>(pes), 0.0},
                    {"DRAM", {1 << 30}, 32.0, 32.0, 16.0 * static_cast<double>(pes), 0.0}};
  machine.datapath.buffers = {{"L1", {65536}}, {"L0A", {8192}}, {"L0B", {8192}}, {"L0C", {32768}}, {"UB", {32768}}};
  machine.datapath.pipes = {"MTE2", "MTE1", "CUBE", "VECTOR", "MTE3"};
  machine.datapath.stages = {
      {"load", "MTE2", StageKind::load, {Operand::a, Operand::b}, "L1", 0.0, 0.0, {2, 4}},
      {"feed_a", "MTE1", StageKind::move, {Operand::a}, "L0A", 256.0, 0.0, {2, 2}},
      {"feed_b", "MTE1", StageKind::move, {Operand::b}, "L0B", 256.0, 0.0, {2, 2}},
      {"mad", "CUBE", StageKind::compute, {}, "L0C", 0.0, 0.0, {1, 2}},
      {"drain", "VECTOR", StageKind::move, {Operand::c}, "UB", 256.0, 0.0, {1, 2}},
      {"store", "MTE3", StageKind::store, {Operand::c}, "", 64.0, 0.0, {1, 1}},
  };
  machine.tiles = {{16, 16, 16}, {64, 64, 64}, {32, 32, 32}};
  return machine;
}

inline KernelLibrary library_of(std::initializer_list<LinearKernel> kernels) {
  KernelLibrary library;
  library.key.hardware = "small";
  for (const LinearKernel& linear : kernels) {
    MicroKernel kernel;
    kernel.tile = linear.tile;
    kernel.id = kernel_id(DataType::f16, linear.tile);
    kernel.resources = {1, 4, 2, 2};
    kernel.time = TimeCurve(
        {{1, {linear.fill + linear.step}, {linear.step}}, {2, {linear.fill + 2 * linear.step}, {2 * linear.step}}}, {});
    library.kernels.push_back(kernel);
  }
  return library;
}

/// The whole shape by the library's first kernel.
inline Plan whole(const GemmShape& shape) {
  Plan plan;
  plan.shape = shape;
  plan.pattern = "I";
  plan.add({{0, shape.m}, {0, shape.n}, {0, shape.k}, {0, shape.batch}}, 0);
  return plan;
}

}  // namespace mikpoly::test
