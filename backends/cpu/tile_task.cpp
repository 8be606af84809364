#include "backends/cpu/tile_task.hpp"

#include <algorithm>

#include "backends/cpu/l1_cache.hpp"
#include "backends/cpu/split.hpp"
#include "backends/cpu/task_output.hpp"

namespace mikpoly::cpu {
namespace {

// How far ahead of a tile B is fetched when it comes from far: this many panels, or k steps where one tile reads the
// panel alone. Measured on Zen 5: from 4 to 16 steps are alike; more cost where B is near, or its lines share few sets.
constexpr std::int64_t kPanelsAhead = 4;
constexpr std::int64_t kStepsAhead = 4;

// A tile's fetches cost about a k step.
constexpr std::int64_t kLeastStepsToFetchSums = 64;

// Of packed panels that a worker keeps.
constexpr std::int64_t kMostPackedBytes = std::int64_t{2} << 20;

// A fetch alone is no effect to GCC: it drops calls of a function that does nothing else.
void fetch_into_l2(const float* line) {
  __builtin_prefetch(line, 0, 2);
  asm volatile("" : : "r"(line));
}

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
    const EvenSplit parts(columns.size(), keeps_panels() ? kept : columns.size(), kernel_.columns());
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

  [[nodiscard]] EvenSplit blocks_of_rows() const { return {rows_.size(), row_block_, row_unit()}; }
  /// Whether panels of B that are laid anew are read by further blocks of rows.
  [[nodiscard]] bool keeps_panels() const { return !has_packed_b() && blocks_of_rows().parts() > 1; }

  void run_slice() {
    const EvenSplit row_blocks = blocks_of_rows();
    const EvenSplit panels(columns_.size(), kernel_.columns(), has_packed_b() ? kernel_.columns() : functions_.width);
    const std::int64_t panel_floats = slice_.k.size() * kernel_.columns();
    const bool keeps = keeps_panels();
    float* packed = memory_.b.floats(panel_floats * (keeps ? panels.parts() : 1));
    for (std::int64_t i = 0; i < row_blocks.parts(); ++i) {
      const Range rows = shifted(row_blocks.part(i), rows_.begin);
      if (copies_a()) pack_a(rows);
      for (std::int64_t p = 0; p < panels.parts(); ++p) {
        const Range columns = shifted(panels.part(p), columns_.begin);
        run_panel(rows, columns, packed + (keeps ? p * panel_floats : 0), i == 0);
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
      const bool pays = slice_.k.size() >= kLeastStepsToFetchSums && i + 1 < blocks.parts();
      if (pays) fetch_sums(rows, blocks.part(i + 1), columns, vectors);
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
    const std::int64_t floats = gemm_.packed_height * slice_.k.size();
    for (std::int64_t i = 0; i < floats; i += kLineFloats) fetch_into_l2(panel + i);
  }

  // Where the next tile's sums go, into L2 while this one is computed: a tile waits for D as it begins, and for room to
  // store as it ends. On Zen 5, 4096x4096x4096 in k blocks of 512: 222 -> 242 GFLOP/s.
  void fetch_sums(const Range& block, const Range& part, const Range& columns, int vectors) const {
    const float* d = gemm_.d + (block.begin + part.begin) * gemm_.d_row + columns.begin;
    for (std::int64_t r = 0; r < part.size(); ++r, d += gemm_.d_row) {
      for (int v = 0; v < vectors; ++v) fetch_into_l2(d + std::ptrdiff_t{v} * functions_.width);
    }
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
  TaskOutput output_;
  std::int64_t k_block_;
  std::int64_t row_block_;
  std::int64_t rows_at_once_;  ///< of A where it lies along k
  Range rows_;
  Range columns_;
  Slice slice_;
};

}  // namespace

void run_tile_task(const CpuKernel& kernel, const Blocking& blocking, const CanonicalGemm& gemm, const Range& rows,
                   const Range& columns, WorkerMemory& memory) {
  TileTask(kernel, blocking, gemm, memory).run(rows, columns);
}

}  // namespace mikpoly::cpu
