#include "core/config/library_example.hpp"

namespace mikpoly {

std::vector<std::string_view> library_examples() {
  return {R"(schema: library/v1  # the format of the file
checksum: 0000000000000000  # of all but this line; libraries are written by `mikpoly tune`, not by hand
key:  # what the library was made for
  hardware: example  # name of the accelerator
  hardware_hash: 0000000000000000  # of its description
  method: s1.1+sim.1  # version of the tuning and of the timer
  types: [f16, f16, f32, f16]  # of A, B, the sums and D
  parameters:  # of the tuning
    n_gen: 32  # values of each tile extent
    n_syn: 12  # synthetic extents are 2^0 .. 2^n_syn
    n_mik: 40  # kernels kept
    n_pred: 5120  # most k steps of a time curve
    ranking: complementary  # what the kept ones are good at
  device:  # the class of a real device that was timed; absent for simulated machines
    isa: avx2  # instruction set
    caches: 48K+1M+32M  # of a core and shared
    kernel_source: "1"  # version or hash of the kernels' source
    compiler: gcc  # that built the kernels
    layout: NN  # how the operands lay
  workload:  # whose shapes the kernels were chosen for; absent where they are for any
    name: example  # of the workload
    hash: 0000000000000000  # of its shapes
    general_share: 0.25  # share of the weight that synthetic shapes kept
kernels:  # best first
  - id: f16_64x64x64  # stable name
    tile: [64, 64, 64]  # output tile and k step: m, n, k
    types: [f16, f16, f32, f16]  # of A, B, the sums and D
    edge: padded  # padded: an edge tile is computed whole; trimmed: as much as there is
    resources:  # what a task takes of its processing element
      occupancy: 1  # tasks resident on one
      load: 8  # k steps that the load buffer holds
      feed: 2  # k steps that the buffers before the matrix unit hold
      accumulator: 2  # output tiles in the making
    knots: [[1, 900, 300], [5120, 866000, 865000]]  # [k steps, latency in ps, interval in ps] of the time curve
    load: all PEs busy with the same task  # under which the times were taken
    source_level: L2  # where the operands came from
    max_error: 0.004  # largest relative error of the curve against its samples
)",
          R"(schema: library/v1
checksum: 0000000000000000
key: {hardware: example, hardware_hash: "0", method: m, types: [f32, f32, f32, f32], parameters: {n_gen: 1, n_syn: 1, n_mik: 1, n_pred: 1, ranking: complementary}}
kernels:
  - id: f32_6x16x64_avx2
    tile: [6, 16, 64]
    types: [f32, f32, f32, f32]
    edge: trimmed
    resources: {occupancy: 1, load: 1, feed: 1, accumulator: 1}
    knots: [[1, 900, 300]]
    load: one core
    source_level: L2
    max_error: 0.004
    variant: avx2-6x16  # the backend's name of the code that runs it; devices only
    surface:  # times of tasks that compute less than the tile; of trimmed kernels
      rows:  # extents at which tasks were timed
        granule: 1  # steps in which extents count; a power of two
        panel: 6  # rows or columns that the code computes at once
        knots: [6]  # the extents, ascending
      columns:  # as rows
        granule: 16  # as of rows
        panel: 16  # as of rows
        knots: [16]  # as of rows
      depth:  # as rows, along k
        granule: 1  # as of rows
        panel: 1  # as of rows
        knots: [64]  # as of rows
      times: [900]  # in ps, depth fastest
)"};
}

}  // namespace mikpoly
