"""Reads what `--help` prints into data, so that the reference does not depend on how a version of CLI11 lays it out."""

import dataclasses
import re

HEADINGS = {"positionals", "options", "subcommands"}
COLUMN = 34  # where descriptions begin: column_width() in experiments/cli/main.cpp
# NAME [TYPE[=DEFAULT]] [...] [REQUIRED]; newer versions of CLI11 write TYPE [DEFAULT]. VALUE is never a default: it is
# part of a type such as PATH=VALUE.
SPELLING = re.compile(
    r"^(?P<name>\S+)(?: (?!REQUIRED|\.\.\.)(?P<type>[^\s\[]+?)(?:=(?!VALUE)(?P<default>\S+)| \[(?P<newer>[^\]]*)\])?)?"
    r"(?P<many> \.\.\.)?(?P<required> REQUIRED)?\s*$"
)


class Unreadable(Exception):
    """A line that is not what --help prints."""


@dataclasses.dataclass
class Entry:
    """An option, an argument without a name, or a verb."""

    name: str
    value: str  # type of the value, empty for flags
    default: str
    many: bool
    required: bool
    meaning: str


@dataclasses.dataclass
class Help:
    description: str
    sections: dict  # heading in lower case -> entries
    footer: str


def parse(text):
    """Errors: Unreadable naming the line."""
    lines = text.rstrip("\n").split("\n")
    usage = next((i for i, line in enumerate(lines) if line.startswith("Usage:")), None)
    if usage is None:
        raise Unreadable(f"no line begins with Usage: in {text!r}")
    found = Help(" ".join(lines[:usage]).strip(), {}, "")
    section = None
    for position, line in enumerate(lines[usage + 1 :], usage + 1):
        if line.rstrip(":").lower() in HEADINGS:
            section = found.sections.setdefault(line.rstrip(":").lower(), [])
        elif section is not None and line.startswith(" "):
            add(section, line)
        elif line:
            found.footer = "\n".join(lines[position:])
            break
        else:
            section = None
    return found


def add(section, line):
    """An entry's line, or one that goes on with the entry above."""
    named = line[:COLUMN].rstrip() and not line.startswith(" " * COLUMN)
    if not named:
        section[-1].meaning = f"{section[-1].meaning} {line.strip()}".strip()
        return
    fits = len(line) <= COLUMN or line[COLUMN - 1] == " "
    spelling, meaning = (line[:COLUMN], line[COLUMN:]) if fits else (line, "")
    parts = SPELLING.match(spelling.strip())
    if parts is None:
        raise Unreadable(f"{line!r} is no option, argument or verb")
    section.append(
        Entry(
            name=parts["name"],
            value=parts["type"] or "",
            default=parts["default"] or parts["newer"] or "",
            many=bool(parts["many"]),
            required=bool(parts["required"]),
            meaning=meaning.strip(),
        )
    )
