#!/usr/bin/env python3
"""The schemas and the readers agree: on every shipped file, and on files that are wrong.

    schemas_test.py BINARY

Skips (exit 77) without python3-jsonschema or python3-yaml.
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

try:
    import jsonschema
    import yaml
except ImportError as missing:
    print(f"skipped: no Python module {missing.name}, packages python3-jsonschema and python3-yaml")
    sys.exit(77)

ROOT = pathlib.Path(__file__).resolve().parents[2]
CONFIGS = ROOT / "configs"
PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve()
FOLDERS = {"hardware": "hardware", "workload": "workloads", "experiment": "experiments", "library": "libraries"}

# (the file that is right, what is replaced in it, by what): each makes it wrong for schema and reader alike.
WRONG = {
    "hardware": [
        ("name: toy", "nam: toy"),
        ("schema: hardware/v1", "schema: hardware/v2"),
        ("clock: 1 GHz", "clock: 1"),
        ("clock: 1 GHz", "clock: 1 GB/s"),
        ("clock: 1 GHz", "clock: {value: 1 GHz, kind: guessed}"),
        ("clock: 1 GHz", "clock: {source: nowhere}"),
        ("clock: 1 GHz", "clock: {value: 1 GHz, sauce: nowhere}"),
        ("count: 4", "count: four"),
        ("count: 4", 'count: "4"'),
        ("count: 4", "count: 0"),
        ("  f16:", "  f17:"),
        ("accumulator: f32", "accumulator: f33"),
        ("unit: [16, 16, 16]", "unit: [16, 16, 0]"),
        ("sustained: 100%", "sustained: much"),
        ("capacity: 1 MiB", "capacity: 1 MB/s"),
        ("capacity: 1 MiB", "capacity: 1 KB"),
        (", latency: 0 cycles}\n  - {name: DRAM", ", latencies: 0 cycles}\n  - {name: DRAM"),
        ("kind: load, ", "kind: lode, "),
        ("kind: load, pipe: MTE2, operands: [a, b]", "kind: load, pipe: MTE2"),
        ("operands: [a, b]", "operands: [a, d]"),
        (", to: L1,", ","),
        ("buffers: 2..4", "buffers: two"),
        ("half_rate: 0 B", "half_rate: 0"),
        ("half_rate: 0 B", "streams: maybe"),
        ("policy: static", "policy: fair"),
        ("raster_band: 1", "raster_band: 1.5"),
        ("  launch: 10 us\n", ""),
        ("tiles:", "tails:"),
    ],
    "workload": [
        ("m: 1..8", "m: 1..x"),
        ("m: 1..8", "m: -1"),
        ("m: 1..8, ", ""),
        ("k: 64", "k: 64, weight: heavy"),
        ("k: 64", "k: 64, batch: -1"),
        ("k: 64", "k: 64, count: 0"),
        ("k: 64", "k: 64, grup: a"),
        ("source: here\n", ""),
        ("name: some", "name: so me"),
        ("k: 64}", "k: 64}\n  - {log_uniform: {low: 0, high: 9}, count: 1, seed: 1}"),
        ("k: 64}", "k: 64}\n  - {log_uniform: {low: 1, high: 9}, count: 1}"),
        ("k: 64}", "k: 64}\n  - {csv: deepbench.csv, m: 1}"),
    ],
    "experiment": [
        ("hardware: toy", "hardwares: toy"),
        ("dtype: f16", "dtype: f15"),
        ("limit: 1", "limit: 0"),
        ("selectors: [mikpoly]", "selectors: [mikpole]"),
        ("seed: 1", "seed: one"),
        ("seed: 1", "seed: 1\njudge: {warm: hot}"),
        ("seed: 1", "seed: 1\njudge: {cold: true}"),
        ("seed: 1", "seed: 1\ntuning: {n_gen: 0}"),
        ("seed: 1", "seed: 1\nmeasure: {round: 8}"),
        ("workload: case-study\n", ""),
        ("hardware: toy", "hardware: [{name: fast}]"),
        ("hardware: toy", "hardware: {name: fast, base: toy, sets: []}"),
    ],
}
RIGHT = {
    "hardware": (CONFIGS / "hardware" / "toy.yaml").read_text(encoding="utf-8"),
    "workload": "schema: workload/v1\nname: some\nsource: here\nshapes:\n  - {m: 1..8, n: [8, 9..10], k: 64}\n",
    "experiment": "schema: experiment/v1\nname: some\nhardware: toy\nworkload: case-study\ndtype: f16\nlimit: 1\n"
    "selectors: [mikpoly]\npatterns: [I]\nseed: 1\n",
}
# Parts that must be taken although they are written in another way.
ALSO_RIGHT = {
    "hardware": [
        ("clock: 1 GHz", "clock: {value: 1 GHz, source: here, kind: assumed, fit: [1 GHz, 2 GHz]}"),
        ("sustained: 100%", "sustained: 0.5"),
        ("read: 64 B/cycle", "read: 64 GB/s"),
        ("buffers: 2..4", "buffers: 4"),
        ("name: toy", "name: 910"),
        ("unit: [16, 16, 16]", "unit: {$ref: '#/tiles/granule'}"),
    ],
    "workload": [("m: 1..8", "m: {log_uniform: [1, 8], count: 2, seed: 1}"), ("k: 64", "k: 64, weight: 0.5")],
    "experiment": [
        ("hardware: toy", "hardware: [toy]"),
        ("hardware: toy", "hardware: {name: fast, base: toy, set: ['pe.clock=2 GHz']}"),
        ("hardware: toy", "hardware: [toy, {name: few, base: toy, tuning: {n_mik: 1}}]"),
        ("selectors: [mikpoly]", "selectors: all"),
    ],
}


def schema_of(name):
    return json.loads((CONFIGS / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8"))


def schema_fault(name, text):
    errors = jsonschema.Draft7Validator(schema_of(name)).iter_errors(yaml.safe_load(text))
    return jsonschema.exceptions.best_match(errors)


class Schemas(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def reader_takes(self, name, text):
        path = self.folder / "x.yaml"
        path.write_text(text, encoding="utf-8")
        if name == "hardware":
            command = ["hw", "check", path]
        elif name == "workload":
            command = ["export", "plans", path, "--hardware", "toy", "--limit", "1", "--patterns", "I"]
        else:
            command = ["run", path, "--dry-run"]
        result = subprocess.run([PROGRAM, *command], cwd=ROOT, capture_output=True, text=True, check=False)
        self.assertIn(result.returncode, (0, 2), result.stderr)
        return result.returncode == 0

    def changed(self, name, change):
        before, after = change
        self.assertIn(before, RIGHT[name])
        return RIGHT[name].replace(before, after, 1)

    def test_every_schema_is_a_schema(self):
        for name in [*FOLDERS, "results"]:
            jsonschema.Draft7Validator.check_schema(schema_of(name))

    def test_every_shipped_file_is_valid(self):
        for name, folder in FOLDERS.items():
            files = sorted((CONFIGS / folder).glob("*.yaml"))
            self.assertTrue(files)
            for path in files:
                with self.subTest(path.name):
                    self.assertIsNone(schema_fault(name, path.read_text(encoding="utf-8")))

    def test_what_people_write_names_its_schema_in_the_first_line(self):
        for name in ("hardware", "workload", "experiment"):
            for path in sorted((CONFIGS / FOLDERS[name]).glob("*.yaml")):
                with self.subTest(path.name):
                    first = path.read_text(encoding="utf-8").split("\n", 1)[0]
                    self.assertEqual(first, f"# yaml-language-server: $schema=../schemas/{name}.schema.json")

    def test_right_files_pass_both(self):
        for name, changes in ALSO_RIGHT.items():
            for text in [RIGHT[name], *(self.changed(name, change) for change in changes)]:
                with self.subTest(text):
                    self.assertIsNone(schema_fault(name, text))
                    self.assertTrue(self.reader_takes(name, text))

    def test_wrong_files_pass_neither(self):
        for name, changes in WRONG.items():
            for change in changes:
                with self.subTest(f"{name}: {change}"):
                    text = self.changed(name, change)
                    self.assertIsNotNone(schema_fault(name, text))
                    self.assertFalse(self.reader_takes(name, text))


if __name__ == "__main__":
    unittest.main()
