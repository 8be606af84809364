#!/usr/bin/env python3
"""Writes the pages of this folder that are made from the program.

    docs/reference/make.py BINARY             checks that they are what would be written now
    docs/reference/make.py BINARY --update    writes them

To add a page: a module with `page(binary)`, and its line in the table.
"""

import pathlib
import sys

import cli_page
import help_text

HERE = pathlib.Path(__file__).resolve().parent
PAGES = {"cli.md": cli_page.page}


def same(shown, made):
    """Line breaks and spaces do not count: versions of CLI11 break lines differently."""
    return shown.split() == made.split()


def main():
    binary = pathlib.Path(sys.argv[1]).resolve()
    update = "--update" in sys.argv[2:]
    stale = []
    for name, page in PAGES.items():
        path = HERE / name
        try:
            made = page(binary)
        except help_text.Unreadable as fault:
            raise SystemExit(f"{name} cannot be made: {fault}") from fault
        if path.exists() and same(path.read_text(encoding="utf-8"), made):
            continue
        if update:
            path.write_text(made, encoding="utf-8")
        else:
            stale.append(name)
    for name in stale:
        print(f"docs/reference/{name} is not what --help says now; docs/reference/make.py build/mikpoly --update writes it")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
