// Apart from engine_threads_test.cpp because ThreadSanitizer does not follow a fork.
#include <sys/wait.h>
#include <unistd.h>

#include "backends/engine/engine.hpp"
#include "tests/backends/engine/integer_product.hpp"
#include "tests/support/catch.hpp"

using namespace mikpoly;
using namespace mikpoly::test;

namespace {

std::int64_t wrong_elements(Engine& engine) {
  std::int64_t wrong = 0;
  for (const GemmShape& shape : {GemmShape{4, 4, 4}, GemmShape{400, 300, 50}, GemmShape{8, 8, 6000}}) {
    IntegerProduct product(problem_of(shape));
    engine.run(product.problem(), product.operands());
    wrong += product.wrong();
  }
  return wrong;
}

}  // namespace

TEST_CASE("an engine that was used works in a child, and still in its parent", "[engine]") {
  Engine engine({.threads = 2});
  REQUIRE(wrong_elements(engine) == 0);
  const pid_t child = fork();
  if (child == 0) _exit(wrong_elements(engine) == 0 ? 0 : 1);
  int status = -1;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  CHECK(wrong_elements(engine) == 0);
}
