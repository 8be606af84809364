#include "experiments/report/html_page.hpp"

#include "experiments/report/markup.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::report {

TEST_CASE("Text is escaped wherever a page takes it", "[report]") {
  CHECK(escaped("a<b> & \"c\"") == "a&lt;b&gt; &amp; &quot;c&quot;");
  CHECK(heading(2, "<x>", "id") == "<h2 id=\"id\">&lt;x&gt;</h2>\n");
  CHECK(paragraph("a & b") == "<p>a &amp; b</p>\n");
  CHECK_THAT(table({"<h>"}, {{"<c>"}}), Contains("<th>&lt;h&gt;</th>") && Contains("<td>&lt;c&gt;</td>"));
  CHECK_THAT(folded("<s>", "<p>body</p>"), Contains("<summary>&lt;s&gt;</summary>\n<p>body</p>"));
  CHECK_THAT(figure("<svg/>", "<c>"), Contains("<svg/><figcaption>&lt;c&gt;</figcaption>"));
  CHECK_THAT(page("<t>", ""), Contains("<title>&lt;t&gt;</title>"));
}

TEST_CASE("What XML cannot hold is replaced, and other characters stay", "[report]") {
  CHECK(escaped("\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x99\x82\n\t") == "\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x99\x82\n\t");
  CHECK(escaped(std::string("a\x01", 2)) == "a\xEF\xBF\xBD");
  CHECK(escaped("\xFF|\xC3") == "\xEF\xBF\xBD|\xEF\xBF\xBD");
  CHECK(escaped("\xE2\x82") == "\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST_CASE("Long names are cut between characters", "[report]") {
  CHECK(shortened("abcd", 4) == "abcd");
  CHECK(shortened("abcde", 4) == "abc\xE2\x80\xA6");
  CHECK(shortened("\xC3\xA9\xC3\xA9\xC3\xA9", 2) == "\xC3\xA9\xE2\x80\xA6");
}

}  // namespace mikpoly::report
