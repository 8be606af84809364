#include "experiments/report/html_page.hpp"

#include <string>

#include "experiments/report/markup.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::lab {

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
  CHECK(escaped("a\r\n") == "a&#13;\n");
}

TEST_CASE("Bytes that are no character are replaced one by one, and their neighbours stay", "[report]") {
  const auto replaced = [](std::size_t times) {
    std::string text;
    for (std::size_t i = 0; i < times; ++i) text += "\xEF\xBF\xBD";
    return text;
  };

  CHECK(escaped("\xE0\x9F\xBF") == replaced(3));      // longer than needed
  CHECK(escaped("\xF0\x8F\xBF\xBF") == replaced(4));  // the same
  CHECK(escaped("\xED\xA0\x80") == replaced(3));      // half of a UTF-16 pair
  CHECK(escaped("\xF4\x90\x80\x80") == replaced(4));  // above U+10FFFF
  CHECK(escaped("\xEF\xBF\xBE\xEF\xBF\xBF") == replaced(2));
  for (const char* text : {"\xE0\xA0\x80", "\xED\x9F\xBF", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBD", "\xEF\xBF\xBD"}) {
    CHECK(escaped(text) == text);
  }
}

TEST_CASE("Long names are cut between characters", "[report]") {
  CHECK(shortened("abcd", 4) == "abcd");
  CHECK(shortened("abcde", 4) == "abc\xE2\x80\xA6");
  CHECK(shortened("\xC3\xA9\xC3\xA9\xC3\xA9", 2) == "\xC3\xA9\xE2\x80\xA6");
}

}  // namespace mikpoly::lab
