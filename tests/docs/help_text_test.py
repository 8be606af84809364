"""The parts of --help come out the same, whichever version of CLI11 laid it out."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "docs" / "reference"))

import cli_page
import help_text

OLDER = """write a thing
Usage: mikpoly write [OPTIONS] name

Positionals:
  name NAME REQUIRED              what it is called

Options:
  -h,--help                       Print this help message and exit
  --set PATH=VALUE ...            change a value | or two
  --jobs N=2                      at once
  --a-name-too-long-for-the-column FILE
                                  its meaning
                                  goes on
  --quick                         sooner

Gate: x > 1.

Example: mikpoly write it
"""
NEWER = OLDER.replace("Positionals:", "POSITIONALS:").replace("Options:", "OPTIONS:").replace(
    "--jobs N=2    ", "--jobs N [2]  "
)


class HelpText(unittest.TestCase):
    def test_every_part_of_an_option_is_found(self):
        shown = help_text.parse(OLDER)
        self.assertEqual(shown.description, "write a thing")
        self.assertEqual(shown.footer, "Gate: x > 1.\n\nExample: mikpoly write it")
        self.assertEqual(
            shown.sections["positionals"], [help_text.Entry("name", "NAME", "", False, True, "what it is called")]
        )
        self.assertEqual(
            shown.sections["options"][1:],
            [
                help_text.Entry("--set", "PATH=VALUE", "", True, False, "change a value | or two"),
                help_text.Entry("--jobs", "N", "2", False, False, "at once"),
                help_text.Entry("--a-name-too-long-for-the-column", "FILE", "", False, False, "its meaning goes on"),
                help_text.Entry("--quick", "", "", False, False, "sooner"),
            ],
        )

    def test_headings_and_defaults_of_newer_versions_are_the_same(self):
        self.assertEqual(help_text.parse(NEWER), help_text.parse(OLDER))

    def test_what_is_no_help_is_named(self):
        with self.assertRaisesRegex(help_text.Unreadable, "no line begins with Usage: in 'mikpoly 1'"):
            help_text.parse("mikpoly 1")
        with self.assertRaisesRegex(help_text.Unreadable, "'  --a B C D +what' is no option, argument or verb"):
            help_text.parse("x\nUsage: x\n\nOptions:\n  --a B C D                       what\n")

    def test_a_row_names_all_spellings_and_escapes_bars(self):
        entry = help_text.Entry("-o,--output", "TEXT|FILE", "", False, True, "a | b")
        self.assertEqual(cli_page.option_row(entry), "| `-o`, `--output` | `TEXT\\|FILE` | required | a \\| b |")


if __name__ == "__main__":
    unittest.main()
