#include "core/config/hardware_template.hpp"

#include <string_view>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/config/commented_yaml.hpp"
#include "core/config/yaml_writer.hpp"

namespace mikpoly {
namespace {

constexpr std::string_view kAfterName = R"(description: What the machine is, in a sentence.  # for people
backend: npu  # what runs or simulates it: npu and gpu_sim are simulated, cpu is this machine's cores

# Fill it in from the top. A value may be bare, or say where it is from as `clock` does below; `mikpoly hw show` prints
# the sources. Sizes: KiB, MiB, GiB. Bandwidths: B/cycle (of the clock below) or GB/s, TB/s. Durations: cycles, ns, us.
# Lines that begin with # and no blank, or more than one, are keys that may be left out.

pe:  # P_multi: the processing elements
  name: core  # the vendor's word for one
  count: 8  # how many there are
  clock:  # cycles a second; every rate in B/cycle and time in cycles is of this clock
    value: 1 GHz  # the value itself
    source: "fill in"  # where the number is from: URL, document, or how it was measured
    kind: assumed  # datasheet, measured, inferred or assumed
#    fit: [0.5 GHz, 2 GHz]  # bounds in which `mikpoly calibrate` may change it; not for a datasheet's number
#  isa: avx2  # a CPU's instruction set; leave it out elsewhere

# For each element type: f32, f64, f16, bf16, tf32, i8, i32.
compute:  # what the matrix unit of one element multiplies
  f16:  # an element type of A and B
    accumulator: f32  # the type of the sums
    unit: [16, 16, 16]  # m x n x k multiply-accumulates a cycle; a systolic array of 128 x 128 is [128, 1, 128]
    issue: 4 cycles  # added to every k step
    sustained: 90%  # share of the clock that is held under load

memory:  # M_global: one or two shared levels, nearest first; what has one level only has main memory
  - name: L2  # as reports call it
    capacity: 8 MiB  # how much it holds; a nearer level works as a cache
    read: 64 B/cycle  # what one element can read
    write: 64 B/cycle  # what one element can write
    total: 512 GB/s  # all elements together, reads and writes added
    latency: 200 cycles  # of the first byte, beyond that of the nearer level
  - {name: DRAM, capacity: 16 GiB, read: 32 B/cycle, write: 32 B/cycle, total: 128 GB/s, latency: 0 cycles}

buffers:  # M_local: memory of one element, by name; the stages below fill it
  L1: 256 KiB  # size of one buffer
  L0A: 32 KiB
  L0B: 32 KiB
  L0C: 128 KiB

pipes: [IN, FEED, MATRIX, OUT]  # queues of one element: stages on one pipe take turns, pipes work beside each other

# load and move stages of a and b run once a k step, the others once a task.
stages:  # the life of a task, in order: loads, moves of a and b, compute, moves of c, store
  - name: load  # as reports call it
    kind: load  # load: shared memory to a buffer; move: buffer to buffer; compute and store: exactly one of each
    pipe: IN  # the queue it waits in
    operands: [a, b]  # what it moves: a, b or c
    to: L1  # the buffer it fills
    buffers: 2..4  # copies of its target: the least it needs, and the most it uses where they fit
#    rate: 128 B/cycle  # the pipe's own bandwidth; needed by moves, else only the shared levels limit it
    half_rate: 512 B  # bytes at which one transfer reaches half of its rate
#    streams: true  # the tile passes through the buffer in pieces, as through a cache, and is never too large for it
#    strides: [[256, 30%], [16, 80%]]  # of loads that change the layout: [row stride is a multiple of, share of the rate]
  - {name: feed_a, kind: move, pipe: FEED, operands: [a], to: L0A, buffers: 2, rate: 256 B/cycle}
  - {name: feed_b, kind: move, pipe: FEED, operands: [b], to: L0B, buffers: 2, rate: 256 B/cycle}
  - {name: multiply, kind: compute, pipe: MATRIX, to: L0C, buffers: 1..2}
  - {name: store, kind: store, pipe: OUT, operands: [c], rate: 64 B/cycle}

# Where an element holds several tasks at once, as a GPU's does; needs a policy other than static.
#occupancy:  # how many tasks an element holds: by warps here, and by every buffer they share
#  max_tasks: 32  # the most, whatever their size
#  elements_per_warp: 4096  # results of a tile that one warp computes
#  least_warps: 4  # of a task
#  most_warps: 8  # of a task
#  resident_warps: 8  # of all tasks of an element together

fixed:  # what does not depend on the shape
  start: 1 us  # before the first task; part of every time
  launch: 5 us  # on the host; reported, never added
  task: 100 cycles  # added to every task
#  reduction: 2 us  # where k is split over tasks, beside the bytes of the partial sums

dispatch:  # which element runs which task
  policy: static  # static: lists made in advance; dynamic: the first free element; persistent, stream_k: looping blocks
  raster_band: 1  # tasks are numbered down so many tile rows before the next tile column
#  launch: all  # all: one launch for a plan; each_region: one after the other, not with policy static

#contention:  # what is reached of the levels' rates
#  exponent: 3.5  # how compute and memory add up where both are near their limits; 0: the slowest alone counts
#  efficiency:  # share of its rates that a level reaches, by the level's name
#    L2: 80%  # of one level
#    DRAM: 75%

tiles:  # what tuning tries: multiples of the granule
  granule: [16, 16, 16]  # m, n, k: the least tile
  largest: [256, 256, 128]  # the largest tile; buffers refuse what does not fit
  default: [128, 128, 32]  # what a library without selection would use

#vendor:  # tiles of a vendor's library, for the selector `vendor`
#  source: "where they are from"  # where the tiles are from
#  k_parts: [1, 2, 4, 8]  # parts that k may be split into
#  tiles:  # the tiles of its kernels
#    - tile: [128, 128, 32]  # m, n, k
#      stages: 3  # k steps in flight; default: as many as fit
#      types: [f16]  # element types it computes on; default: all
)";

bool is_machine_name(std::string_view text) {
  constexpr std::string_view kAllowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
  return !text.empty() && text.find_first_not_of(kAllowed) == std::string_view::npos;
}

}  // namespace

std::string hardware_template(const std::string& name) {
  if (!is_machine_name(name)) {
    throw ConfigError(fmt::format("\"{}\" is not a name of letters, digits, \"_\", \"-\" and \".\"", name));
  }
  return fmt::format("schema: hardware/v1  # the format of the file\nname: {}  # what the machine is called\n{}",
                     name_scalar(name), kAfterName);
}

std::string hardware_example() {
  constexpr std::string_view kPolicy = "policy: static";
  std::string text = with_optional_keys(hardware_template("example"));
  return text.replace(text.find(kPolicy), kPolicy.size(), "policy: dynamic");  // which occupancy and contention need
}

}  // namespace mikpoly
