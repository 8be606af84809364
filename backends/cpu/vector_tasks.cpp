#include "backends/cpu/vector_tasks.hpp"

#include <algorithm>

#include "backends/cpu/split.hpp"
#include "backends/cpu/task_output.hpp"

namespace mikpoly::cpu {
namespace {

// Of the lines that dot kernels keep in L1: 24 KiB, so that what streams past leaves them there.
constexpr std::int64_t kMostKeptFloats = std::int64_t{6} << 10;

class DotTask {
 public:
  DotTask(const CpuKernel& kernel, const Blocking& blocking, const CanonicalGemm& gemm, WorkerMemory& memory)
      : functions_(*kernel.functions),
        gemm_(gemm),
        memory_(memory),
        output_(gemm, functions_, memory),
        k_block_(blocking.k),
        a_bytes_(blocking.a_bytes) {}

  void run(const Range& rows, const Range& columns) {
    // Longer blocks while the side that is read again and again stays in L1: the other side streams past, and what
    // fetches it ahead begins anew with each line. On Zen 5, 128x1x1408 out of L3: 17 us in blocks of 256, 9 us whole.
    const std::int64_t kept_lines = std::min({rows.size(), columns.size(), std::int64_t{kMaxDotColumns}});
    const std::int64_t k_block = lays_b() ? k_block_ : std::max(k_block_, kMostKeptFloats / kept_lines);
    const EvenSplit k_blocks(gemm_.shape.k, k_block);
    const EvenSplit column_blocks(columns.size(), kMaxDotColumns);
    // Of the rows that further columns read again, as many at a time as L2 holds.
    const std::int64_t near_rows = std::max(a_bytes_ / (kFloat * k_block), std::int64_t{kMaxDotRows});
    const EvenSplit row_blocks(rows.size(), column_blocks.parts() > 1 ? near_rows : rows.size());
    for (std::int64_t l = 0; l < k_blocks.parts(); ++l) {
      const Slice slice{k_blocks.part(l), l == 0, l + 1 == k_blocks.parts()};
      for (std::int64_t i = 0; i < row_blocks.parts(); ++i) {
        for (std::int64_t j = 0; j < column_blocks.parts(); ++j) {
          run_columns(shifted(row_blocks.part(i), rows.begin), shifted(column_blocks.part(j), columns.begin), slice);
        }
      }
    }
  }

 private:
  [[nodiscard]] bool lays_b() const { return gemm_.b.row != 1; }

  void run_columns(const Range& rows, const Range& columns, const Slice& slice) {
    const float* b = gemm_.b.at(slice.k.begin, columns.begin);
    std::ptrdiff_t b_stride = gemm_.b.column;
    if (lays_b()) {
      b_stride = slice.k.size();
      float* packed = memory_.b.floats(columns.size() * b_stride);
      functions_.transpose({b, gemm_.b.row, packed, b_stride, slice.k.size(), columns.size()});
      b = packed;
    }
    const std::int64_t most_rows = std::min<std::int64_t>(kMaxDotRows, functions_.dot_accumulators / columns.size());
    const EvenSplit row_blocks(rows.size(), most_rows);
    for (std::int64_t i = 0; i < row_blocks.parts(); ++i) {
      const Range block = shifted(row_blocks.part(i), rows.begin);
      const DotFunction dot = functions_.dot[block.size() - 1][columns.size() - 1];
      output_.tile(block, columns, slice, [&](float* c, std::ptrdiff_t stride, bool accumulate) {
        dot({gemm_.a.at(block.begin, slice.k.begin), gemm_.a.row, b, b_stride, c, stride, slice.k.size(), accumulate});
      });
    }
  }

  const KernelFunctions& functions_;
  const CanonicalGemm& gemm_;
  WorkerMemory& memory_;
  TaskOutput output_;
  std::int64_t k_block_;
  std::int64_t a_bytes_;
};

}  // namespace

void run_dot_task(const CpuKernel& kernel, const Blocking& blocking, const CanonicalGemm& gemm, const Range& rows,
                  const Range& columns, WorkerMemory& memory) {
  DotTask(kernel, blocking, gemm, memory).run(rows, columns);
}

void run_stream_task(const CpuKernel& kernel, const CanonicalGemm& gemm, const Range& rows, const Range& columns,
                     WorkerMemory& memory) {
  const KernelFunctions& functions = *kernel.functions;
  const TaskOutput output(gemm, functions, memory);
  const EvenSplit row_blocks(rows.size(), kMaxStreamRows);
  for (std::int64_t i = 0; i < row_blocks.parts(); ++i) {
    const Range part = shifted(row_blocks.part(i), rows.begin);
    const StreamFunction stream = functions.stream[part.size() - 1];
    const Slice whole{{0, gemm.shape.k}};
    const auto compute = [&](float* c, std::ptrdiff_t stride, bool accumulate) {
      stream({gemm.a.at(part.begin, 0), gemm.a.row, gemm.a.column, gemm.b.at(0, columns.begin), gemm.b.row, c, stride,
              gemm.shape.k, columns.size(), accumulate});
    };
    // C is stored once every few k steps; where its lines straddle cache lines, so much that a copy pays. On Zen 5,
    // 4x1000x4096: 390 us with C where D is, 300 us apart. Not where C is added to: the sums' order, and so their bits,
    // would hang on D's address.
    constexpr std::int64_t kManySteps = 64;  // C is stored 8 or 16 times, and copied once
    if (gemm.shape.k >= kManySteps && !gemm.accumulate && !output.is_aligned(part, columns.begin)) {
      output.apart(memory.b, part, columns, whole, compute);
    } else {
      output.tile(part, columns, whole, compute);
    }
  }
}

}  // namespace mikpoly::cpu
