"""A JSON Schema comes out as a table of its keys."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "docs" / "reference"))

import schema_page

SCHEMA = {
    "description": "A thing.",
    "type": "object",
    "required": ["schema", "parts"],
    "properties": {
        "schema": {"const": "thing/v1"},
        "jobs": {"type": "integer", "minimum": 1, "maximum": 9, "default": 2, "description": "at once | each"},
        "kind": {"enum": ["a", "b"]},
        "parts": {"type": "array", "items": {"$ref": "#/definitions/part"}},
        "size": {"oneOf": [{"type": "integer"}, {"type": "string"}]},
        "rates": {
            "type": "object",
            "additionalProperties": {"type": "object", "properties": {"x": {"type": "number"}}},
        },
    },
    "definitions": {
        "part": {
            "type": "object",
            "required": ["name"],
            "properties": {"name": {"type": "string"}, "below": {"$ref": "#/definitions/part", "description": "again"}},
        }
    },
}


class SchemaPage(unittest.TestCase):
    def test_every_key_is_a_row_and_what_refers_to_itself_ends(self):
        self.assertEqual(
            schema_page.section("thing", SCHEMA).split("\n"),
            [
                "## thing",
                "",
                "A thing.",
                "",
                "| key | value | default | means |",
                "|---|---|---|---|",
                "| `schema` | `thing/v1` | required |  |",
                "| `jobs` | integer, 1..9 | `2` | at once \\| each |",
                "| `kind` | `a` or `b` |  |  |",
                "| `parts` | list of map | required |  |",
                "| `parts[].name` | text | required |  |",
                "| `parts[].below` | map |  | again |",
                "| `size` | integer or text |  |  |",
                "| `rates` | map |  |  |",
                "| `rates.NAME.x` | number |  |  |",
                "",
            ],
        )


if __name__ == "__main__":
    unittest.main()
