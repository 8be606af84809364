#include "experiments/measure/limit_meter.hpp"

#include <algorithm>
#include <new>
#include <span>

#include "backends/cpu/probe/loops.hpp"
#include "backends/cpu/probe/rates.hpp"
#include "backends/cpu/thread_pool.hpp"
#include "core/base/integer_math.hpp"
#include "experiments/measure/operand_sets.hpp"

namespace mikpoly::lab {
namespace {

constexpr std::int64_t kBlockValues = 256;  // the loops read two streams, 512 bytes of each at once
constexpr std::align_val_t kPage{4096};

/// Values that the loops can read: they begin at a multiple of 64 bytes.
class Values {
 public:
  explicit Values(std::int64_t count)
      : data_(
            static_cast<std::int32_t*>(::operator new(static_cast<std::size_t>(count) * sizeof(std::int32_t), kPage))),
        count_(count) {
    std::fill_n(data_, count, 1);
  }
  ~Values() { ::operator delete(data_, kPage); }
  Values(const Values&) = delete;
  Values& operator=(const Values&) = delete;

  [[nodiscard]] std::int64_t count() const { return count_; }
  [[nodiscard]] std::span<const std::int32_t> part(std::int64_t first, std::int64_t count) const {
    return {data_ + first, static_cast<std::size_t>(count)};
  }

 private:
  std::int32_t* data_;
  std::int64_t count_;
};

class CpuLimitMeter final : public LimitMeter {
 public:
  explicit CpuLimitMeter(std::int64_t threads) : pool_(threads), set_(widest_instruction_set()) {}

  [[nodiscard]] double peak_gflops() override {
    return rate([this](std::int64_t, std::int64_t rounds) { return multiply_add(set_, rounds); });
  }

  [[nodiscard]] double read_gbs(std::int64_t bytes) override {
    const std::int64_t values = ceil_div(bytes, static_cast<std::int64_t>(sizeof(std::int32_t)));
    const std::int64_t share = std::max(round_up(ceil_div(values, pool_.threads()), kBlockValues), kBlockValues);
    if (!values_ || values_->count() < share * pool_.threads()) {
      values_.reset();
      values_ = std::make_unique<Values>(share * pool_.threads());
    }
    return rate([this, share](std::int64_t worker, std::int64_t passes) {
      return read_values(set_, values_->part(worker * share, share), passes);
    });
  }

 private:
  // Giga per second.
  double rate(const Work& work) {
    constexpr RateRules kShort{.sample_s = 3e-4, .samples = 3};
    return rate_of(pool_, pool_.threads(), work, kShort).median * 1e-9;
  }

  ThreadPool pool_;
  InstructionSet set_;
  std::unique_ptr<Values> values_;
};

}  // namespace

std::unique_ptr<LimitMeter> make_limit_meter(std::int64_t threads) {
  return std::make_unique<CpuLimitMeter>(threads);
}

ShapeLimits limits_of(const GemmProblem& problem, double peak_gflops, double read_gbs) {
  // 1 GFLOP/s = 1e-3 FLOP/ps, 1 GB/s = 1e-3 B/ps.
  const double compute_ps = 2.0 * problem.shape.macs() / (peak_gflops * 1e-3);
  const double transfer_ps = static_cast<double>(footprint(problem)) / (read_gbs * 1e-3);
  return {.peak_gflops = peak_gflops,
          .read_gbs = read_gbs,
          .least = Picoseconds::rounded(std::max(compute_ps, transfer_ps))};
}

}  // namespace mikpoly::lab
