// The text form of a plan, written and read.
#include <algorithm>
#include <charconv>
#include <vector>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/plan/plan.hpp"
#include "core/plan/stream_k.hpp"

namespace mikpoly {
namespace {

constexpr std::string_view kVersion = "p1";
constexpr std::string_view kMaxMin = "max_min";
constexpr std::string_view kForm = "p1|PATTERN|KERNEL@m0-m1:n0-n1:k0-k1[/PARTS][:b0-b1]|...|max_min";

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0;;) {
    const std::size_t end = text.find(separator, begin);
    parts.push_back(text.substr(begin, end - begin));
    if (end == std::string_view::npos) return parts;
    begin = end + 1;
  }
}

std::int64_t parse_integer(std::string_view text, std::string_view part) {
  std::int64_t value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc{} || end != text.data() + text.size()) {
    throw ConfigError(fmt::format("plan: \"{}\" in \"{}\" is not an integer; a plan reads {}", text, part, kForm));
  }
  return value;
}

Range parse_range(std::string_view text, std::string_view part) {
  const std::size_t dash = text.find('-');
  if (dash == std::string_view::npos) {
    throw ConfigError(
        fmt::format("plan: \"{}\" in \"{}\" is not a range BEGIN-END; a plan reads {}", text, part, kForm));
  }
  return {parse_integer(text.substr(0, dash), part), parse_integer(text.substr(dash + 1), part)};
}

PlannedRegion parse_region(std::string_view part, const GemmShape& shape, const KernelLibrary& library) {
  const std::size_t at = part.find('@');
  const std::int64_t kernel = library.find(part.substr(0, at));
  if (kernel < 0) {
    const std::string& layout = library.key.device.layout;
    throw ConfigError(
        fmt::format("plan: kernel \"{}\" is not among the {} kernels of the library of {}{}; a plan is for the library "
                    "that it was made with",
                    part.substr(0, at), library.kernels.size(), library.key.hardware,
                    layout.empty() ? "" : fmt::format(" for operands {}", layout)));
  }
  const std::vector<std::string_view> ranges =
      at == std::string_view::npos ? std::vector<std::string_view>{} : split(part.substr(at + 1), ':');
  if (ranges.size() != 3 && ranges.size() != 4) {
    throw ConfigError(fmt::format("plan: region \"{}\" has not three or four ranges; a plan reads {}", part, kForm));
  }
  const Range batch = ranges.size() == 4 ? parse_range(ranges[3], part) : Range{0, shape.batch};
  const std::size_t slash = ranges[2].find('/');
  const Range depth = parse_range(ranges[2].substr(0, slash), part);
  const std::int64_t parts = slash == std::string_view::npos ? 1 : parse_integer(ranges[2].substr(slash + 1), part);
  const std::int64_t steps = library.kernels[static_cast<std::size_t>(kernel)].steps(depth.size());
  if (parts < 1 || parts > std::max<std::int64_t>(1, steps)) {
    throw ConfigError(fmt::format("plan: \"{}\" in \"{}\" is no number of parts of its {} k steps",
                                  ranges[2].substr(slash + 1), part, steps));
  }
  return {{parse_range(ranges[0], part), parse_range(ranges[1], part), depth, batch}, kernel, parts};
}

}  // namespace

std::string to_text(const Plan& plan, const KernelLibrary& library) {
  if (plan.region_count == 0) return "";
  std::string text = fmt::format("{}|{}", kVersion, plan.pattern);
  for (const PlannedRegion& planned : plan.regions()) {
    const Region& region = planned.region;
    text += fmt::format("|{}@{}-{}:{}-{}:{}-{}", library.kernels[static_cast<std::size_t>(planned.kernel)].id,
                        region.m.begin, region.m.end, region.n.begin, region.n.end, region.k.begin, region.k.end);
    if (planned.k_parts != 1) text += fmt::format("/{}", planned.k_parts);
    if (plan.shape.batch != 1) text += fmt::format(":{}-{}", region.batch.begin, region.batch.end);
  }
  return fmt::format("{}|{}", text, plan.allocation);
}

Plan parse_plan(std::string_view text, const GemmShape& shape, const KernelLibrary& library) {
  const std::vector<std::string_view> parts = split(text, '|');
  if (parts.front() != kVersion) {
    throw ConfigError(fmt::format("plan: version \"{}\" is unknown; known: {}", parts.front(), kVersion));
  }
  if (parts.size() < 4 || parts.size() > 3 + kMaxRegions) {
    throw ConfigError(fmt::format("plan: \"{}\" has not 1 to {} regions; a plan reads {}", text, kMaxRegions, kForm));
  }
  if (parts.back() != kMaxMin && stream_k_grid(parts.back()) == 0) {
    throw ConfigError(
        fmt::format("plan: allocation \"{}\" is unknown; known: {}, stream_k/GRID", parts.back(), kMaxMin));
  }
  Plan plan;
  plan.shape = shape;
  plan.pattern = parts[1];
  plan.allocation = parts.back();
  for (std::size_t i = 2; i + 1 < parts.size(); ++i) {
    const PlannedRegion planned = parse_region(parts[i], shape, library);
    plan.add(planned.region, planned.kernel, planned.k_parts);
  }
  if (const std::string fault = coverage_fault(plan); !fault.empty()) {
    throw ConfigError(fmt::format("plan: \"{}\" does not cover the shape: {}", text, fault));
  }
  return plan;
}

}  // namespace mikpoly
