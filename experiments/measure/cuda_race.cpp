#include "experiments/measure/cuda_race.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "backends/cuda/device_clock.hpp"
#include "backends/cuda/queued_gemm.hpp"
#include "backends/cuda/random_operands.hpp"
#include "core/base/error.hpp"
#include "core/base/integer_math.hpp"
#include "experiments/engine/results.hpp"
#include "experiments/measure/sampler.hpp"
#include "experiments/statistics.hpp"

namespace mikpoly::lab {
namespace {

constexpr std::int64_t kAlignment = 256;  // bytes, of every matrix
constexpr std::int64_t kMostCopies = 32;

double microseconds_of(const std::function<void()>& work) {
  using Microseconds = std::chrono::duration<double, std::micro>;
  const auto begin = std::chrono::steady_clock::now();
  work();
  return Microseconds(std::chrono::steady_clock::now() - begin).count();
}

// Of the rounds from `first` on.
Measurement device_measurement(const RoundSamples& rounds, std::int64_t first) {
  Measurement measured = measurement_of(rounds, first, std::ssize(rounds));
  measured.source = TimeSource::device_event;
  return measured;
}

}  // namespace

/// Who gives one product to the queue.
struct CudaRace::Contestant {
  std::string name;
  std::string detail;
  std::function<void(const GemmOperands&)> add;
  RoundSamples rounds = {};
};

/// Copies of A, B and D in one piece of memory.
class CudaRace::Operands {
 public:
  Operands(const cuda::Device& device, const cuda::DeviceStream& stream, const Accelerator& machine,
           const GemmShape& shape, const GemmTypes& types)
      : b_(round_up(shape.batch * shape.m * shape.k * bytes_of(types.a), kAlignment)),
        d_(b_ + round_up(shape.batch * shape.k * shape.n * bytes_of(types.b), kAlignment)),
        apart_(d_ + round_up(shape.batch * shape.m * shape.n * bytes_of(types.d), kAlignment)) {
    const std::int64_t l2 = machine.memory.front().capacity.count;
    const std::int64_t most = std::max<std::int64_t>(1, device.free_bytes() / 2 / apart_);
    copies_ = std::min({2 + 2 * l2 / apart_, kMostCopies, most});
    memory_ = cuda::DeviceBuffer(device, copies_ * apart_);
    cuda::fill_random(stream, memory_, types.a);
  }

  [[nodiscard]] GemmOperands copy(std::int64_t index) const {
    auto* const first = static_cast<char*>(memory_.pointer()) + index % copies_ * apart_;
    return {.a = first, .b = first + b_, .d = first + d_};
  }

 private:
  std::int64_t b_;
  std::int64_t d_;
  std::int64_t apart_;
  std::int64_t copies_ = 1;
  cuda::DeviceBuffer memory_;
};

CudaRace::CudaRace(cuda::CudaEngine& engine, const GemmProblem& kind, const cuda::CublasLt* cublas,
                   const RaceRules& rules)
    : engine_(engine), kind_(kind), cublas_(cublas), rules_(rules), queue_(engine.device()) {}

CudaRace::Contestant CudaRace::ours(const std::string& name, const GemmProblem& problem, const Plan& plan) {
  cuda::KernelSet& kernels = engine_.kernels_for(problem);
  const auto gemm = std::make_shared<cuda::QueuedGemm>(kernels, problem, plan);
  const auto scratch = std::make_shared<cuda::DeviceBuffer>(engine_.device(), gemm->scratch_bytes());
  return {.name = name, .detail = to_text(plan, kernels.library()), .add = [=, this](const GemmOperands& operands) {
            gemm->add(queue_, operands, scratch->pointer());
          }};
}

void CudaRace::add_cublas(const GemmShape& shape, std::vector<Contestant>& contestants) const {
  GemmProblem problem = kind_;
  problem.shape = shape;
  const std::string layout = cuda::layout_of(canonical_form(problem));
  const auto product = std::make_shared<cuda::CublasProduct>(*cublas_, shape, kind_.types, layout, rules_.algorithms);
  for (std::int64_t i = 0; i < product->algorithms(); ++i) {
    contestants.push_back(
        {.name = std::string(i == 0 ? kCublas : ""),
         .detail = fmt::format("algorithm {}", i),
         .add = [=, this](const GemmOperands& operands) { product->add(i, operands, queue_.stream().get()); }});
  }
}

void CudaRace::measure(std::vector<Contestant>& contestants, const Operands& operands) const {
  for (std::int64_t round = 0; round < rules_.rounds; ++round) {
    for (Contestant& each : contestants) {
      const auto work = [&](std::int64_t repeat) { each.add(operands.copy(repeat)); };
      each.rounds.push_back(cuda::device_times(engine_.device(), queue_.stream(), work, {.samples = rules_.samples}));
    }
  }
}

std::vector<RaceRow> CudaRace::run(const GemmShape& shape) {
  GemmProblem problem = kind_;
  problem.shape = shape;
  engine_.device().enter();
  try {
    const Operands operands(engine_.device(), queue_.stream(), engine_.machine(), shape, kind_.types);
    std::vector<Contestant> contestants;
    double host_us =
        microseconds_of([&] { contestants.push_back(ours("mikpoly", problem, engine_.plan_for(problem))); });
    host_us += microseconds_of([&] { contestants.front().add(operands.copy(0)); });
    queue_.stream().synchronize();
    contestants.push_back(ours("default-tile", problem, engine_.standard_plan_for(problem)));
    if (cublas_ != nullptr) add_cublas(shape, contestants);
    measure(contestants, operands);
    std::vector<RaceRow> rows = rows_of(shape, contestants);
    rows.front().host_us = host_us;
    return rows;
  } catch (const BackendUnavailable& fault) {  // too little memory, no kernels
    return {{.shape = shape, .contestant = "mikpoly", .reason = fault.what()}};
  } catch (const ShapeError& fault) {
    return {{.shape = shape, .contestant = std::string(kCublas), .reason = fault.what()}};
  }
}

std::vector<RaceRow> CudaRace::rows_of(const GemmShape& shape, const std::vector<Contestant>& contestants) {
  std::vector<RaceRow> rows;
  const Contestant* best = nullptr;  // of cuBLAS's algorithms, by the first round
  for (const Contestant& each : contestants) {
    if (!each.name.empty()) {
      rows.push_back(
          {.shape = shape, .contestant = each.name, .detail = each.detail, .time = device_measurement(each.rounds, 0)});
    }
    const bool is_cublas = each.name == kCublas || each.name.empty();
    const auto first_median = [](const Contestant& of) { return quantile(of.rounds.front(), 0.5); };
    if (is_cublas && (best == nullptr || first_median(each) < first_median(*best))) best = &each;
  }
  if (best == nullptr) return rows;
  const std::int64_t first = best->rounds.size() > 1 ? 1 : 0;
  rows.push_back({.shape = shape,
                  .contestant = std::string(kCublasBest),
                  .detail = best->detail,
                  .time = device_measurement(best->rounds, first)});
  return rows;
}

std::string race_header() {
  return csv_record({"m", "n", "k", "batch", "dtype", "layout", "contestant", "time_us", "iqr_us", "samples",
                     "time_source", "host_us", "detail", "reason"});
}

std::string race_record(const RaceRow& row, const GemmTypes& types, const std::string& layout) {
  const auto number = [](double value) { return fmt::format("{:.4f}", value); };
  const bool timed = row.time.has_value();
  return csv_record({fmt::to_string(row.shape.m), fmt::to_string(row.shape.n), fmt::to_string(row.shape.k),
                     fmt::to_string(row.shape.batch), std::string(name_of(types.a)), layout, row.contestant,
                     timed ? number(row.time->median.microseconds()) : "",
                     timed ? number(row.time->interquartile_range.microseconds()) : "",
                     timed ? fmt::to_string(row.time->samples) : "",
                     timed ? std::string(name_of(row.time->source)) : "", row.host_us > 0.0 ? number(row.host_us) : "",
                     row.detail, row.reason});
}

std::string race_table(const std::vector<RaceRow>& rows, std::string_view contestant, const GemmTypes& types) {
  std::string text = "m,n,k,batch,dtype,time_us\n";
  for (const RaceRow& row : rows) {
    if (row.contestant != contestant || !row.time) continue;
    const GemmShape& shape = row.shape;
    text += fmt::format("{},{},{},{},{},{:.4f}\n", shape.m, shape.n, shape.k, shape.batch, name_of(types.a),
                        row.time->median.microseconds());
  }
  return text;
}

std::vector<RaceScore> race_scores(const std::vector<RaceRow>& rows) {
  std::map<std::string, std::vector<std::pair<double, GemmShape>>> ratios;
  const Measurement* own = nullptr;  // of the shape at hand: its row comes first
  for (const RaceRow& row : rows) {
    if (row.contestant == "mikpoly") {
      own = row.time ? &*row.time : nullptr;
    } else if (own != nullptr && row.time) {
      ratios[row.contestant].emplace_back(row.time->median.microseconds() / own->median.microseconds(), row.shape);
    }
  }
  std::vector<RaceScore> scores;
  for (const auto& [contestant, all] : ratios) {
    std::vector<double> values;
    for (const auto& [ratio, shape] : all) values.push_back(ratio);
    const auto least = std::ranges::min_element(all, {}, &std::pair<double, GemmShape>::first);
    scores.push_back({.contestant = contestant,
                      .shapes = std::ssize(all),
                      .geomean = geometric_mean(values),
                      .least = least->first,
                      .worst = least->second});
  }
  return scores;
}

}  // namespace mikpoly::lab
