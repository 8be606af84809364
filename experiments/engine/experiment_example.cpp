#include "experiments/engine/experiment_example.hpp"

namespace mikpoly::lab {

std::vector<std::string_view> experiment_examples() {
  return {R"(schema: experiment/v1  # the format of the file
name: example  # names the output folder
description: What it asks, in a sentence.  # for people
hardware:  # one or more names in configs/hardware, or paths; `here`: this machine's CPU class; or variants of one
  - toy
  - name: fast  # what rows call the variant
    base: toy  # name in configs/hardware, or path
    set: ["pe.clock=1.2 GHz"]  # what is different: `a.b=VALUE` or `a.b*=FACTOR`, as --set of the command line
    tuning:  # of a library that is made in another way; what is left out is as in `tuning` below
      n_gen: 32  # as in `tuning`
      n_syn: 12  # as in `tuning`
      n_mik: 1  # as in `tuning`
      n_pred: 5120  # as in `tuning`
      ranking: complementary  # as in `tuning`
workload: [deepbench]  # one or more names in configs/workloads, or paths
dtype: f16  # element type of A and B
backend: npu  # what runs the plans; default: what the hardware file says, or `table` where the key `table` stands
selectors: [mikpoly, oracle, ranges-128]  # what chooses plans, or `all`, which leaves out vendor and what follows it
patterns: [all, [I, II]]  # sets of patterns that selectors may use: `I`, `I,II`, `I..III`, `all`, or lists
include:  # points that are run: those that fit one of these maps; default: all
  - m: 1..64  # rows of the output; what a map does not name fits every point
    n: 1024..4096:1024  # columns of the output
    k: 768  # length of the reduction
    batch: 1  # independent products
    group: decode  # as in results.csv
    workload: deepbench  # name of a workload of this experiment
    hardware: toy  # name of a machine of this experiment
    shape: 512x3072x768  # MxNxK, or BATCHxMxNxK
  - {m: [1, 8..64:8], n: [16], k: [16], batch: [1], group: [decode], workload: [deepbench], hardware: [toy], shape: [1x16x16]}
exclude:  # of those, points that are not run: those that fit one of these maps
  - m: 0  # as in `include`
    n: 0  # as in `include`
    k: 0  # as in `include`
    batch: 0  # as in `include`
    group: decode  # as in `include`
    workload: deepbench  # as in `include`
    hardware: toy  # as in `include`
    shape: 512x3072x768  # as in `include`
  - {m: [1, 8..64:8], n: [16], k: [16], batch: [1], group: [decode], workload: [deepbench], hardware: [toy], shape: [1x16x16]}
sample:  # of the shapes that are left, some at random, the same on all machines
  count: 100  # shapes that are drawn, each at most once; all where there are fewer
  seed: 7  # of the draw; default: `seed`
limit: 24  # shapes taken of each workload after that, evenly spaced; default: all
library: some.yaml  # a kernel library; default: the shipped one, else tuned now
tuning:  # of the library, where none is given
  n_gen: 32  # values of each tile extent
  n_syn: 12  # synthetic extents are 2^0 .. 2^n_syn
  n_mik: 40  # kernels kept
  n_pred: 5120  # most k steps of a time curve
  ranking: complementary  # what the kept ones are good at
judge:  # switches of the simulator; the defaults are the honest machine
  warm: false  # operands start in the nearest shared level
  contention: true  # shared levels divide their total rate among those who ask
  infinite_cache: false  # nothing is read from main memory twice
  zero_fill: false  # no fill and drain of the task pipeline
  burst_cost: true  # short transfers reach less than the peak rate
measure:  # how a measured backend is timed
  threads: 1  # that a product may use
  rounds: 6  # of all plans of a shape, interleaved
  round: 8 ms  # least time of a round
oracle:  # of selector oracle
  budget: 1000000  # steps of the search for a shape; the plan is not proven best where it ends; 0: none
baselines:  # of selectors ranges and symbolic
  ranges:  # the shapes that are declared before any is known
    most_m: 1024  # m is 1 to this; `ranges-R` has it in its name
    n: 3072  # the one n; default: any
    k: 768  # the one k; default: any
  symbolic:  # the one shape that is known
    shape: 1024x3072x768  # MxNxK that the kernel is tuned for, extents of 1 and more
regret_all: true  # also score against the best single kernel of all feasible candidates
seed: 1  # of everything drawn
)",
          R"(schema: experiment/v1
name: short
hardware: toy
workload: deepbench
selectors: all
patterns: all
)",
          R"(schema: experiment/v1
name: table
hardware: toy
backend: table
table:  # times of kernels by shape, instead of a machine; only with backend table, which it makes the default
  file: profile.csv  # beside this file, or a path
  format: auto  # of the file; auto: told by what stands in it
  time_column: us  # of a CSV that has several
  time_source: device_event  # clock of the times; default: what the file says
  keep: 40  # kernels that selectors may use; default: all
  ranking: complementary  # what the kept ones are good at
workload: [table]
selectors: ranges-128
)",
          R"(schema: experiment/v1
name: shorter
hardware:
  name: fast  # as of one in a list
  base: toy  # as of one in a list
  set: ["pe.clock=1.2 GHz"]  # as of one in a list
  tuning:  # as of one in a list
    n_gen: 32  # as in `tuning`
    n_syn: 12  # as in `tuning`
    n_mik: 1  # as in `tuning`
    n_pred: 5120  # as in `tuning`
    ranking: complementary  # as in `tuning`
workload: deepbench
selectors: mikpoly
patterns: [I]
)"};
}

}  // namespace mikpoly::lab
