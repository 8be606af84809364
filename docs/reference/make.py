#!/usr/bin/env python3
"""Writes the pages of this folder that are made from the program.

    docs/reference/make.py BINARY             checks that they are what would be written now
    docs/reference/make.py BINARY --update    writes them

To add a page: a module that makes its text, and its line in pages().
"""

import pathlib
import sys

import cli_page
import help_text
import schema_page

HERE = pathlib.Path(__file__).resolve().parent
COMMAND = "docs/reference/make.py build/mikpoly --update"
YAML = ["hardware", "workload", "experiment", "library"]


def pages(binary):
    """File name and text of each page; those of formats where the program prints schemas.

    Errors: help_text.Unreadable.
    """
    verbs = list(cli_page.walk(binary, []))
    yield "cli.md", cli_page.page(verbs)
    if ["schema", "print"] in [words for words, _ in verbs]:
        yield "yaml.md", schema_page.page(binary, "YAML files", YAML)
        yield "results.md", schema_page.page(binary, "results.csv", ["results"])


def same(shown, made):
    """Line breaks and spaces do not count: versions of CLI11 break lines differently."""
    return shown.split() == made.split()


def main():
    binary = pathlib.Path(sys.argv[1]).resolve()
    update = "--update" in sys.argv[2:]
    stale = []
    try:
        made_now = list(pages(binary))
    except help_text.Unreadable as fault:
        raise SystemExit(f"the reference cannot be made: {fault}") from fault
    for name, made in made_now:
        path = HERE / name
        if path.exists() and same(path.read_text(encoding="utf-8"), made):
            continue
        if update:
            path.write_text(made, encoding="utf-8")
        else:
            stale.append(name)
    for name in stale:
        print(f"docs/reference/{name} is not what the program says now; {COMMAND} writes it")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
