#include "core/plan/drawing.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace mikpoly {
namespace {

// The region's letter at a point of the output, by the order of the plan.
char letter_at(const Plan& plan, double m, double n) {
  for (std::size_t i = 0; i < plan.regions().size(); ++i) {
    const Region& region = plan.regions()[i].region;
    const bool in_rows = m >= static_cast<double>(region.m.begin) && m < static_cast<double>(region.m.end);
    const bool in_columns = n >= static_cast<double>(region.n.begin) && n < static_cast<double>(region.n.end);
    if (in_rows && in_columns) return static_cast<char>('a' + static_cast<char>(i));
  }
  return '?';
}

std::string legend_line(const PlannedRegion& planned, char letter, const KernelLibrary& library) {
  const Region& region = planned.region;
  const MicroKernel& kernel = library.kernels[static_cast<std::size_t>(planned.kernel)];
  return fmt::format("{}  rows {}..{}, columns {}..{}: {}, {} tasks of {} k steps\n", letter, region.m.begin,
                     region.m.end, region.n.begin, region.n.end, kernel.id, task_count(planned, kernel.tile),
                     kernel.steps(planned.depth()));
}

}  // namespace

std::string draw(const Plan& plan, const KernelLibrary& library, std::int64_t columns) {
  if (plan.region_count == 0) return "(no output)\n";
  const std::int64_t rows = std::max<std::int64_t>(3, columns / 4);
  const std::string border = fmt::format("+{:-<{}}+\n", "", columns);
  std::string text = border;
  for (std::int64_t y = 0; y < rows; ++y) {
    text += '|';
    for (std::int64_t x = 0; x < columns; ++x) {
      const double m = (static_cast<double>(y) + 0.5) / static_cast<double>(rows) * static_cast<double>(plan.shape.m);
      const double n =
          (static_cast<double>(x) + 0.5) / static_cast<double>(columns) * static_cast<double>(plan.shape.n);
      text += letter_at(plan, m, n);
    }
    text += "|\n";
  }
  text += border;
  for (std::size_t i = 0; i < plan.regions().size(); ++i) {
    text += legend_line(plan.regions()[i], static_cast<char>('a' + static_cast<char>(i)), library);
  }
  return text;
}

}  // namespace mikpoly
