#include "core/config/text_file.hpp"

#include "core/base/error.hpp"
#include "tests/core/config/message_of.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace mikpoly {
namespace {

TEST_CASE("bytes come back as they were written, and nothing is left beside the file", "[file]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("new/folder/x.txt");
  const std::string text("a\r\n\0b", 5);

  write_text_file(path, "old");
  write_text_file(path, text);

  CHECK(read_text_file(path, 5) == text);
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path() / "new/folder"), {}) == 1);
}

TEST_CASE("what cannot be read says why", "[file]") {
  const TemporaryFolder folder;
  const std::string path = folder.write("x.txt", "123456");

  CHECK(message_of([&] { read_text_file(path, 5); }) == path + ": larger than the limit of 5 bytes");
  CHECK(message_of([&] { read_text_file(folder.path().string(), 5); }) ==
        folder.path().string() + ": is a folder, not a file");
}

TEST_CASE("what cannot be written says why and leaves the old file", "[file]") {
  const TemporaryFolder folder;
  const std::string path = folder.write("x.txt", "old");
  std::filesystem::create_directories(folder.path() / "folder/inside");

  CHECK(message_of([&] { write_text_file(path + "/y", "new"); }) == "cannot write \"" + path + "/y\": Not a directory");
  CHECK(message_of([&] { write_text_file(folder.file("folder"), "new"); }) ==
        "cannot write \"" + folder.file("folder") + "\": it is no regular file");
  CHECK(read_text_file(path, 5) == "old");
}

TEST_CASE("a text that breaks off leaves the old file and nothing beside it", "[file]") {
  const TemporaryFolder folder;
  const std::string path = folder.write("x.txt", "old");
  const auto breaks_off = [](std::ostream& out) {
    out << "half";
    throw ConfigError("no more");
  };

  CHECK(message_of([&] { write_text_file(path, breaks_off); }) == "no more");
  CHECK(read_text_file(path, 5) == "old");
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);

  write_text_file(path, [](std::ostream& out) { out << "new"; });
  CHECK(read_text_file(path, 5) == "new");
}

TEST_CASE("what could not be written is refused before, and what could is left as it is", "[file]") {
  const TemporaryFolder folder;
  const std::string path = folder.write("x.txt", "old");

  refuse_unwritable(path);
  refuse_unwritable(folder.file("new/y.txt"));
  CHECK(read_text_file(path, 5) == "old");
  CHECK(std::filesystem::is_empty(folder.path() / "new"));
  CHECK(message_of([&] { refuse_unwritable(path + "/y"); }) == "cannot write \"" + path + "/y\": Not a directory");
}

}  // namespace

TEST_CASE("bytes that are no UTF-8 are found", "[file]") {
  CHECK(find_non_utf8("plain") == std::string_view::npos);
  CHECK(find_non_utf8("h\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80") == std::string_view::npos);
  CHECK(find_non_utf8("ab\xFF") == 2);
  CHECK(find_non_utf8("ab\xC3") == 2);        // cut short
  CHECK(find_non_utf8("\xC0\xAF") == 0);      // overlong
  CHECK(find_non_utf8("\xE2\x28\xA1") == 0);  // no continuation
}

}  // namespace mikpoly
