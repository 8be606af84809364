#include <iterator>
#include <string>

#include <fmt/format.h>

#include "backends/cuda/kernel_design.hpp"

namespace mikpoly::cuda {
namespace {

struct TypeNames {
  std::string element;
  std::string atom;
};

TypeNames names_of(DataType type) {
  if (type == DataType::f16) return {"Half", "TensorAtom<Half>"};
  if (type == DataType::bf16) return {"Bfloat", "TensorAtom<Bfloat>"};
  return {"float", type == DataType::tf32 ? "Tf32Atom" : "PlainAtom"};
}

constexpr std::string_view kPrologue =
    "#include \"backends/cuda/kernel/gemm.cuh\"\n"
    "using namespace mikpoly::cuda;\n";

}  // namespace

OperandAccess access_of(std::string_view layout, std::int64_t copy) {
  return {.a_along_k = layout[0] == 'N', .b_along_k = layout[1] == 'T', .copy = copy};
}

std::string function_name(const OperandAccess& access) {
  return fmt::format("gemm_{}{}_{}", access.a_along_k ? 'n' : 't', access.b_along_k ? 't' : 'n', access.copy);
}

std::string translation_unit(const KernelDesign& design, std::span<const OperandAccess> accesses) {
  const auto& [element, atom] = names_of(design.type);
  std::string text(kPrologue);
  fmt::format_to(std::back_inserter(text), "using Tile = BlockTile<{}, {}, {}, {}, {}, {}>;\n", design.tile.m,
                 design.tile.n, design.tile.k, design.warp_rows, design.warp_columns, design.stages);
  for (const OperandAccess& access : accesses) {
    fmt::format_to(std::back_inserter(text),
                   "extern \"C\" __global__ void __launch_bounds__({}, {})\n"
                   "{}(const __grid_constant__ Arguments arguments) {{\n"
                   "  GemmKernel<{}, {}, {}, Tile, Access<{}, {}>, Access<{}, {}>>::run(arguments);\n"
                   "}}\n",
                   design.threads(), design.residents, function_name(access), atom, element, element, access.a_along_k,
                   access.copy, access.b_along_k, access.copy);
  }
  return text;
}

std::string reduction_unit(DataType type) {
  return fmt::format(
      "{}extern \"C\" __global__ void __launch_bounds__({})\n"
      "add_parts(const __grid_constant__ Arguments arguments) {{\n"
      "  ReductionKernel<{}, {}>::run(arguments);\n"
      "}}\n",
      kPrologue, kReductionThreads, names_of(type).element, kReductionThreads);
}

}  // namespace mikpoly::cuda
