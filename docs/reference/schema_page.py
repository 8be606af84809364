"""Pages of file formats, from the tables of keys that `mikpoly schema print NAME --format csv` prints."""

import csv
import subprocess

from cli_page import cell

HEADER = ["key", "need", "value", "what it is"]


def page(binary, title, names):
    parts = [f"# {title}\n", "Made by [make.py](make.py) from `mikpoly schema print`; do not edit.\n"]
    for name in names:
        command = [binary, "schema", "print", name, "--format", "csv"]
        printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        parts.append(section(name, list(csv.reader(printed.splitlines()))))
    return "\n".join(parts)


def section(name, table):
    """`table`: the header and the rows."""
    if table[0] != HEADER:
        raise SystemExit(f"the table of {name} has the columns {table[0]}, not {HEADER}")
    lines = [f"## {name}", "", "| key | | value | means |", "|---|---|---|---|"]
    lines += [f"| `{key}` | {need} | {cell(value)} | {cell(means)} |" for key, need, value, means in table[1:]]
    return "\n".join([*lines, ""])
