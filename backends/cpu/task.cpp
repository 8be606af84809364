#include "backends/cpu/task.hpp"

#include <algorithm>
#include <unistd.h>
#include <vector>

#include "backends/cpu/l1_cache.hpp"
#include "backends/cpu/split.hpp"

namespace mikpoly::cpu {
namespace {

constexpr std::int64_t kFloat = sizeof(float);
constexpr std::int64_t kLineFloats = 16;  // of a cache line

// How far ahead of a tile B is fetched when it comes from far: this many panels, or k steps where one tile reads the
// panel alone. Measured on Zen 5: from 4 to 16 steps are alike; more cost where B is near, or its lines share few sets.
constexpr std::int64_t kPanelsAhead = 4;
constexpr std::int64_t kStepsAhead = 4;

// Of the lines that dot kernels keep in L1.
constexpr std::int64_t kMostKeptFloats = std::int64_t{6} << 10;

// Of packed panels that a worker keeps.
constexpr std::int64_t kMostPackedBytes = std::int64_t{2} << 20;

/// One k block of a task.
struct Slice {
  Range k;
  bool first = true;
  bool last = true;
};

Range shifted(const Range& part, std::int64_t by) {
  return {by + part.begin, by + part.end};
}

/// Where a kernel leaves a tile, and what is done with it afterwards.
class Output {
 public:
  Output(const CanonicalGemm& gemm, const KernelFunctions& functions, WorkerMemory& memory)
      : gemm_(gemm), functions_(functions), memory_(memory) {}

  /// Calls `compute(target, stride, accumulate)` for the tile and finishes it.
  template <typename Compute>
  void tile(const Range& rows, const Range& columns, const Slice& slice, Compute compute) const {
    float* d = gemm_.d + rows.begin * gemm_.d_row + columns.begin;
    if (gemm_.plain) return compute(d, gemm_.d_row, gemm_.accumulate || !slice.first);
    apart(rows, columns, slice, compute);
  }

  /// The same by way of sums on whole cache lines.
  template <typename Compute>
  void apart(const Range& rows, const Range& columns, const Slice& slice, Compute compute) const {
    float* d = gemm_.d + rows.begin * gemm_.d_row + columns.begin;
    const std::int64_t stride = round_up(columns.size(), kLineFloats);
    float* sum = memory_.sum.floats(rows.size() * stride);
    compute(sum, stride, false);
    functions_.finish(gemm_.finish.at(rows.begin, columns.begin, gemm_.d_row),
                      {sum, stride, d, gemm_.d_row, rows.size(), columns.size(), slice.first, slice.last});
  }

  /// Whether a tile that begins in this column lies on whole cache lines.
  [[nodiscard]] bool is_aligned(std::int64_t column) const {
    const auto address = reinterpret_cast<std::uintptr_t>(gemm_.d + column);
    return address % (kLineFloats * kFloat) == 0 && gemm_.d_row % kLineFloats == 0;
  }

 private:
  const CanonicalGemm& gemm_;
  const KernelFunctions& functions_;
  WorkerMemory& memory_;
};

/// The tile family: per k block and block of rows, panels of B against register tiles.
class TileTask {
 public:
  TileTask(const CpuKernel& kernel, const Blocking& blocking, const CanonicalGemm& gemm, WorkerMemory& memory)
      : kernel_(kernel),
        functions_(*kernel.functions),
        gemm_(gemm),
        memory_(memory),
        output_(gemm, functions_, memory),
        k_block_(blocking.k),
        row_block_(std::max<std::int64_t>(blocking.a_bytes / (kFloat * blocking.k), kernel.rows())),
        rows_at_once_(lies_along_m(gemm.a) ? kMaxTileRows : rows_in_l1(gemm.a.row)) {}

  void run(const Range& rows, const Range& columns) {
    rows_ = rows;
    // Panels are kept for further blocks of rows: as many columns at a time as the memory for them holds.
    const std::int64_t kept = std::max<std::int64_t>(kMostPackedBytes / (kFloat * k_block_), kernel_.columns());
    const bool keeps_panels = rows.size() > row_block_ && !has_packed_b();
    const EvenSplit parts(columns.size(), keeps_panels ? kept : columns.size(), kernel_.columns());
    const EvenSplit k_blocks(gemm_.shape.k, k_block_);
    for (std::int64_t p = 0; p < parts.parts(); ++p) {
      columns_ = shifted(parts.part(p), columns.begin);
      for (std::int64_t i = 0; i < k_blocks.parts(); ++i) {
        slice_ = {k_blocks.part(i), i == 0, i + 1 == k_blocks.parts()};
        run_slice();
      }
    }
  }

 private:
  /// Where a panel of B lies, and how far apart its k steps are.
  struct Panel {
    const float* data = nullptr;
    std::ptrdiff_t stride = 0;
  };

  [[nodiscard]] bool has_packed_a() const { return gemm_.packed_height != 0; }
  [[nodiscard]] bool has_packed_b() const { return gemm_.packed_width != 0; }
  [[nodiscard]] bool copies_a() const { return kernel_.packing.a && !has_packed_a(); }
  [[nodiscard]] bool b_along_k() const { return gemm_.b.column != 1; }
  /// Rows are cut where panels of A end.
  [[nodiscard]] std::int64_t row_unit() const { return has_packed_a() ? kernel_.rows() : 1; }
  [[nodiscard]] ASide a_side() const { return lies_along_m(gemm_.a) ? ASide::along_m : ASide::along_k; }

  void run_slice() {
    const EvenSplit row_blocks(rows_.size(), row_block_, row_unit());
    const EvenSplit panels(columns_.size(), kernel_.columns(), has_packed_b() ? kernel_.columns() : functions_.width);
    const bool keeps_panels = row_blocks.parts() > 1;
    const std::int64_t panel_floats = slice_.k.size() * kernel_.columns();
    float* packed = memory_.b.floats(panel_floats * (keeps_panels ? panels.parts() : 1));
    for (std::int64_t i = 0; i < row_blocks.parts(); ++i) {
      const Range rows = shifted(row_blocks.part(i), rows_.begin);
      if (copies_a()) pack_a(rows);
      for (std::int64_t p = 0; p < panels.parts(); ++p) {
        const Range columns = shifted(panels.part(p), columns_.begin);
        run_panel(rows, columns, packed + (keeps_panels ? p * panel_floats : 0), i == 0);
      }
    }
  }

  // Rows of A in register-tile blocks, each [k][rows of the block].
  void pack_a(const Range& rows) {
    float* to = memory_.a.floats(rows.size() * slice_.k.size());
    const EvenSplit blocks(rows.size(), kernel_.rows());
    for (std::int64_t i = 0; i < blocks.parts(); ++i) {
      const Range part = blocks.part(i);
      const float* from = gemm_.a.at(rows.begin + part.begin, slice_.k.begin);
      if (a_side() == ASide::along_k) {
        functions_.transpose({from, gemm_.a.row, to, part.size(), part.size(), slice_.k.size()});
      } else {
        for (std::int64_t k = 0; k < slice_.k.size(); ++k) {
          std::copy_n(from + k * gemm_.a.column, part.size(), to + k * part.size());
        }
      }
      to += part.size() * slice_.k.size();
    }
  }

  // `packed` is where the panel is kept: filled by the first block of rows, read by the others.
  void run_panel(const Range& rows, const Range& columns, float* packed, bool first_rows) {
    const int vectors = static_cast<int>(ceil_div(columns.size(), functions_.width));
    const std::int64_t width = std::int64_t{vectors} * functions_.width;
    const bool a_in_panels = kernel_.packing.a || has_packed_a();
    const std::int64_t most_rows =
        a_in_panels
            ? kernel_.rows()
            : std::min<std::int64_t>(functions_.tile_rows[static_cast<std::size_t>(vectors - 1)], rows_at_once_);
    const EvenSplit blocks(rows.size(), most_rows, row_unit());
    const BAccess access = has_packed_b() ? BAccess::as_it_lies : kernel_.packing.b;
    const bool copied = b_along_k() || access == BAccess::copying;
    Panel panel = copied && !first_rows ? Panel{packed, width} : panel_at(slice_.k.begin, columns.begin);
    if (first_rows && b_along_k()) {
      functions_.transpose(
          {gemm_.b.at(slice_.k.begin, columns.begin), gemm_.b.column, packed, width, columns.size(), slice_.k.size()});
      panel = {packed, width};
    }
    const bool read_again = blocks.parts() > 1 || rows.size() < rows_.size();
    const bool panels_ahead = access != BAccess::as_it_lies;
    // The tiles that read the panel as it lies fetch a line each of the next one, if there are enough to fetch it all.
    const std::int64_t fetching = blocks.parts() - (panels_ahead ? 1 : 0);
    const Panel next = fetching >= vectors && (first_rows || !copied) ? next_panel(rows, columns) : Panel{};
    for (std::int64_t i = 0; i < blocks.parts(); ++i) {
      const std::int64_t line = panels_ahead ? i - 1 : i;
      const bool fetches = next.data != nullptr && line >= 0 && line < vectors;
      TileArguments tile;
      tile.b = panel.data;
      tile.b_stride = panel.stride;
      tile.ahead = panel.data + (panels_ahead ? kPanelsAhead * width : kStepsAhead * panel.stride);
      tile.next = fetches ? next.data + line * functions_.width : panel.data;
      tile.next_stride = fetches ? next.stride : 0;
      tile.packed = packed;
      // Only who reads a panel first reaches ahead, and a copy that nobody would read is not made.
      const bool reads_first = first_rows && i == 0 && panel.data != packed;
      const bool copies = reads_first && access == BAccess::copying && read_again;
      const bool reaches = reads_first && (panels_ahead || fetching < vectors);
      const BAccess now = copies ? BAccess::copying : reaches ? BAccess::ahead : BAccess::as_it_lies;
      run_tile(rows, blocks.part(i), columns, vectors, now, tile);
      if (copies) panel = {packed, width};
    }
  }

  [[nodiscard]] Panel panel_at(std::int64_t k, std::int64_t column) const {
    if (!has_packed_b()) return {gemm_.b.at(k, column), gemm_.b.row};
    const std::int64_t width = gemm_.packed_width;
    return {gemm_.b.data + column / width * width * gemm_.shape.k + k * width, width};
  }

  // What is read after this panel by the same rows, or by the next k block or task; no data where that is what was just
  // read, or B is copied before it is read.
  [[nodiscard]] Panel next_panel(const Range& rows, const Range& columns) const {
    if (b_along_k()) return {};
    if (columns.end < columns_.end) return panel_at(slice_.k.begin, columns.end);
    if (rows.end < rows_.end) return {};
    if (!slice_.last) return panel_at(slice_.k.end, columns_.begin);
    const bool last_rows = rows_.end == gemm_.shape.m;  // tasks go down the rows first
    return last_rows && columns_.end < gemm_.shape.n ? panel_at(0, columns_.end) : Panel{};
  }

  // A panel of A into L2, while the one before it is computed: a single stream from memory does not keep up with the
  // registers. On Zen 5, 1024x32x1024 with A in main memory: 96 -> 145 GFLOP/s.
  void fetch(const float* panel) const {
    constexpr int kIntoL2 = 2;
    const std::int64_t floats = gemm_.packed_height * slice_.k.size();
    for (std::int64_t i = 0; i < floats; i += kLineFloats) __builtin_prefetch(panel + i, 0, kIntoL2);
  }

  void run_tile(const Range& block, const Range& part, const Range& columns, int vectors, BAccess access,
                TileArguments& tile) {
    tile.k = slice_.k.size();
    tile.columns = static_cast<int>(columns.size());
    const Range rows{block.begin + part.begin, block.begin + part.end};
    ASide side = a_side();
    if (has_packed_a()) {
      const std::int64_t height = gemm_.packed_height;
      tile.a = gemm_.a.data + rows.begin / height * height * gemm_.shape.k + slice_.k.begin * height;
      tile.a_stride = height;
      if (columns.begin == columns_.begin && rows.end < rows_.end) fetch(tile.a + height * gemm_.shape.k);
    } else if (kernel_.packing.a) {
      side = ASide::along_m;
      tile.a = memory_.a.floats(0) + part.begin * slice_.k.size();
      tile.a_stride = part.size();
    } else {
      tile.a = gemm_.a.at(rows.begin, slice_.k.begin);
      tile.a_stride = side == ASide::along_k ? gemm_.a.row : gemm_.a.column;
    }
    const TileFunction function =
        functions_.tile[static_cast<int>(side)][static_cast<int>(access)][vectors - 1][part.size() - 1];
    output_.tile(rows, columns, slice_, [&](float* c, std::ptrdiff_t stride, bool accumulate) {
      tile.c = c;
      tile.c_stride = stride;
      tile.accumulate = accumulate;
      function(tile);
    });
  }

  const CpuKernel& kernel_;
  const KernelFunctions& functions_;
  const CanonicalGemm& gemm_;
  WorkerMemory& memory_;
  Output output_;
  std::int64_t k_block_;
  std::int64_t row_block_;
  std::int64_t rows_at_once_;  ///< of A where it lies along k
  Range rows_;
  Range columns_;
  Slice slice_;
};

/// The dot family: blocks of rows against a few columns that stay in L1. Columns that do not lie along k are laid so
/// once per k block.
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
  Output output_;
  std::int64_t k_block_;
  std::int64_t a_bytes_;
};

// A few rows of C at a time, all of k in one go: C's rows stay in L1 or L2.
void run_stream_task(const CpuKernel& kernel, const CanonicalGemm& gemm, const Range& rows, const Range& columns,
                     WorkerMemory& memory) {
  const KernelFunctions& functions = *kernel.functions;
  const Output output(gemm, functions, memory);
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
    // 4x1000x4096: 390 us with C where D is, 300 us apart.
    constexpr std::int64_t kManySteps = 64;
    if (gemm.shape.k >= kManySteps && !output.is_aligned(columns.begin)) {
      output.apart(part, columns, whole, compute);
    } else {
      output.tile(part, columns, whole, compute);
    }
  }
}

void run_kernel(const CpuKernel& kernel, const Blocking& blocking, const CanonicalGemm& gemm, const Range& rows,
                const Range& columns, WorkerMemory& memory) {
  switch (kernel.family) {
    case Family::tile:
      return TileTask(kernel, blocking, gemm, memory).run(rows, columns);
    case Family::dot:
      return DotTask(kernel, blocking, gemm, memory).run(rows, columns);
    case Family::stream:
      return run_stream_task(kernel, gemm, rows, columns, memory);
  }
}

// Sums of all k apart from D, a part of the task at a time, and then their finish.
void run_apart(const CpuKernel& kernel, const Blocking& blocking, const CanonicalGemm& gemm, const Range& rows,
               const Range& columns, WorkerMemory& memory) {
  constexpr std::int64_t kRows = 256;
  constexpr std::int64_t kColumns = 1024;  // with the rows 1 MiB
  CanonicalGemm product = gemm;
  product.finish = {};
  product.plain = true;
  product.accumulate = false;  // C is added by the finish
  const EvenSplit row_parts(rows.size(), kRows, kernel.rows());
  const EvenSplit column_parts(columns.size(), kColumns, kernel.columns());
  for (std::int64_t j = 0; j < column_parts.parts(); ++j) {
    const Range across = shifted(column_parts.part(j), columns.begin);
    product.d_row = across.size();
    for (std::int64_t i = 0; i < row_parts.parts(); ++i) {
      const Range down = shifted(row_parts.part(i), rows.begin);
      float* sums = memory.sum.floats(down.size() * across.size());
      product.d = sums - down.begin * product.d_row - across.begin;
      run_kernel(kernel, blocking, product, down, across, memory);
      kernel.functions->finish(gemm.finish.at(down.begin, across.begin, gemm.d_row),
                               {sums, product.d_row, gemm.d + down.begin * gemm.d_row + across.begin, gemm.d_row,
                                down.size(), across.size()});
    }
  }
}

}  // namespace

void run_task(const CpuKernel& kernel, const Blocking& blocking, const CanonicalGemm& gemm, const Range& rows,
              const Range& columns, WorkerMemory& memory) {
  const auto run = gemm.sums_apart ? run_apart : run_kernel;
  run(kernel, blocking, gemm, rows, columns, memory);
}

Blocking blocking_of(const TileShape& tile) {
  static const std::int64_t half_of_l2 = [] {
    const long told = sysconf(_SC_LEVEL2_CACHE_SIZE);
    return told > 0 ? static_cast<std::int64_t>(told) / 2 : std::int64_t{1} << 19;
  }();
  return {tile.k, half_of_l2};
}

bool accepts(const CpuKernel& kernel, const CanonicalProblem& problem) {
  const bool is_tile = kernel.family == Family::tile;
  if (problem.packed_height != 0 && !(is_tile && kernel.rows() == problem.packed_height)) return false;
  if (problem.packed_width != 0)
    return is_tile && kernel.packing.b == BAccess::as_it_lies && kernel.columns() == problem.packed_width;
  if (problem.deterministic && !is_tile) return false;
  // B that lies along k is copied whatever the kernel says of it.
  if (is_tile && problem.b.column != 1) return kernel.packing.b == BAccess::as_it_lies;
  if (kernel.family == Family::dot) return problem.a.column == 1;
  if (kernel.family == Family::stream) return problem.b.column == 1;
  return true;
}

void finish_without_product(const CanonicalProblem& problem, const GemmOperands& operands) {
  GemmOperands without = operands;
  without.alpha = 1.0;  // times a product of zeros: 0 * NaN would not be 0
  const auto [m, n, k, batch] = problem.shape;
  const std::vector<float> zeros(static_cast<std::size_t>(n), 0.0F);
  for (std::int64_t b = 0; b < batch; ++b) {
    const CanonicalGemm gemm = batch_element(problem, without, b);
    portable_functions().finish(gemm.finish, {zeros.data(), 0, gemm.d, gemm.d_row, m, n});
  }
}

}  // namespace mikpoly::cpu
