#include "core/pattern/pattern.hpp"

#include "core/base/error.hpp"

namespace mikpoly {
namespace {

// Recursive descent over: expression := part [("/" | "|") part], part := letter | "(" expression ")".
class ExpressionReader {
 public:
  ExpressionReader(std::string_view text, bool transposed, PolymerizationPattern& into)
      : text_(text), transposed_(transposed), into_(into) {}

  std::int8_t read_all() {
    const std::int8_t root = read_expression();
    ensure(at_ == text_.size(), "a pattern expression ends where its text ends");
    return root;
  }

 private:
  std::int8_t read_expression() {
    const std::int8_t first = read_part();
    if (at_ == text_.size() || text_[at_] == ')') return first;
    const bool rows = (text_[at_++] == '/') != transposed_;
    const std::int8_t second = read_part();
    const auto regions = static_cast<std::int8_t>(into_.node(first).regions + into_.node(second).regions);
    return add({rows ? Cut::rows : Cut::columns, first, second, regions});
  }

  std::int8_t read_part() {
    ensure(at_ < text_.size(), "a pattern expression has a part on each side of a cut");
    if (text_[at_++] != '(') return add({});
    const std::int8_t inner = read_expression();
    ensure(at_ < text_.size() && text_[at_] == ')', "a pattern expression closes its brackets");
    ++at_;
    return inner;
  }

  std::int8_t add(const PatternNode& node) {
    ensure(used_ < static_cast<std::int8_t>(into_.nodes.size()), "a pattern has at most five regions");
    into_.nodes[static_cast<std::size_t>(used_)] = node;
    return used_++;
  }

  std::string_view text_;
  bool transposed_;
  PolymerizationPattern& into_;
  std::size_t at_ = 0;
  std::int8_t used_ = 0;
};

}  // namespace

PolymerizationPattern parse_pattern(std::string_view name, std::string_view expression, bool transposed) {
  PolymerizationPattern pattern{.name = name, .nodes = {}, .root = 0};
  pattern.root = ExpressionReader(expression, transposed, pattern).read_all();
  return pattern;
}

}  // namespace mikpoly
