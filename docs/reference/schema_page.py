"""Pages of file formats, from the JSON Schemas (draft-07) that `mikpoly schema print NAME` prints."""

import json
import subprocess

from cli_page import cell


def page(binary, title, names):
    parts = [f"# {title}\n", "Made by [make.py](make.py) from `mikpoly schema print`; do not edit.\n"]
    for name in names:
        printed = subprocess.run([binary, "schema", "print", name], check=True, capture_output=True, text=True).stdout
        parts.append(section(name, json.loads(printed)))
    return "\n".join(parts)


def section(name, schema):
    lines = [f"## {name}", ""]
    if "description" in schema:
        lines += [schema["description"], ""]
    lines += ["| key | value | default | means |", "|---|---|---|---|"]
    lines += [row(path, part, required) for path, part, required in keys(schema, schema, "", ())]
    return "\n".join([*lines, ""])


def row(path, part, required):
    default = f"`{cell(json.dumps(part['default']))}`" if "default" in part else "required" if required else ""
    return f"| `{path}` | {cell(part['value'])} | {default} | {cell(part.get('description', ''))} |"


def keys(schema, root, above, seen):
    """(path, schema with `value` in words, whether it is required) of every key below, in the schema's order."""
    for alternative in alternatives(schema, root, seen):
        for key, below in alternative.get("properties", {}).items():
            path = f"{above}.{key}" if above else key
            part = resolved(below, root)
            yield path, {**part, "value": in_words(below, root)}, key in alternative.get("required", [])
            yield from keys(below, root, path, (*seen, *references(below)))
        if "items" in alternative:
            yield from keys(alternative["items"], root, f"{above}[]", (*seen, *references(alternative["items"])))
        if isinstance(alternative.get("additionalProperties"), dict):
            yield from keys(alternative["additionalProperties"], root, f"{above}.NAME" if above else "NAME", seen)


def references(schema):
    return (schema["$ref"],) if "$ref" in schema else ()


def alternatives(schema, root, seen):
    """The schema, or each that it may be; none where it refers to itself."""
    if len(set(seen)) < len(seen):
        return []
    part = resolved(schema, root)
    choices = part.get("oneOf", part.get("anyOf"))
    return [resolved(choice, root) for choice in choices] if choices else [part]


def resolved(schema, root):
    """With its `$ref` followed; what stands beside the reference counts more."""
    while "$ref" in schema:
        part = root
        for name in schema["$ref"].removeprefix("#/").split("/"):
            part = part[name.replace("~1", "/").replace("~0", "~")]
        schema = {**part, **{key: value for key, value in schema.items() if key != "$ref"}}
    return schema


def in_words(schema, root):
    """What a value may be, such as "integer, 1..9", "list of `a` or `b`"."""
    part = resolved(schema, root)
    if "const" in part:
        return f"`{part['const']}`"
    if "enum" in part:
        return " or ".join(f"`{value}`" for value in part["enum"])
    choices = part.get("oneOf", part.get("anyOf"))
    if choices:
        return " or ".join(dict.fromkeys(in_words(choice, root) for choice in choices))
    kinds = part.get("type", "any")
    words = " or ".join({"string": "text", "object": "map"}.get(kind, kind) for kind in as_list(kinds))
    if kinds == "array":
        return f"list of {in_words(part['items'], root)}" if isinstance(part.get("items"), dict) else "list"
    if "minimum" in part or "maximum" in part:
        words += f", {part.get('minimum', '')}..{part.get('maximum', '')}"
    return words


def as_list(kinds):
    return kinds if isinstance(kinds, list) else [kinds]
