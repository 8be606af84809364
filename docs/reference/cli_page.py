"""The page of the command line: every verb that `mikpoly --help` names, and the verbs below it, from their --help."""

import subprocess

import help_text

HEAD = """# The command line

Made by [make.py](make.py) from `--help`; do not edit. An option without a value is a switch; `...` says that it may be
given again.
Exit codes and environment variables: [exits_and_environment.md](exits_and_environment.md).
"""
EVERYWHERE = "-h,--help"  # of every verb, and said once


def page(verbs):
    """The text of the page, from what walk() gives."""
    parts = [HEAD, listing(verbs)]
    for words, shown in verbs[1:]:
        parts.append(verb_text(words, shown))
    return "\n".join(parts)


def walk(binary, words):
    """(words of the verb, its Help), the program itself first, then depth first in the order of --help."""
    printed = subprocess.run([binary, *words, "--help"], check=True, capture_output=True, text=True).stdout
    shown = help_text.parse(printed)
    yield words, shown
    for verb in shown.sections.get("subcommands", []):
        yield from walk(binary, [*words, verb.name])


def listing(verbs):
    lines = ["| verb | does |", "|---|---|"]
    for words, shown in verbs[1:]:
        title = " ".join(["mikpoly", *words])
        lines.append(f"| [{title}](#{title.replace(' ', '-')}) | {cell(shown.description)} |")
    return "\n".join([*lines, "", "`--help` prints the same of any verb, `mikpoly --version` the version.", ""])


def verb_text(words, shown):
    lines = [f"## {' '.join(['mikpoly', *words])}", "", sentence(shown.description), ""]
    if "subcommands" in shown.sections:
        names = ", ".join(f"`{verb.name}`" for verb in shown.sections["subcommands"])
        lines += [f"Verbs: {names}.", ""]
    entries = shown.sections.get("positionals", []) + shown.sections.get("options", [])
    entries = [entry for entry in entries if entry.name != EVERYWHERE]
    if entries:
        lines += ["| option | value | default | means |", "|---|---|---|---|"]
        lines += [option_row(entry) for entry in entries]
        lines.append("")
    if shown.footer:
        lines += ["```text", shown.footer, "```", ""]
    return "\n".join(lines)


def option_row(entry):
    name = ", ".join(f"`{part}`" for part in entry.name.split(","))
    value = f"`{cell(entry.value)}`" if entry.value else ""
    default = f"`{cell(entry.default)}`" if entry.default else "required" if entry.required else ""
    return f"| {name} | {value}{' ...' if entry.many else ''} | {default} | {cell(entry.meaning)} |"


def sentence(words):
    return words[:1].upper() + words[1:] + "."


def cell(words):
    return words.replace("|", "\\|")
