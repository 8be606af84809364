// Backends and a clock that do what a test says.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "backends/backend.hpp"
#include "experiments/measure/sampler.hpp"

namespace mikpoly::test {

/// A clock that stands still until someone takes time.
class FakeClock {
 public:
  void take(std::int64_t nanoseconds) { *now_ += nanoseconds; }
  [[nodiscard]] lab::Clock clock() const {
    return [now = now_] { return *now; };
  }

 private:
  std::shared_ptr<std::int64_t> now_ = std::make_shared<std::int64_t>(0);
};

/// How a fake backend behaves. Copies share what they count.
struct Behaviour {
  std::int64_t call_ns = 1000;      ///< of a plain call
  std::int64_t prepared_ns = 500;   ///< of a prepared call
  std::int64_t first_extra_ns = 0;  ///< of the first plain call of a shape, besides
  std::int64_t wrong_from = -1;     ///< calls from this one on compute wrong values; -1: none
  std::string unsupported;          ///< what unsupported() says
  std::string thrown;               ///< every call throws this
};

/// Computes in double, and takes time of a fake clock.
class FakeBackend final : public Backend {
 public:
  FakeBackend(FakeClock clock, Behaviour behaviour) : clock_(std::move(clock)), behaviour_(std::move(behaviour)) {}

  [[nodiscard]] std::string unsupported(const GemmProblem& /*problem*/) const override {
    return behaviour_.unsupported;
  }

  [[nodiscard]] std::unique_ptr<PreparedGemm> prepare(const GemmProblem& problem) override {
    return std::make_unique<Prepared>(*this, problem);
  }

  void run(const GemmProblem& problem, const GemmOperands& operands) override {
    if (problem.shape != last_) clock_.take(behaviour_.first_extra_ns);
    last_ = problem.shape;
    clock_.take(behaviour_.call_ns);
    compute(problem, operands);
  }

  [[nodiscard]] std::string description() const override { return "fake"; }

 private:
  class Prepared final : public PreparedGemm {
   public:
    Prepared(FakeBackend& backend, const GemmProblem& problem) : backend_(backend), problem_(problem) {}
    void run(const GemmOperands& operands) override {
      backend_.clock_.take(backend_.behaviour_.prepared_ns);
      backend_.compute(problem_, operands);
    }

   private:
    FakeBackend& backend_;
    GemmProblem problem_;
  };

  void compute(const GemmProblem& problem, const GemmOperands& operands) {
    if (!behaviour_.thrown.empty()) throw std::runtime_error(behaviour_.thrown);
    const bool wrong = behaviour_.wrong_from >= 0 && calls_ >= behaviour_.wrong_from;
    ++calls_;
    const auto [m, n, k, batch] = problem.shape;
    const ElementStrides a = strides_of(problem.a, m, k);
    const ElementStrides b = strides_of(problem.b, k, n);
    for (std::int64_t i = 0; i < m; ++i) {
      for (std::int64_t j = 0; j < n; ++j) {
        double sum = wrong ? 1.0 : 0.0;
        for (std::int64_t t = 0; t < k; ++t) {
          sum += static_cast<double>(static_cast<const float*>(operands.a)[i * a.row + t * a.column]) *
                 static_cast<double>(static_cast<const float*>(operands.b)[t * b.row + j * b.column]);
        }
        static_cast<float*>(operands.d)[i * n + j] = static_cast<float>(sum);
      }
    }
  }

  FakeClock clock_;
  Behaviour behaviour_;
  GemmShape last_;
  std::int64_t calls_ = 0;
};

}  // namespace mikpoly::test
