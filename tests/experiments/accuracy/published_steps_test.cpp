// Steps of the time over m at n = k = 4096 that a table of an A100 shows to the microsecond (112 us at m = 768, 218 at
// 769): edges of waves of 128 x 256 tiles on 108 SMs.
//
// Source: https://github.com/ai-dynamo/aiconfigurator/tree/095f58a. A step that the table has at 4097 is not here:
// sim/README.md.
#include "core/config/hardware_loader.hpp"
#include "experiments/accuracy/predictor.hpp"
#include "tests/support/catch.hpp"

using namespace mikpoly;

namespace {

class Times {
 public:
  double at(std::int64_t m) const {
    return predictor_.predict(lab::TimedRow{.place = "", .shape = {m, 4096, 4096}, .time_us = 1.0}).predicted_us;
  }

 private:
  std::vector<lab::TimedRow> type_{{.place = "", .shape = {1, 1, 1}, .time_us = 1.0}};
  lab::Predictor predictor_{load_hardware("a100-80"), type_, DataType::bf16, false};
};

}  // namespace

TEST_CASE("the time of an A100 steps where waves end", "[accuracy]") {
  const Times times;
  CHECK(times.at(769) > 1.3 * times.at(768));
  CHECK(times.at(2561) > 1.2 * times.at(2560));
  CHECK(times.at(1792) > 1.2 * times.at(1537));
  CHECK(times.at(3584) > 1.1 * times.at(3329));
  CHECK(times.at(1537) < 1.05 * times.at(1536));
}
