// Numbers of threads, and many threads that call one engine.
#include <atomic>
#include <thread>

#include "backends/cpu/usable_cores.hpp"
#include "backends/engine/engine.hpp"
#include "core/base/error.hpp"
#include "tests/backends/engine/integer_product.hpp"
#include "tests/support/catch.hpp"

using namespace mikpoly;
using namespace mikpoly::test;

TEST_CASE("0 threads are the usable cores; 1000 are as many as a pool has", "[engine]") {
  CHECK(Engine({.threads = 0}).threads() == default_threads());
  CHECK(Engine({.threads = 1}).threads() == 1);
  for (const std::int64_t wanted : {0, 1, 1000}) {
    Engine engine({.threads = wanted});
    CHECK(engine.threads() >= 1);
    CHECK(engine.threads() <= std::max<std::int64_t>(1000, default_threads()));
    IntegerProduct product(problem_of({500, 300, 40}));
    engine.run(product.problem(), product.operands());
    INFO(wanted << " threads");
    CHECK(product.wrong() == 0);
  }
}

TEST_CASE("a negative number of threads is refused with its value", "[engine]") {
  CHECK_THROWS_AS(Engine({.threads = -1}), ConfigError);
  CHECK_THROWS_WITH(Engine({.threads = -7}), Contains("-7"));
}

TEST_CASE("many threads call one engine, plain, prepared and packed", "[engine]") {
  Engine engine({.threads = 2});
  std::atomic<std::int64_t> wrong{0};
  std::vector<std::thread> callers;
  for (std::int64_t caller = 0; caller < 4; ++caller) {
    callers.emplace_back([&engine, &wrong, caller] {
      for (std::int64_t i = 0; i < 6; ++i) {
        // Layouts and shapes of which each is some caller's first, and some that all share.
        IntegerProduct product(problem_of({40 + i, 150 + caller, 60 + 100 * (i % 3)}, (i + caller) % 2 == 0));
        engine.run(product.problem(), product.operands());
        wrong += product.wrong();
        static_cast<void>(engine.notices());  // others read libraries meanwhile
        engine.prepare(product.problem())->run(product.operands());
        wrong += product.wrong();
        GemmOperands operands = product.operands();
        const std::unique_ptr<PackedOperand> packed = engine.pack_b(product.problem(), operands.b);
        operands.b = packed->data();
        engine.prepare_packed(product.problem(), *packed)->run(operands);
        wrong += product.wrong();
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  CHECK(wrong == 0);
}
