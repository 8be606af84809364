// The table of cost models. To add one: write its file, declare its factory here, add its line.
#include "core/cost/cost_models.hpp"

namespace mikpoly {

std::unique_ptr<CostModel> make_mikpoly(const Accelerator&, const KernelLibrary&);
std::unique_ptr<CostModel> make_wave(const Accelerator&, const KernelLibrary&);
std::unique_ptr<CostModel> make_wave_by_pipe(const Accelerator&, const KernelLibrary&);
std::unique_ptr<CostModel> make_pipe(const Accelerator&, const KernelLibrary&);
std::unique_ptr<CostModel> make_pipe_throughput(const Accelerator&, const KernelLibrary&);
std::unique_ptr<CostModel> make_makespan(const Accelerator&, const KernelLibrary&);
std::unique_ptr<CostModel> make_makespan_bare(const Accelerator&, const KernelLibrary&);

const Registry<CostModelFactory>& cost_models() {
  static const Registry<CostModelFactory> table{"cost model",
                                                {{"mikpoly", &make_mikpoly},
                                                 {"wave", &make_wave},
                                                 {"wave-by-pipe", &make_wave_by_pipe},
                                                 {"pipe", &make_pipe},
                                                 {"pipe-throughput", &make_pipe_throughput},
                                                 {"makespan", &make_makespan},
                                                 {"makespan-bare", &make_makespan_bare}}};
  return table;
}

}  // namespace mikpoly
