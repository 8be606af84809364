"""mikpoly report as a person calls it: the page is read by an XML parser, its geometry and its numbers are checked.

    python3 tests/end_to_end/report_test.py build/mikpoly
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ET

HTML = "{http://www.w3.org/1999/xhtml}"
SVG = "{http://www.w3.org/2000/svg}"
BINARY = ""
SOURCE = pathlib.Path(__file__).resolve().parents[2]

EXPERIMENT = """schema: experiment/v1
name: small
hardware: [toy, {name: fast, base: toy, set: ["pe.clock=2 GHz"]}]
workload: deepbench
selectors: [mikpoly, oracle, default-tile]
patterns: [[I], [I, II]]
oracle: {budget: 2000}
tuning: {n_gen: 3, n_syn: 4, n_mik: 4, n_pred: 32}
limit: 4
"""


def mikpoly(*arguments):
    return subprocess.run([BINARY, *map(str, arguments)], cwd=SOURCE, capture_output=True, text=True, check=False)


class ReportTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)

    def run_sweep(self, *sets):
        experiment = self.path / "small.yaml"
        experiment.write_text(EXPERIMENT)
        flags = [part for each in sets for part in ("--set", each)]
        done = mikpoly("run", experiment, "--out", self.path / "out", *flags)
        self.assertEqual(done.returncode, 0, done.stderr)
        return next((self.path / "out" / "small").iterdir())

    def page_of(self, run):
        made = mikpoly("report", run)
        self.assertEqual(made.returncode, 0, made.stderr)
        self.assertEqual(made.stdout, f"wrote {run}/report.html\n")
        return ET.parse(run / "report.html").getroot()

    def check_drawings(self, page):
        """Every drawing says what it is, and everything that is drawn stands inside of it."""
        drawings = list(page.iter(SVG + "svg"))
        for svg in drawings:
            _, _, width, height = map(float, svg.get("viewBox").split())
            self.assertEqual(svg.get("role"), "img")
            self.assertTrue(svg.find(SVG + "title").text)
            self.assertTrue(svg.find(SVG + "desc").text)
            for x, y in places(svg):
                self.assertTrue(0 <= x <= width and 0 <= y <= height, (x, y))
        return drawings

    def test_a_page_of_two_machines(self):
        run = self.run_sweep()
        page = self.page_of(run)

        self.assertEqual([each.text for each in page.iter(HTML + "h2")][1:], [
            "toy, patterns I", "toy, patterns I+II", "fast, patterns I", "fast, patterns I+II"])
        self.assertEqual(len(self.check_drawings(page)), 4 * 4)
        for caption in page.iter(HTML + "figcaption"):
            self.assertRegex(caption.text, r"4 shapes; \d+ rows done, 0 failed, 0 skipped; times simulated")
        text = "".join(page.itertext())
        self.assertIn("sustained peak", text)
        self.assertNotIn("No roofs", text)
        for name in json.loads((run / "run.json").read_text())["inputs"]:
            self.assertIn(f"inputs.{name}", text)
        self.check_self_contained(page)

    def check_self_contained(self, page):
        for element in page.iter():
            self.assertNotIn(element.tag.rpartition("}")[2], ("script", "img", "link", "iframe", "object", "use"))
            for name, value in element.attrib.items():
                self.assertFalse(name.startswith("on") or name == "src", name)
                self.assertTrue(name != "href" or value.startswith("#"), value)
                self.assertNotIn("url(", value)
        self.assertNotRegex(page.find(f"{HTML}head/{HTML}style").text, r"url\(|@import")

    def test_the_tables_are_those_of_compare(self):
        run = self.run_sweep()
        page = self.page_of(run)

        compared = json.loads(mikpoly("compare", run, "--format", "json").stdout)["selectors"]
        tables = [table for table in page.iter(HTML + "table") if table.get("class") == "numbers"]
        cells = [[cell.text for cell in row] for table in tables for row in table.iter(HTML + "tr")]
        rows = [row for row in cells if row[0] != "selector" and len(row) > 5]  # without those by use
        self.assertEqual(len(rows), len(compared))
        for row, metrics in zip(rows, compared):
            self.assertEqual(row[:3], [metrics["selector"], f"{metrics['shapes']:.0f}", f"{metrics['failed']:.0f}"])
            self.assertEqual(row[3], f"{metrics['of_oracle']:.4f}")

    def test_names_are_escaped(self):
        page = self.page_of(self.run_sweep('description="a <b> & \'c\'"', "hardware=toy"))

        self.assertIn("a <b> & 'c'", "".join(page.itertext()))

    def test_a_single_point_of_a_single_selector(self):
        page = self.page_of(self.run_sweep("hardware=toy", "limit=1", "selectors=[mikpoly]", "patterns=[[I]]"))

        self.assertEqual(len(self.check_drawings(page)), 2)  # no oracle, and nothing to be faster than
        self.assertIn("No row has a regret", "".join(page.itertext()))

    def test_a_run_of_skipped_rows(self):
        page = self.page_of(self.run_sweep("hardware=toy", "selectors=[ranges-1]", "patterns=[[I]]", "include=[{m: 2..9999}]"))

        self.assertEqual(list(page.iter(SVG + "svg")), [])
        self.assertIn("4 shapes; 0 rows done, 0 failed, 4 skipped; no times.", "".join(page.itertext()))

    def test_the_file_and_the_baseline_are_chosen(self):
        run = self.run_sweep("hardware=toy")
        file = self.path / "page.html"

        made = mikpoly("report", run, "-o", file, "--baseline", "mikpoly")
        self.assertEqual((made.returncode, made.stdout), (0, f"wrote {file}\n"))
        self.assertIn("Speed-up over mikpoly", file.read_text())
        self.assertFalse((run / "report.html").exists())
        wrong = mikpoly("report", run, "--baseline", "mikpolly")
        self.assertEqual(wrong.returncode, 2)
        self.assertIn('baseline "mikpolly" is not a selector of this run; did you mean "mikpoly"?', wrong.stderr)
        self.assertEqual(mikpoly("report", self.path / "none").returncode, 2)

    def test_what_stands_where_the_page_goes_is_respected(self):
        run = self.run_sweep("hardware=toy", "limit=1")
        below, file, link = self.path / "not" / "yet" / "page.html", self.path / "page.html", self.path / "link"

        self.assertEqual(mikpoly("report", run, "-o", below).returncode, 0)
        self.assertIn("</html>", below.read_text())
        file.write_text("old")
        link.symlink_to(file)
        self.assertEqual(mikpoly("report", run, "-o", link).returncode, 0)
        self.assertTrue(link.is_symlink())
        self.assertIn("</html>", file.read_text())
        device = mikpoly("report", run, "-o", "/dev/null")
        self.assertEqual((device.returncode, device.stdout), (2, ""))
        self.assertEqual(device.stderr, 'cannot write "/dev/null": it is no regular file\n')
        self.assertTrue(pathlib.Path("/dev/null").is_char_device())

    def test_roofs_of_a_changed_description_are_not_drawn(self):
        machine = self.path / "mine.yaml"
        machine.write_text("schema: hardware/v1\nextends: configs/hardware/toy.yaml\nname: mine\n".replace(
            "configs", str(SOURCE / "configs")))
        run = self.run_sweep(f"hardware={machine}", "patterns=[[I]]")
        self.assertNotIn("No roofs", "".join(self.page_of(run).itertext()))

        machine.write_text(machine.read_text() + "pe: {clock: 1.5 GHz}\n")
        self.assertIn("No roofs: its description is not the one that the run used",
                      "".join(self.page_of(run).itertext()))
        machine.write_text("schema: hardware/v1\n")
        self.assertRegex("".join(self.page_of(run).itertext()), r"No roofs: .*mine\.yaml:1:1: missing key")

    def test_roofs_of_an_experiment_that_cannot_be_read_say_why(self):
        run = self.run_sweep("hardware=toy", "patterns=[[I]]")
        resolved = run / "resolved.yaml"
        resolved.write_text(resolved.read_text().replace("default-tile", "my-tile"))

        self.assertRegex("".join(self.page_of(run).itertext()), r'No roofs: .*resolved\.yaml:.*unknown value "my-tile"')


def places(svg):
    for line in svg.iter(SVG + "line"):
        yield float(line.get("x1")), float(line.get("y1"))
        yield float(line.get("x2")), float(line.get("y2"))
    for rect in svg.iter(SVG + "rect"):
        x, y = float(rect.get("x")), float(rect.get("y"))
        yield x, y
        yield x + float(rect.get("width")), y + float(rect.get("height"))
    for polyline in svg.iter(SVG + "polyline"):
        for pair in polyline.get("points").split():
            x, y = pair.split(",")
            yield float(x), float(y)
    for path in svg.iter(SVG + "path"):
        for x, y in re.findall(r"M(-?[\d.]+),(-?[\d.]+)", path.get("d")):
            yield float(x), float(y)
    for text in svg.iter(SVG + "text"):
        if text.get("x") is None:
            continue
        x, width = float(text.get("x")), 7.5 * len(text.text)  # an upper bound of 12-pixel letters
        left = {"start": x, "middle": x - width / 2, "end": x - width}[text.get("text-anchor")]
        yield left, float(text.get("y"))
        yield left + width, float(text.get("y"))


if __name__ == "__main__":
    BINARY = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
