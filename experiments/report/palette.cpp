#include "experiments/report/palette.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace mikpoly::lab {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 16> kSelectors{{{"mikpoly", "#0072B2"},
                                                                                    {"makespan", "#009E73"},
                                                                                    {"wave", "#E69F00"},
                                                                                    {"oracle", "#000000"},
                                                                                    {"pipe", "#D55E00"},
                                                                                    {"default-tile", "#7F7F7F"},
                                                                                    {"best-tile", "#CC79A7"},
                                                                                    {"first-ranked", "#8C564B"},
                                                                                    {"makespan-bare", "#66D1AE"},
                                                                                    {"wave-by-pipe", "#B2A400"},
                                                                                    {"pipe-throughput", "#56B4E9"},
                                                                                    {"vendor", "#882255"},
                                                                                    {"makespan-split-k", "#332288"},
                                                                                    {"bucketed", "#44AA99"},
                                                                                    {"symbolic", "#999933"},
                                                                                    {"stream_k", "#AA4499"}}};

constexpr std::string_view kWhite = "#ffffff";
constexpr std::array<Fill, 10> kFills{{{"#0072B2", kWhite},
                                       {"#D55E00", kWhite},
                                       {"#009E73", kWhite},
                                       {"#CC79A7", kInk},
                                       {"#E69F00", kInk},
                                       {"#56B4E9", kInk},
                                       {"#000000", kWhite},
                                       {"#8C564B", kWhite},
                                       {"#7F7F7F", kWhite},
                                       {"#B2A400", kInk}}};
constexpr std::array<Mark, 5> kMarks{Mark::disc, Mark::square, Mark::triangle, Mark::diamond, Mark::cross};
constexpr std::array<std::string_view, 4> kDashes{"", "7 3", "2 3", "9 3 2 3"};

template <typename List>
auto cycled(const List& list, std::int64_t position) {
  return list[static_cast<std::size_t>(position) % list.size()];
}

}  // namespace

Look look_of(std::string_view selector, std::int64_t position) {
  const auto known = std::ranges::find(kSelectors, selector, &std::pair<std::string_view, std::string_view>::first);
  const std::int64_t place = known == kSelectors.end() ? position : known - kSelectors.begin();
  const Fill other = cycled(kFills, position);
  return {.colour = std::string(known == kSelectors.end() ? other.colour : known->second),
          .mark = cycled(kMarks, place),
          .dash = std::string(cycled(kDashes, place))};
}

Fill fill_at(std::int64_t position) {
  return cycled(kFills, position);
}

}  // namespace mikpoly::lab
