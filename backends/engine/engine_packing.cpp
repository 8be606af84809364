// Engine: operands that are packed once.
#include <algorithm>

#include <fmt/format.h>

#include "backends/cpu/packed_panels.hpp"
#include "backends/engine/engine.hpp"
#include "backends/engine/engine_parts.hpp"
#include "backends/engine/prepared.hpp"
#include "core/base/error.hpp"

namespace mikpoly {
namespace {

// A few rows of A, or columns of B, are packed as vectors along k, one after the other, and used as any matrix that
// lies so: a panel of whole vectors would be mostly padding, and the dot kernels read no panels.
constexpr std::int64_t kVector = 1;
constexpr std::int64_t kMostVectors = 8;

const char* name_of(const cpu::PackedMatrix& matrix) {
  return matrix.is_a ? "A" : "B";
}

// Whether register tiles are so high, or so wide.
bool is_panel(const cpu::PackedPanels& panels, const cpu::KernelFunctions& functions) {
  const std::int64_t extent = panels.extent();
  if (panels.matrix().on_left()) {
    return std::ranges::find(functions.tile_rows, extent) != functions.tile_rows.end();
  }
  return extent % functions.width == 0 && extent <= std::int64_t{cpu::kMaxTileVectors} * functions.width;
}

cpu::PackedMatrix matrix_of(const GemmProblem& problem, bool is_a) {
  return {.is_a = is_a,
          .transposed_product = problem.d.order == Order::column_major,
          .k = problem.shape.k,
          .length = is_a ? problem.shape.m : problem.shape.n};
}

// op(B), or the transposed of op(A).
cpu::InputMatrix source_of(const GemmProblem& problem, bool is_a, const void* data) {
  const auto [m, n, k, batch] = problem.shape;
  const ElementStrides a = strides_of(problem.a, m, k);
  const ElementStrides b = strides_of(problem.b, k, n);
  const auto* floats = static_cast<const float*>(data);
  return is_a ? cpu::InputMatrix{floats, a.column, a.row} : cpu::InputMatrix{floats, b.row, b.column};
}

void check_packable(const GemmProblem& problem, const cpu::PackedMatrix& matrix) {
  const MatrixLayout& layout = matrix.is_a ? problem.a : problem.b;
  if (problem.shape.batch != 1 && layout.batch_stride != 0) {
    throw BackendUnavailable(fmt::format("one {} is packed at a time; give it batch stride 0", name_of(matrix)));
  }
  if (matrix.k == 0 || matrix.length == 0) {
    throw BackendUnavailable(fmt::format("{} without elements cannot be packed", name_of(matrix)));
  }
}

void check_fits(const cpu::PackedMatrix& packed, const cpu::PackedMatrix& wanted, bool is_vector) {
  const auto shape = [](const cpu::PackedMatrix& matrix) {
    return matrix.is_a ? fmt::format("{} x {}", matrix.length, matrix.k)
                       : fmt::format("{} x {}", matrix.k, matrix.length);
  };
  if (shape(packed) != shape(wanted)) {
    throw ShapeError(
        fmt::format("the packed {} is {}, the problem's is {}", name_of(packed), shape(packed), shape(wanted)));
  }
  if (packed.transposed_product == wanted.transposed_product || is_vector) return;
  throw ShapeError(fmt::format("{} was packed for a {} D, the problem's is of the other order", name_of(packed),
                               packed.transposed_product ? "column-major" : "row-major"));
}

CanonicalProblem with_panels(const CanonicalProblem& problem, const cpu::PackedPanels& panels) {
  return panels.matrix().on_left() ? cpu::with_packed_a(problem, panels.extent())
                                   : cpu::with_packed_b(problem, panels.extent());
}

}  // namespace

std::unique_ptr<PackedOperand> Engine::pack(const GemmProblem& problem, bool is_a, const void* data) {
  check(problem);
  const cpu::PackedMatrix matrix = matrix_of(problem, is_a);
  check_packable(problem, matrix);
  if (data == nullptr) throw ShapeError(fmt::format("{} is a null pointer", name_of(matrix)));
  std::int64_t extent = kVector;
  if (matrix.length > kMostVectors) {
    const CanonicalProblem canonical = canonical_form(problem, matrix.transposed_product);
    extent = matrix.on_left() ? parts_->packed_height_for(canonical) : parts_->packed_width_for(canonical);
  }
  return std::make_unique<cpu::PackedPanels>(parts_->functions(), matrix, source_of(problem, is_a, data), extent);
}

std::unique_ptr<PackedOperand> Engine::pack_a(const GemmProblem& problem, const void* a) {
  return pack(problem, true, a);
}

std::unique_ptr<PackedOperand> Engine::pack_b(const GemmProblem& problem, const void* b) {
  return pack(problem, false, b);
}

std::unique_ptr<PreparedGemm> Engine::prepare_packed(const GemmProblem& problem, const PackedOperand& packed) {
  check(problem);
  const auto* ours = dynamic_cast<const cpu::PackedPanels*>(&packed);
  if (ours == nullptr) throw ShapeError("the packed operand is another backend's");
  const cpu::PackedMatrix& matrix = ours->matrix();
  check_packable(problem, matrix);
  check_fits(matrix, matrix_of(problem, matrix.is_a), ours->extent() == kVector);
  if (ours->extent() == kVector) {
    GemmProblem with_vectors = problem;
    (matrix.is_a ? with_vectors.a : with_vectors.b) = {.transposed = !matrix.is_a, .batch_stride = 0};
    return prepare(with_vectors);
  }
  if (!is_panel(*ours, parts_->functions())) {
    throw ShapeError(fmt::format("the packed {} has panels of {} {}, which the {} kernels do not read", name_of(matrix),
                                 ours->extent(), matrix.is_a ? "rows" : "columns", parts_->isa()));
  }
  const CanonicalProblem canonical = with_panels(canonical_form(problem, matrix.transposed_product), *ours);
  if (!parts_->reads_packed(canonical)) {
    throw BackendUnavailable(
        fmt::format("the kernel libraries have no kernel that reads the packed {}", name_of(matrix)));
  }
  return std::make_unique<PlannedPrepared>(parts_->planner_of(canonical), canonical);
}

}  // namespace mikpoly
