#include "backends/cpu/probe/cpu_facts.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <new>
#include <span>
#include <thread>

#include <fmt/format.h>

#include "backends/cpu/probe/loops.hpp"
#include "backends/cpu/probe/rates.hpp"
#include "backends/cpu/thread_pool.hpp"
#include "backends/cpu/usable_cores.hpp"
#include "core/base/error.hpp"

namespace mikpoly {
namespace {

constexpr std::size_t kPage = 4096;

// One piece of memory, a slice for each worker, whose pages that worker touches first, so that they lie near its core.
class WorkingSets {
 public:
  WorkingSets(ThreadPool& pool, Bytes each)
      : each_(static_cast<std::size_t>(each.count) / sizeof(std::int32_t)),
        all_(each_ * static_cast<std::size_t>(pool.threads())),
        data_(static_cast<std::int32_t*>(::operator new[](all_ * sizeof(std::int32_t), kAlignment))) {
    pool.run([this](std::int64_t worker, std::int64_t) { std::ranges::fill(of(worker), 1); });
  }

  [[nodiscard]] std::span<std::int32_t> of(std::int64_t worker) const {
    return all().subspan(static_cast<std::size_t>(worker) * each_, each_);
  }
  [[nodiscard]] std::span<std::int32_t> all() const { return {data_.get(), all_}; }

 private:
  static constexpr std::align_val_t kAlignment{kPage};
  struct Free {
    void operator()(std::int32_t* data) const { ::operator delete[](data, kAlignment); }
  };

  std::size_t each_;
  std::size_t all_;
  std::unique_ptr<std::int32_t[], Free> data_;
};

ComputeFacts measure_compute(ThreadPool& pool, InstructionSet isa) {
  const auto flops = [isa](std::int64_t, std::int64_t rounds) { return multiply_add(isa, 100 * rounds); };
  const auto additions = [](std::int64_t, std::int64_t rounds) { return dependent_additions(100 * rounds); };
  constexpr RateRules kWarmUp{.sample_s = 0.1, .samples = 1};  // clocks rise within milliseconds
  rate_of(pool, pool.threads(), flops, kWarmUp);
  return {.clock_hz = rate_of(pool, 1, additions),
          .flops_one = rate_of(pool, 1, flops),
          .flops_all = rate_of(pool, pool.threads(), flops)};
}

// Each worker's way through its set, in pieces, so that a sample need not be as long as the set is large.
class Walk {
 public:
  Walk(std::vector<std::span<std::int32_t>> sets) : sets_(std::move(sets)), next_(sets_.size()) {}

  // The next piece of the worker's set, the first again after the last.
  std::span<std::int32_t> piece(std::int64_t worker) {
    const auto index = static_cast<std::size_t>(worker);
    const std::span<std::int32_t> set = sets_[index];
    const std::size_t length = std::min(set.size(), kPiece);
    std::size_t& next = next_[index].value;
    if (next + length > set.size()) next = 0;
    next += length;
    return set.subspan(next - length, length);
  }

  // Goes through a piece this often, so that short ones count for as much as long ones.
  static std::int64_t passes(std::span<const std::int32_t> piece) {
    return static_cast<std::int64_t>(kPiece / piece.size());
  }

 private:
  static constexpr std::size_t kPiece = (std::size_t{256} << 10) / sizeof(std::int32_t);
  struct alignas(64) Place {
    std::size_t value = 0;
  };
  std::vector<std::span<std::int32_t>> sets_;
  std::vector<Place> next_;
};

// A single core goes through all of a set that must pass the caches.
LevelFacts measure_level(ThreadPool& pool, InstructionSet isa, CpuLevel level, Bytes each) {
  const WorkingSets sets(pool, each);
  std::vector<std::span<std::int32_t>> own;
  for (std::int64_t worker = 0; worker < pool.threads(); ++worker) own.push_back(sets.of(worker));
  Walk together(own);
  Walk alone({level == CpuLevel::memory ? sets.all() : sets.of(0)});
  const auto read = [isa](Walk& walk) {
    return [isa, &walk](std::int64_t worker, std::int64_t rounds) {
      double bytes = 0.0;
      for (std::int64_t round = 0; round < rounds; ++round) {
        const std::span<std::int32_t> piece = walk.piece(worker);
        bytes += read_values(isa, piece, Walk::passes(piece));
      }
      return bytes;
    };
  };
  const auto write = [isa, &alone](std::int64_t worker, std::int64_t rounds) {
    double bytes = 0.0;
    for (std::int64_t round = 0; round < rounds; ++round) {
      const std::span<std::int32_t> piece = alone.piece(worker);
      bytes += write_values(isa, piece, Walk::passes(piece));
    }
    return bytes;
  };
  return {.read_one = rate_of(pool, 1, read(alone)),
          .read_all = rate_of(pool, pool.threads(), read(together)),
          .write_one = rate_of(pool, 1, write)};
}

// Seconds of one call, by the mean of `calls` in a row; before each sample the pool rests for `pause`.
Spread seconds_of_call(ThreadPool& pool, std::int64_t calls, std::chrono::milliseconds pause) {
  constexpr int kSamples = 61;
  std::vector<double> seconds;
  for (int i = 0; i < kSamples; ++i) {
    std::this_thread::sleep_for(pause);
    const auto start = std::chrono::steady_clock::now();
    for (std::int64_t call = 0; call < calls; ++call) pool.run([](std::int64_t, std::int64_t) {});
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    seconds.push_back(taken.count() / static_cast<double>(calls));
  }
  return spread_of(std::move(seconds));
}

PoolFacts measure_pool(ThreadPool& pool) {
  std::atomic<std::int64_t> counter = 0;
  const auto take = [&counter](std::int64_t, std::int64_t rounds) {
    for (std::int64_t i = 0; i < 100 * rounds; ++i) counter.fetch_add(1, std::memory_order_relaxed);
    return static_cast<double>(100 * rounds);
  };
  // A core waits for its number while the others get theirs.
  Spread counter_s = rate_of(pool, pool.threads(), take);
  counter_s.median = static_cast<double>(pool.threads()) / counter_s.median;
  pool.run([](std::int64_t, std::int64_t) {});
  const Spread awake = seconds_of_call(pool, 100, std::chrono::milliseconds(0));
  return {
      .fork_join_s = awake, .wake_s = seconds_of_call(pool, 1, std::chrono::milliseconds(5)), .counter_s = counter_s};
}

// On a thread of its own, whose mask is one processor of each core: the pool takes its cores from there.
void measure(CpuFacts& facts) {
  if (!set_affinity(0, facts.topology.processors)) throw DeviceError("the system refuses to pin the probe's threads");
  const auto cores = static_cast<std::int64_t>(facts.topology.processors.size());
  ThreadPool pool(cores);
  pool.pin();
  facts.compute = measure_compute(pool, facts.isa);
  const CacheSizes& caches = facts.topology.caches;
  const std::array<Bytes, kCpuLevels> sizes{caches.l1, caches.l2, caches.l3, Bytes{1}};
  for (std::size_t i = 0; i < kCpuLevels; ++i) {
    if (sizes[i].count == 0) continue;
    const auto level = static_cast<CpuLevel>(i);
    facts.levels[i] = measure_level(pool, facts.isa, level, working_set(caches, level, cores));
  }
  facts.pool = measure_pool(pool);
}

}  // namespace

Disturbance disturbance_of(const CpuFacts& facts) {
  const ComputeFacts& compute = facts.compute;
  const PoolFacts& pool = facts.pool;
  std::vector<Spread> readings{compute.clock_hz, compute.flops_one, compute.flops_all,
                               pool.fork_join_s, pool.wake_s,       pool.counter_s};
  for (const LevelFacts& level : facts.levels) {
    readings.insert(readings.end(), {level.read_one, level.read_all, level.write_one});
  }
  std::erase_if(readings, [](const Spread& reading) { return reading.samples == 0; });
  const auto disturbed = std::ranges::count_if(readings, [](const Spread& each) { return each.relative_iqr > 0.1; });
  return {.disturbed = disturbed, .readings = std::ssize(readings)};
}

Bytes working_set(const CacheSizes& caches, CpuLevel level, std::int64_t cores) {
  constexpr std::int64_t kLeastMemory = std::int64_t{16} << 20;
  constexpr std::int64_t kMostMemory = std::int64_t{2} << 30;
  constexpr auto kBlock = static_cast<std::int64_t>(kPage);
  const std::int64_t all_l3 = caches.l3.count * std::max<std::int64_t>(caches.l3_count, 1);
  std::int64_t bytes = caches.l1.count / 2;
  if (level == CpuLevel::l2) bytes = std::max(caches.l2.count / 2, 2 * caches.l1.count);
  if (level == CpuLevel::l3) bytes = std::max(all_l3 / (2 * cores), 2 * caches.l2.count);
  if (level == CpuLevel::memory) {
    const std::int64_t to_pass = std::max(all_l3, caches.l2.count * cores);
    bytes = std::max(std::min(4 * to_pass, kMostMemory) / cores, kLeastMemory);
  }
  return {std::max(bytes / kBlock, std::int64_t{1}) * kBlock};
}

CpuFacts measure_cpu(InstructionSet isa) {
  if (!is_here(isa)) {
    throw BackendUnavailable(fmt::format("this processor does not have {}; its widest instruction set is {}",
                                         name_of(isa), name_of(widest_instruction_set())));
  }
  CpuFacts facts{.processor = processor_name(),
                 .isa = isa,
                 .topology = topology_of(affinity_of(0)),
                 .memory = memory_size(),
                 .compute = {},
                 .levels = {},
                 .pool = {}};
  const auto most = static_cast<std::size_t>(default_threads());
  if (facts.topology.processors.size() > most) facts.topology.processors.resize(most);
  std::exception_ptr fault;
  std::thread prober([&] {
    try {
      measure(facts);
    } catch (...) {
      fault = std::current_exception();
    }
  });
  prober.join();
  if (fault) std::rethrow_exception(fault);
  return facts;
}

}  // namespace mikpoly
