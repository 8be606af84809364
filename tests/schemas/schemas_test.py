#!/usr/bin/env python3
"""The schemas and the readers agree: on every shipped file, and on files that are wrong.

    schemas_test.py BINARY

Skips (exit 77) without python3-jsonschema or python3-yaml.
"""

import json
import os
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
STUDIES = sorted(path for path in (ROOT / "experiments" / "studies").iterdir() if any(path.glob("*.yaml")))
FOLDERS = {
    "hardware": [CONFIGS / "hardware"],
    "workload": [CONFIGS / "workloads"],
    "experiment": [CONFIGS / "experiments", *STUDIES],
    "library": [CONFIGS / "libraries"],
}

# Tables that a file anywhere can name.
COUNTS = CONFIGS / "workloads" / "bert-length-counts.csv"
REQUESTS = CONFIGS / "workloads" / "llm-trace.csv"
SHAPES = CONFIGS / "workloads" / "deepbench.csv"
TIMES = CONFIGS / "validation" / "cpu_kernels_avx512_f32.csv"


def entry(text):
    """One more entry behind that of the workload that is right."""
    return ("k: 64}", f"k: 64}}\n  - {text}")


def dims(text):
    return ("shapes:", f"dims: {text}\nshapes:")


def replay(text):
    return entry(f"{{replay: {{trace: '{REQUESTS}', {text}}}, layers: [{{m: tokens, n: 8, k: 8}}]}}")


def of_table(text):
    """The experiment that is right, with times of a table for the simulated machine."""
    before = "hardware: toy\nworkload: case-study\ndtype: f16\n"
    return (before, f"hardware: {{name: one-core, base: cpu-avx512, set: ['pe.count=1']}}\ndtype: f32\n{text}")


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
        entry("{log_uniform: {low: 0, high: 9}, count: 1, seed: 1}"),
        entry("{log_uniform: {low: 1, high: 9}, count: 1}"),
        entry("{zipf: {low: 1, high: 9}, count: 1, seed: 1}"),
        entry("{uniform: {low: 1, high: 9}, exponent: 1, count: 1, seed: 1}"),
        entry("{uniform: [1, 9], count: 1, seed: 1}"),
        entry(f"{{csv: '{SHAPES}', m: 1}}"),
        entry(f"{{csv: '{SHAPES}', dims: {{b: 1}}}}"),
        entry(f"{{csv: '{SHAPES}', layers: [{{m: 1, n: 1, k: 1}}]}}"),
        entry("{dims: {b: 1}, layers: [{m: b, n: 1}]}"),
        entry("{dims: {b: 1}, layers: [{m: b, n: 1, k: 1, dims: {c: 1}}]}"),
        entry("{dims: {b: 1}, layers: {m: b, n: 1, k: 1}}"),
        entry("{dims: {b: 1}, layers: [{m: b, n: 1, k: 1}], m: 1}"),
        ("k: 64", "k: [64, [1]]"),
        ("k: 64", "k: 1.5"),
        ("k: 64", "k: '8 % 2'"),
        ("k: 64", "k: {value: [64]}"),
        ("k: 64", "k: {value: {value: 64}}"),
        ("k: 64", "k: {value: 64, count: 0}"),
        ("k: 64", "k: {count: 2}"),
        ("k: 64", "k: {uniform: [1, 8], count: 2}"),
        ("k: 64", "k: {uniform: [0, 8], count: 2, seed: 1}"),
        ("k: 64", "k: {zipf: [1, 8], count: 2, seed: 1}"),
        ("k: 64", f"k: {{histogram: '{COUNTS}'}}"),
        ("k: 64", f"k: {{histogram: '{COUNTS}', column: tokens, draw: 2}}"),
        ("k: 64", f"k: {{histogram: '{COUNTS}', column: tokens, seed: 2}}"),
        ("k: 64", f"k: {{histogram: '{COUNTS}', column: tokens, weight: 2}}"),
        ("k: 64", f"k: {{trace: '{REQUESTS}', column: context_tokens, counts: count}}"),
        dims("{b-c: 1}"),
        dims("{b: 1, c: [b*2]}"),
        dims("{b: {values: 1}}"),
        dims("[b]"),
        replay("mode: decode"),
        replay("mode: prefill, step: 40 ms"),
        replay("mode: decode, step: 40"),
        replay("mode: decode, step: 40 ms, token_budget: 64"),
        replay("mode: continuous, step: 40 ms"),
        replay("mode: chunked, step: 40 ms"),
        replay("mode: prefill, where: [a]"),
        entry(f"{{replay: {{trace: '{REQUESTS}', mode: prefill}}}}"),
        entry(f"{{replay: {{trace: '{REQUESTS}', mode: prefill}}, layers: [{{m: tokens, n: 8, k: 8}}], dims: {{b: 1}}}}"),
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
        ("hardware: toy", "hardware: {name: fast, base: toy, set: [pe.clock]}"),
        ("patterns: [I]\n", ""),
        ("selectors: [mikpoly]", "selectors: [ranges-]"),
        ("selectors: [mikpoly]", "selectors: ranges-0128"),
        ("seed: 1", "seed: 1\noracle: {budget: -1}"),
        ("seed: 1", "seed: 1\noracle: {steps: 1}"),
        ("seed: 1", "seed: 1\nbaselines: {ranges: {m: 8}}"),
        ("seed: 1", "seed: 1\nbaselines: {ranges: {most_m: 0}}"),
        ("seed: 1", "seed: 1\nbaselines: {symbolic: {}}"),
        ("seed: 1", "seed: 1\nbaselines: {symbolic: {shape: 8x8}}"),
        ("seed: 1", "seed: 1\nbaselines: {bucketed: {}}"),
        of_table("table: {format: plain}\n"),
        of_table(f"table: {{file: '{TIMES}', format: excel}}\n"),
        of_table(f"table: {{file: '{TIMES}', keep: 0}}\n"),
        of_table(f"table: {{file: '{TIMES}', time_source: guess}}\n"),
        of_table(f"table: {{file: '{TIMES}', ranking: best}}\n"),
        of_table(f"table: '{TIMES}'\n"),
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
    "workload": [
        ("m: 1..8", "m: {log_uniform: [1, 8], count: 2, seed: 1}"),
        ("m: 1..8", "m: {zipf: [1, 8], exponent: 1.2, count: 2, seed: 1}"),
        ("m: 1..8", "m: [1..8, {value: 9..16, weight: 2, count: 3}, {uniform: [1, 8], count: 2, seed: 1}]"),
        ("m: 1..8", f"m: {{histogram: '{COUNTS}', column: tokens, where: {{dataset: mrpc_pairs}}}}"),
        ("m: 1..8", f"m: {{histogram: '{COUNTS}', column: tokens, counts: count, draw: 2, seed: 1}}"),
        ("m: 1..8", f"m: {{trace: '{REQUESTS}', column: context_tokens}}"),
        ("k: 64", "k: 64, weight: 0.5"),
        ("k: 64", "k: 64, batch: 2, group: some"),
        ("k: 64", "k: 8 + 2*c, batch: (b), dims: {b: [1, 8], c: 'ceil_div(b, 2)'}"),
        ("k: 64", "k: {value: 8*b}, dims: {b: {value: 2}}"),
        dims("{b: [1, 2..4], s: {uniform: [1, 8], count: 2, seed: 1}, t_2: -b + 8*s}"),
        dims("{}"),
        entry(f"{{csv: '{SHAPES}', batch: 2, group: some, count: 3, weight: 0.5}}"),
        entry("{uniform: {low: 1, high: 9}, count: 1, seed: 1, batch: 2, group: some, weight: 2}"),
        entry("{zipf: {low: 1, high: 9}, exponent: 1, count: 1, seed: 1}"),
        entry("{layers: [{m: 1, n: 1, k: 1}], group: some, count: 2}"),
        entry("{dims: {b: 1}, layers: [{m: b, n: [1, b], k: 1, batch: 12*b, group: some, count: 2, weight: 3}]}"),
        replay("mode: prefill, limit: 8, where: {generated_tokens: 94}"),
        replay("mode: decode, step: 40 ms, page: 16"),
        replay("mode: continuous, step: 40 ms, token_budget: 64, most_running: 8, page: 16"),
    ],
    "experiment": [
        ("hardware: toy", "hardware: [toy]"),
        ("hardware: toy", "hardware: {name: fast, base: toy, set: ['pe.clock=2 GHz']}"),
        ("hardware: toy", "hardware: [toy, {name: few, base: toy, tuning: {n_mik: 1}}]"),
        ("selectors: [mikpoly]", "selectors: all"),
        ("selectors: [mikpoly]", "selectors: [mikpoly, ranges-128, ranges, symbolic]"),
        ("selectors: [mikpoly]", "selectors: ranges-128"),
        ("seed: 1", "seed: 1\noracle: {budget: 0}"),
        ("seed: 1", "seed: 1\nbaselines: {ranges: {most_m: 8, n: 8, k: 8}, symbolic: {shape: 8x8x8}}"),
        ("seed: 1", "seed: 1\nbaselines: {ranges: {}}"),
        of_table(f"table: {{file: '{TIMES}'}}\n"),
        of_table(f"backend: table\nworkload: [table]\ntable: {{file: '{TIMES}', format: plain, keep: 8}}\n"),
    ],
}


def schema_of(name):
    return json.loads((CONFIGS / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8"))


def schema_fault(name, text):
    errors = jsonschema.Draft7Validator(schema_of(name)).iter_errors(yaml.safe_load(text))
    return jsonschema.exceptions.best_match(errors)


def files_of(folders):
    for folder in folders:
        files = sorted(folder.glob("*.yaml"))
        assert files, folder
        yield from files


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
        for name, folders in FOLDERS.items():
            for path in files_of(folders):
                with self.subTest(path.name):
                    self.assertIsNone(schema_fault(name, path.read_text(encoding="utf-8")))

    def test_what_people_write_names_its_schema_in_the_first_line(self):
        for name in ("hardware", "workload", "experiment"):
            for path in files_of(FOLDERS[name]):
                with self.subTest(path.name):
                    first = path.read_text(encoding="utf-8").split("\n", 1)[0]
                    schema = os.path.relpath(CONFIGS / "schemas" / f"{name}.schema.json", path.parent)
                    self.assertEqual(first, f"# yaml-language-server: $schema={schema}")

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
