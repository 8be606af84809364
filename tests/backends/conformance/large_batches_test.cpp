// More batch elements than the smallest dimension of a GPU's grid.
#include "tests/backends/conformance/gemm_case.hpp"
#include "tests/support/catch.hpp"

using namespace mikpoly;
using namespace mikpoly::test;

namespace {

const std::vector<Candidate>& all() {
  static const std::vector<Candidate> candidates = make_candidates({.own = 2});
  return candidates;
}

}  // namespace

TEST_CASE("more batch elements than a 16-bit grid holds", "[conformance]") {
  for (const std::int64_t batch : {65535, 65536, 65537}) {
    CHECK(run_case(case_of({8, 1, 4, batch}), all(), {Call::plain}) >= 1);
  }
  CHECK(run_case(case_of({2, 3, 2, 65537}), all(), {Call::prepared}) >= 1);
}
