// What stands in for a GPU that holds a compiled library: launches of its kernels run under the SIMT emulator.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "backends/cuda/kernel/gemm.cuh"
#include "backends/cuda/kernel_design.hpp"
#include "backends/cuda/launch_plan.hpp"
#include "tests/support/simt/block.hpp"

namespace mikpoly::test {

/// One compiled function.
struct EmulatedFunction {
  int threads = 0;
  std::size_t shared_bytes = 0;
  std::function<void(const cuda::Arguments&)> run;
};

using EmulatedFunctions = std::map<std::string, EmulatedFunction>;

/// The kernels of a library with their functions, f32, small enough for a fiber a thread.
class EmulatedLibrary {
 public:
  EmulatedLibrary() {
    library_.key.types = {DataType::f32, DataType::f32, DataType::f32, DataType::f32};
    add<cuda::BlockTile<32, 32, 16, 2, 1, 3>>();
    add<cuda::BlockTile<16, 48, 32, 1, 1, 2>>();
    add<cuda::BlockTile<48, 16, 16, 1, 1, 4>>();
  }

  [[nodiscard]] const KernelLibrary& library() const { return library_; }

  /// Runs a launch with addresses of the host.
  /// Errors: as simt::launch(); std::out_of_range for a function that was not compiled.
  void run(const cuda::Launch& launch, const cuda::Arguments& arguments, const cuda::OperandAccess& access) const {
    const EmulatedFunction& function =
        launch.kernel == cuda::kReduction
            ? reduction_
            : functions_[static_cast<std::size_t>(launch.kernel)].at(cuda::function_name(access));
    const simt::Launch block{
        .threads = function.threads, .blocks = launch.blocks, .shared_bytes = function.shared_bytes};
    static_cast<void>(simt::launch(block, [&] { function.run(arguments); }));
  }

 private:
  template <typename Block>
  void add() {
    const cuda::KernelDesign design{.type = DataType::f32,
                                    .tile = {Block::kM, Block::kN, Block::kK},
                                    .warp_rows = Block::kThreads / 32 / Block::kWarpColumns,
                                    .warp_columns = Block::kWarpColumns,
                                    .stages = Block::kStages};
    const std::string variant = cuda::variant_of(design);
    library_.kernels.push_back({.id = kernel_id(design.type, design.tile, variant),
                                .variant = variant,
                                .tile = design.tile,
                                .types = library_.key.types});
    EmulatedFunctions functions;
    add_layout<Block, true, false>(functions);
    add_layout<Block, true, true>(functions);
    add_layout<Block, false, false>(functions);
    add_layout<Block, false, true>(functions);
    functions_.push_back(std::move(functions));
  }

  template <typename Block, bool kA, bool kB>
  static void add_layout(EmulatedFunctions& functions) {
    add_function<Block, kA, kB, 16>(functions);
    add_function<Block, kA, kB, 8>(functions);
    add_function<Block, kA, kB, 4>(functions);
  }

  template <typename Block, bool kA, bool kB, int kCopy>
  static void add_function(EmulatedFunctions& functions) {
    using Kernel =
        cuda::GemmKernel<cuda::PlainAtom, float, float, Block, cuda::Access<kA, kCopy>, cuda::Access<kB, kCopy>>;
    functions[cuda::function_name({.a_along_k = kA, .b_along_k = kB, .copy = kCopy})] = {
        Block::kThreads, Kernel::kSharedBytes, [](const cuda::Arguments& arguments) { Kernel::run(arguments); }};
  }

  KernelLibrary library_;
  std::vector<EmulatedFunctions> functions_;
  EmulatedFunction reduction_{cuda::kReductionThreads, 0, [](const cuda::Arguments& arguments) {
                                cuda::ReductionKernel<float, cuda::kReductionThreads>::run(arguments);
                              }};
};

}  // namespace mikpoly::test
