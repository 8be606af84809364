#include "experiments/report/html_page.hpp"

#include <fmt/format.h>

#include "experiments/report/markup.hpp"

namespace mikpoly::lab {
namespace {

constexpr std::string_view kStyle = R"(
body { font: 15px/1.45 "DejaVu Sans", Verdana, Arial, sans-serif; color: #24292f; background: #ffffff;
  max-width: 70em; margin: 2em auto; padding: 0 1.2em; }
h1, h2, h3 { line-height: 1.2; } h2 { border-top: 2px solid #d8dee4; padding-top: 0.8em; margin-top: 2em; }
table { border-collapse: collapse; font-size: 13px; } .wide { overflow-x: auto; }
th, td { padding: 0.2em 0.7em; border-bottom: 1px solid #d8dee4; text-align: left; vertical-align: top; }
.numbers th + th, .numbers td + td { text-align: right; font-variant-numeric: tabular-nums; }
td { overflow-wrap: anywhere; } .numbers td { overflow-wrap: normal; white-space: nowrap; }
figure { margin: 1em 0; } figcaption { font-size: 13px; color: #57606a; max-width: 58em; }
svg { max-width: 100%; height: auto; } pre { font-size: 12px; overflow-x: auto; background: #f6f8fa; padding: 0.8em; }
details { margin: 0.4em 0; } summary { cursor: pointer; }
)";

std::string record(std::string_view cell, const std::vector<std::string>& fields) {
  std::string text = "<tr>";
  for (const std::string& field : fields) text += fmt::format("<{}>{}</{}>", cell, escaped(field), cell);
  return text + "</tr>\n";
}

}  // namespace

std::string table(const std::vector<std::string>& header, const std::vector<std::vector<std::string>>& rows,
                  bool numbers) {
  std::string text = fmt::format("<div class=\"wide\"><table{}>\n", numbers ? " class=\"numbers\"" : "");
  if (!header.empty()) text += "<thead>" + record("th", header) + "</thead>\n";
  text += "<tbody>\n";
  for (const std::vector<std::string>& row : rows) text += record("td", row);
  return text + "</tbody></table></div>\n";
}

std::string heading(int level, std::string_view words, std::string_view id) {
  const std::string anchor = id.empty() ? "" : fmt::format(" id=\"{}\"", escaped(id));
  return fmt::format("<h{}{}>{}</h{}>\n", level, anchor, escaped(words), level);
}

std::string paragraph(std::string_view words) {
  return fmt::format("<p>{}</p>\n", escaped(words));
}

std::string preformatted(std::string_view text) {
  return fmt::format("<pre>{}</pre>\n", escaped(text));
}

std::string folded(std::string_view summary, std::string_view body) {
  return fmt::format("<details><summary>{}</summary>\n{}</details>\n", escaped(summary), body);
}

std::string figure(std::string_view svg, std::string_view caption) {
  return fmt::format("<figure>\n{}<figcaption>{}</figcaption></figure>\n", svg, escaped(caption));
}

std::string link(std::string_view id, std::string_view words) {
  return fmt::format("<a href=\"#{}\">{}</a>", escaped(id), escaped(words));
}

std::string page(std::string_view title, std::string_view body) {
  return fmt::format(
      "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head><meta charset=\"utf-8\"/>"
      "<meta name=\"viewport\" content=\"width=device-width\"/>\n<title>{}</title>\n<style>{}</style></head>\n<body>\n"
      "{}</body>\n</html>\n",
      escaped(title), kStyle, body);
}

}  // namespace mikpoly::lab
