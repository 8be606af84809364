#include "experiments/engine/engine_selectors.hpp"

#include <string>

#include "tests/support/catch.hpp"

namespace mikpoly::lab {

TEST_CASE("an engine has the selectors that neither simulate nor split", "[experiment]") {
  CHECK_NOTHROW(find_engine_selector("makespan"));
  for (const std::string name : {"bucketed", "ranges", "ranges-128", "symbolic"}) {
    CHECK_THROWS_WITH(find_engine_selector(name),
                      Contains("selector \"" + name +
                               "\" is for simulated machines, for it is tuned by their times; with backend cpu: "
                               "mikpoly, wave, pipe, makespan, oracle, default-tile, "));
  }
  for (const std::string name : {"vendor", "makespan-split-k", "stream_k"}) {
    CHECK_THROWS_WITH(find_engine_selector(name),
                      Contains("\" is for simulated machines, for its plans are not of whole tasks of the library; "));
  }
  CHECK_THROWS_WITH(find_engine_selector("ranges-0"), Contains("is not a number of rows"));
  CHECK_THROWS_WITH(find_engine_selector("wvae"), Contains("unknown selector \"wvae\"; did you mean \"wave\"?"));
}

}  // namespace mikpoly::lab
