// The kernel: one tile of D by one block, over a part of k, in a pipeline of kStages steps.
//
// A step of A and of B lies in shared memory while warps multiply it; the next ones are on their way (tile_load.cuh).
// Each warp owns a rectangle of the tile and keeps its sums in registers (atoms.cuh). Edges of D and of k are zeros in
// shared memory and elements that are not stored, so every extent, alignment and leading dimension is right.
#pragma once

#include "backends/cuda/kernel/arguments.cuh"
#include "backends/cuda/kernel/atoms.cuh"
#include "backends/cuda/kernel/device.cuh"
#include "backends/cuda/kernel/finish.cuh"
#include "backends/cuda/kernel/shared_tile.cuh"
#include "backends/cuda/kernel/task.cuh"
#include "backends/cuda/kernel/tile_load.cuh"

namespace mikpoly::cuda {

/// A tile of D and its step along k, and how the warps of a block divide it: kWarpRows x kWarpColumns rectangles, whose
/// sides are multiples of 16.
template <int kM_, int kN_, int kK_, int kWarpRows_, int kWarpColumns_, int kStages_>
struct BlockTile {
  static constexpr int kM = kM_;
  static constexpr int kN = kN_;
  static constexpr int kK = kK_;
  static constexpr int kWarpColumns = kWarpColumns_;
  static constexpr int kStages = kStages_;
  static constexpr int kThreads = kWarpRows_ * kWarpColumns_ * 32;
  static constexpr int kWarpM = kM / kWarpRows_;
  static constexpr int kWarpN = kN / kWarpColumns_;
  static_assert(kWarpM % 16 == 0 && kWarpM * kWarpRows_ == kM, "rows of a warp");
  static_assert(kWarpN % 16 == 0 && kWarpN * kWarpColumns_ == kN, "columns of a warp");
  static_assert(kK % 16 == 0 && kStages >= 2, "steps");
};

/// How an operand is read: whether its lines are along k, and the bytes that divide the address of every line.
template <bool kContiguous_, int kCopy_>
struct Access {
  static constexpr bool kContiguous = kContiguous_;
  static constexpr int kCopy = kCopy_;
};

/// Floats from row to row of a strip of sums on its way out; eight more than a warp's columns, so that rows begin in
/// other banks.
MIKPOLY_DEVICE constexpr int strip_pitch(int warp_columns) {
  return warp_columns + 8;
}

/// One operand's steps in shared memory. kAcross: its extent of the tile, rows of A or columns of B.
template <typename T, typename OwnAccess, int kAcross, int kK, int kThreads>
struct OperandTile {
  static constexpr bool kContiguous = OwnAccess::kContiguous;
  static constexpr int kLines = kContiguous ? kAcross : kK;
  static constexpr int kLength = kContiguous ? kK : kAcross;
  using Shared = SharedTile<T, kLines, kLength, kContiguous>;

  const T* from;     // the tile's first element at k = 0
  long long apart;   // of lines
  long long across;  // valid rows or columns

  MIKPOLY_DEVICE OperandTile(const void* data, const Lines& lines, long long batch, long long first, long long valid)
      : from(static_cast<const T*>(data) + batch * lines.batch + first * (kContiguous ? lines.line : 1)),
        apart(lines.line),
        across(valid) {}

  /// Begins to load the step from k to k + kK, of which those below `end` are valid.
  MIKPOLY_DEVICE void load(unsigned char* tile, long long k, long long end) const {
    const T* const first = from + k * (kContiguous ? 1 : apart);
    load_tile<Shared, T, kLines, kLength, OwnAccess::kCopy, kThreads>(
        tile, first, apart, kContiguous ? across : end - k, kContiguous ? end - k : across);
  }
};

template <typename Atom, typename T, typename D, typename Block, typename AccessA, typename AccessB>
struct GemmKernel {
  using TileA = OperandTile<T, AccessA, Block::kM, Block::kK, Block::kThreads>;
  using TileB = OperandTile<T, AccessB, Block::kN, Block::kK, Block::kThreads>;
  static constexpr int kStepBytes = TileA::Shared::kBytes + TileB::Shared::kBytes;
  static constexpr int kStripPitch = strip_pitch(Block::kWarpN);
  static constexpr int kStripFloats = 16 * kStripPitch;
  static constexpr int kStripBytes = Block::kThreads / 32 * kStripFloats * 4;
  static constexpr int kPipelineBytes = Block::kStages * kStepBytes;
  static constexpr int kSharedBytes = kPipelineBytes > kStripBytes ? kPipelineBytes : kStripBytes;
  static constexpr int kRows = Block::kWarpM / 16;  ///< pieces of a warp
  static constexpr int kColumns = Block::kWarpN / 8;
  using Sums = float[kRows][kColumns][4];

  static MIKPOLY_DEVICE void run(const Arguments& arguments) {
    const Task task = task_of(arguments.grid, arguments.parts.count, arguments.grid.first_block + block_index(),
                              Block::kM, Block::kN);
    Sums sums = {};
    sum_up(arguments, task, sums);
    store(arguments, task, sums);
  }

 private:
  static MIKPOLY_DEVICE int first_row() { return thread_index() / 32 / Block::kWarpColumns * Block::kWarpM; }
  static MIKPOLY_DEVICE int first_column() { return thread_index() / 32 % Block::kWarpColumns * Block::kWarpN; }

  static MIKPOLY_DEVICE void sum_up(const Arguments& arguments, const Task& task, Sums& sums) {
    const long long begin = task.part * arguments.parts.steps * Block::kK;
    const long long whole = begin + arguments.parts.steps * Block::kK;
    const long long end = whole < arguments.extents.k ? whole : arguments.extents.k;
    const int steps = end > begin ? static_cast<int>((end - begin + Block::kK - 1) / Block::kK) : 0;
    if (steps == 0) return;  // operands that are not read may be null
    const Matrices& matrices = arguments.matrices;
    const TileA a(matrices.a, matrices.a_lines, task.batch, task.row, task.rows);
    const TileB b(matrices.b, matrices.b_lines, task.batch, task.column, task.columns);
    const auto load = [&](int step) {
      if (step < steps) {
        unsigned char* const stage = shared_memory() + step % Block::kStages * kStepBytes;
        a.load(stage, begin + static_cast<long long>(step) * Block::kK, end);
        b.load(stage + TileA::Shared::kBytes, begin + static_cast<long long>(step) * Block::kK, end);
      }
      commit_copies();
    };

    for (int step = 0; step < Block::kStages - 1; ++step) load(step);
    for (int step = 0; step < steps; ++step) {
      wait_for_copies<Block::kStages - 2>();
      synchronize();  // this step is there, and nobody reads the one before any more: its place is free
      load(step + Block::kStages - 1);
      multiply_step(shared_memory() + step % Block::kStages * kStepBytes, sums);
    }
  }

  static MIKPOLY_DEVICE void multiply_step(const unsigned char* stage, Sums& sums) {
    MIKPOLY_UNROLL_BY(Atom::kSlices)
    for (int k = 0; k < Block::kK; k += Atom::kDepth) {
      typename Atom::A a[kRows];
      typename Atom::B b[kColumns];
      MIKPOLY_UNROLL
      for (int i = 0; i < kRows; ++i) {
        Atom::template load_a<typename TileA::Shared, TileA::kContiguous>(a[i], stage, first_row() + i * 16, k);
      }
      MIKPOLY_UNROLL
      for (int j = 0; j < kColumns; j += 2) {
        Atom::template load_b<typename TileB::Shared, TileB::kContiguous>(b[j], b[j + 1], stage + TileA::Shared::kBytes,
                                                                          first_column() + j * 8, k);
      }
      MIKPOLY_UNROLL
      for (int i = 0; i < kRows; ++i) {
        MIKPOLY_UNROLL
        for (int j = 0; j < kColumns; ++j) Atom::multiply(sums[i][j], a[i], b[j]);
      }
    }
  }

  // Strip by strip of 16 rows through the warp's own shared memory, so that lanes write elements side by side.
  static MIKPOLY_DEVICE void store(const Arguments& arguments, const Task& task, const Sums& sums) {
    synchronize();  // the last step is read
    float* const strip = reinterpret_cast<float*>(shared_memory()) + thread_index() / 32 * kStripFloats;
    MIKPOLY_UNROLL
    for (int i = 0; i < kRows; ++i) {
      MIKPOLY_UNROLL
      for (int j = 0; j < kColumns; ++j) {
        MIKPOLY_UNROLL
        for (int e = 0; e < 4; ++e) {
          const int row = lane_index() / 4 + e / 2 * 8;
          strip[row * kStripPitch + j * 8 + lane_index() % 4 * 2 + e % 2] = sums[i][j][e];
        }
      }
      synchronize_warp();
      store_strip(arguments, task, strip, i * 16);
      synchronize_warp();
    }
  }

  static MIKPOLY_DEVICE void store_strip(const Arguments& arguments, const Task& task, const float* strip, int below) {
    MIKPOLY_NO_UNROLL
    for (int e = lane_index(); e < 16 * Block::kWarpN; e += 32) {
      const int row = first_row() + below + e / Block::kWarpN;
      const int column = first_column() + e % Block::kWarpN;
      if (row >= task.rows || column >= task.columns) continue;
      const Place at{task.batch, task.row + row, task.column + column};
      const float sum = strip[e / Block::kWarpN * kStripPitch + e % Block::kWarpN];
      if (arguments.parts.count > 1) {
        partial_sum(arguments, task.part, at) = sum;
      } else {
        finish_element<D>(arguments, at, sum);
      }
    }
  }
};

/// Adds up the parts of k of the grid's one region, in their order whatever the order of the blocks, and finishes. A
/// thread an element of D; `first_block` of the grid counts blocks of kThreads.
template <typename D, int kThreads>
struct ReductionKernel {
  static MIKPOLY_DEVICE void run(const Arguments& arguments) {
    const LaunchRegion& region = arguments.grid.region[0];
    const long long element = (arguments.grid.first_block + block_index()) * kThreads + thread_index();
    const long long area = region.rows * region.columns;
    if (element >= area * arguments.extents.batches) return;
    const Place at{element / area, region.row + element % area / region.columns,
                   region.column + element % area % region.columns};
    float sum = 0.0F;
    for (long long part = 0; part < arguments.parts.count; ++part) sum += partial_sum(arguments, part, at);
    finish_element<D>(arguments, at, sum);
  }
};

}  // namespace mikpoly::cuda
