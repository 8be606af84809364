// The table of patterns. To add one: write its expression as a line here; planner, oracle and property tests follow.
//
// Five expressions and a transpose flag give the nine patterns: the published set is closed under transposition.
#include <algorithm>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/nearest_name.hpp"
#include "core/pattern/pattern.hpp"

namespace mikpoly {

std::span<const PolymerizationPattern> patterns() {
  static const std::array<PolymerizationPattern, 9> table{{
      parse_pattern("I", "a"),
      parse_pattern("II", "a/b"),
      parse_pattern("III", "a/b", true),
      parse_pattern("IV", "a|(b/c)"),
      parse_pattern("V", "(a|(b/c))/d"),
      parse_pattern("VI", "a|(b/c)", true),
      parse_pattern("VII", "(a|(b/c))/d", true),
      parse_pattern("VIII", "(a|(b/c))/(d|e)", true),
      parse_pattern("IX", "(a|(b/c))/(d|e)"),
  }};
  return table;
}

const PolymerizationPattern& find_pattern(std::string_view name) {
  std::vector<std::string> known;
  for (const PolymerizationPattern& pattern : patterns()) {
    if (pattern.name == name) return pattern;
    known.emplace_back(pattern.name);
  }
  throw ConfigError(fmt::format("unknown pattern \"{}\"{}", name, nearest_and_known(name, known)));
}

std::vector<std::string> parse_pattern_set(std::string_view text) {
  std::vector<bool> chosen(patterns().size(), text == "all");
  const auto index_of = [](std::string_view name) { return &find_pattern(name) - patterns().data(); };
  for (std::size_t begin = 0; text != "all" && begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view item = text.substr(begin, end - begin);
    const std::size_t dots = item.find("..");
    const auto first = index_of(item.substr(0, dots));
    const auto last = dots == std::string_view::npos ? first : index_of(item.substr(dots + 2));
    for (auto i = static_cast<std::size_t>(first); i <= static_cast<std::size_t>(last); ++i) {
      if (chosen[i]) throw ConfigError(fmt::format("pattern \"{}\" stands twice in \"{}\"", patterns()[i].name, text));
      chosen[i] = true;
    }
    begin = end + 1;
  }
  std::vector<std::string> names;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (chosen[i]) names.emplace_back(patterns()[i].name);
  }
  if (names.empty()) throw ConfigError(fmt::format("pattern set \"{}\" is empty: a range runs upwards", text));
  return names;
}

}  // namespace mikpoly
