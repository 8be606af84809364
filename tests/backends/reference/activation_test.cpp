#include "backends/reference/activation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "backends/cpu/activation.hpp"
#include "tests/support/catch.hpp"

using namespace mikpoly;

TEST_CASE("activations have their tabulated values", "[backends]") {
  // GELU: x Phi(x), Phi(1) = 0.8413447461, Phi(-2) = 0.0227501319. tanh form: the paper's formula by hand at 1:
  // tanh(0.7978845608 * 1.044715) = 0.6823843, 0.5 * 1.6823843 = 0.8411920. SiLU: 1 / (1 + e^-1) = 0.7310585786.
  CHECK(activate(Activation::none, -3.5) == -3.5);
  CHECK(activate(Activation::relu, -3.5) == 0.0);
  CHECK(activate(Activation::relu, 3.5) == 3.5);
  CHECK(activate(Activation::gelu_erf, 1.0) == Approx(0.8413447461).epsilon(1e-9));
  CHECK(activate(Activation::gelu_erf, -2.0) == Approx(-2.0 * 0.0227501319).epsilon(1e-7));
  CHECK(activate(Activation::gelu_tanh, 1.0) == Approx(0.8411920).epsilon(1e-6));
  CHECK(activate(Activation::silu, 1.0) == Approx(0.7310585786).epsilon(1e-9));
}

TEST_CASE("the kernels' activations follow the reference from one end of the line to the other", "[backends]") {
  const float infinity = std::numeric_limits<float>::infinity();
  const auto follows = [](float (*fast)(float), Activation activation, float x) {
    INFO(name_of(activation) << " of " << x);
    const double want = activate(activation, x);
    CHECK(std::abs(static_cast<double>(fast(x)) - want) <= 2e-7 * std::max(1.0, std::abs(static_cast<double>(x))));
  };
  for (const float x :
       {-3e38F, -1e30F, -200.0F, -88.5F, -87.5F, -20.0F, -10.5F, -9.5F, -3.0F, -0.1F, 0.0F, 0.7F, 40.0F}) {
    follows(&cpu::silu, Activation::silu, x);
    follows(&cpu::gelu_tanh, Activation::gelu_tanh, x);
    follows(&cpu::gelu_erf, Activation::gelu_erf, x);
  }
  for (const auto fast : {&cpu::silu, &cpu::gelu_tanh, &cpu::gelu_erf}) {
    CHECK(fast(-3e38F) == 0.0F);
    CHECK(fast(-infinity) == 0.0F);
    CHECK(fast(infinity) == infinity);
    CHECK(std::isnan(fast(std::nanf(""))));
  }
}

TEST_CASE("activations at the ends of the line, and of NaN", "[backends]") {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const Activation activation :
       {Activation::relu, Activation::gelu_erf, Activation::gelu_tanh, Activation::silu}) {
    INFO(name_of(activation));
    CHECK(activate(activation, infinity) == infinity);
    CHECK(activate(activation, -infinity) == 0.0);
    CHECK(std::isnan(activate(activation, std::nan(""))));
    CHECK(activate(activation, 0.0) == 0.0);
  }
}
