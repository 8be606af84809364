#include "tests/support/emulated_device/emulated_device.hpp"

#include "backends/cuda/kernel/gemm.cuh"
#include "backends/cuda/kernel_archive.hpp"
#include "tests/support/simt/block.hpp"

namespace mikpoly::test {
namespace {

template <typename Block, bool kA, bool kB, int kCopy>
void add_function(EmulatedFunctions& functions) {
  using Kernel =
      cuda::GemmKernel<cuda::PlainAtom, float, float, Block, cuda::Access<kA, kCopy>, cuda::Access<kB, kCopy>>;
  functions[cuda::function_name({.a_along_k = kA, .b_along_k = kB, .copy = kCopy})] = {
      Block::kThreads, Kernel::kSharedBytes, [](const cuda::Arguments& arguments) { Kernel::run(arguments); }};
}

template <typename Block, bool kA, bool kB>
void add_layout(EmulatedFunctions& functions) {
  add_function<Block, kA, kB, 16>(functions);
  add_function<Block, kA, kB, 8>(functions);
  add_function<Block, kA, kB, 4>(functions);
}

}  // namespace

template <typename Block>
void EmulatedLibrary::add() {
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
  EmulatedFunctions& functions = functions_[library_.kernels.back().id];
  add_layout<Block, true, false>(functions);
  add_layout<Block, true, true>(functions);
  add_layout<Block, false, false>(functions);
  add_layout<Block, false, true>(functions);
}

EmulatedLibrary::EmulatedLibrary() {
  library_.key.types = {DataType::f32, DataType::f32, DataType::f32, DataType::f32};
  add<cuda::BlockTile<32, 32, 16, 2, 1, 3>>();
  add<cuda::BlockTile<16, 48, 32, 1, 1, 2>>();
  add<cuda::BlockTile<48, 16, 16, 1, 1, 4>>();
  functions_[cuda::reduction_name(DataType::f32)]["add_parts"] = {
      cuda::kReductionThreads, 0,
      [](const cuda::Arguments& arguments) { cuda::ReductionKernel<float, cuda::kReductionThreads>::run(arguments); }};
}

const EmulatedFunction* EmulatedLibrary::find(const std::string& kernel, const std::string& name) const {
  const auto functions = functions_.find(kernel);
  if (functions == functions_.end()) return nullptr;
  const auto function = functions->second.find(name);
  return function == functions->second.end() ? nullptr : &function->second;
}

void EmulatedLibrary::run(const cuda::Launch& launch, const cuda::Arguments& arguments,
                          const cuda::OperandAccess& access) const {
  const EmulatedFunction& function =
      launch.kernel == cuda::kReduction
          ? functions_.at(cuda::reduction_name(DataType::f32)).at("add_parts")
          : functions_.at(library_.kernels[static_cast<std::size_t>(launch.kernel)].id).at(cuda::function_name(access));
  run_blocks(function, launch.blocks, arguments);
}

void run_blocks(const EmulatedFunction& function, std::int64_t blocks, const cuda::Arguments& arguments) {
  const simt::Launch launch{.threads = function.threads, .blocks = blocks, .shared_bytes = function.shared_bytes};
  static_cast<void>(simt::launch(launch, [&] { function.run(arguments); }));
}

}  // namespace mikpoly::test
