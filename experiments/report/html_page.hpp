// A page of HTML that is also XML, without scripts and without anything from elsewhere.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mikpoly::lab {

/// A table: the first column holds names, the others numbers, or text where `numbers` is false.
std::string table(const std::vector<std::string>& header, const std::vector<std::vector<std::string>>& rows,
                  bool numbers = true);

std::string heading(int level, std::string_view words, std::string_view id = "");
std::string paragraph(std::string_view words);

/// Text as it stands, such as a file.
std::string preformatted(std::string_view text);

/// What is shown when its summary is asked for. `body` is markup.
std::string folded(std::string_view summary, std::string_view body);

/// A drawing with its caption. `svg` is markup.
std::string figure(std::string_view svg, std::string_view caption);

/// A link inside the page.
std::string link(std::string_view id, std::string_view words);

/// The whole page. `body` is markup; all other text of this header is escaped.
std::string page(std::string_view title, std::string_view body);

}  // namespace mikpoly::lab
