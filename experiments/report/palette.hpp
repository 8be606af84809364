// Colours that stay apart for colour-blind readers, and a second sign for each: a mark, a dash.
//
// Source: those of Okabe and Ito, https://jfly.uni-koeln.de/color/, and of Tol, https://sronpersonalpages.nl/~pault/,
// as in plots/style.py.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mikpoly::lab {

enum class Mark { disc, square, triangle, diamond, cross };

struct Look {
  std::string colour;
  Mark mark = Mark::disc;
  std::string dash;  ///< of a line, as SVG's stroke-dasharray; empty: solid
};

/// Of an area.
struct Fill {
  std::string_view colour;
  std::string_view ink;  ///< of text on it
};

/// A selector looks the same in every figure; `position` tells those apart that the table does not know.
Look look_of(std::string_view selector, std::int64_t position);

/// Of parts that have no looks of their own, by position.
Fill fill_at(std::int64_t position);

inline constexpr std::string_view kInk = "#24292f";
inline constexpr std::string_view kFaint = "#57606a";
inline constexpr std::string_view kRule = "#d8dee4";

}  // namespace mikpoly::lab
