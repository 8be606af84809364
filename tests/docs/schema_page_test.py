"""A table of keys comes out as a page's section."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "docs" / "reference"))

import schema_page


class SchemaPage(unittest.TestCase):
    def test_every_key_is_a_row(self):
        table = [
            ["key", "need", "value", "what it is"],
            ["schema", "required", "thing/v1", "the format"],
            ["parts[].kind", "", "a | b", "one | other"],
        ]

        self.assertEqual(
            schema_page.section("thing", table).split("\n"),
            [
                "## thing",
                "",
                "| key | | value | means |",
                "|---|---|---|---|",
                "| `schema` | required | thing/v1 | the format |",
                "| `parts[].kind` |  | a \\| b | one \\| other |",
                "",
            ],
        )

    def test_a_table_of_other_columns_is_refused(self):
        with self.assertRaisesRegex(SystemExit, "the table of thing has the columns"):
            schema_page.section("thing", [["key", "value"]])


if __name__ == "__main__":
    unittest.main()
