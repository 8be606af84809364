"""The figures of a bench are drawn from invented rows, and refuse what must not be drawn."""

import pathlib
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1] / "plots"), str(HERE)]
sys.dont_write_bytecode = True

import bench  # noqa: E402
import bench_results  # noqa: E402
import matplotlib.pyplot as plt  # noqa: E402
import results  # noqa: E402
import style  # noqa: E402
import synthetic_bench  # noqa: E402


class BenchFigure(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.run_folder = pathlib.Path(folder.name)
        style.apply()

    def read(self, records):
        synthetic_bench.write(self.run_folder / "bench.csv", records)
        return bench_results.read_bench(self.run_folder)

    def test_a_shape_has_the_median_ratio_of_its_processes(self):
        record = next(synthetic_bench.rows())
        records = [record | {"process": i, "speed_of_best": speed} for i, speed in enumerate(("0.5", "2.0", "1.1"))]

        (shape,) = self.read(records).shapes

        self.assertEqual(shape.ratio, 1.1)
        self.assertEqual(shape.macs, record["m"] * record["n"] * record["k"])

    def test_rows_that_failed_and_rows_of_peers_are_no_points(self):
        subject, peer = list(synthetic_bench.rows())[:2]

        drawn = self.read([subject, peer, subject | {"problem_id": "other", "status": "failed"}])

        self.assertEqual([shape.problem for shape in drawn.shapes], ["shape0"])
        self.assertEqual((drawn.subject, drawn.peers), ("cpu", ["onednn"]))

    def test_rows_of_two_modes_are_refused(self):
        record = next(synthetic_bench.rows())

        with self.assertRaisesRegex(results.ResultsError, "cannot stand in one figure"):
            self.read([record, record | {"mode": "cold"}])

    def test_a_bench_without_peers_is_not_drawn(self):
        record = next(synthetic_bench.rows()) | {"speed_of_best": ""}

        with self.assertRaisesRegex(results.ResultsError, "no shape has a best peer"):
            bench.draw(self.read([record]))

    def test_a_file_that_is_no_bench_is_named(self):
        (self.run_folder / "bench.csv").write_text("m,n\n1,2\n", encoding="utf-8")

        with self.assertRaisesRegex(results.ResultsError, "lacks the columns backend, batch"):
            bench_results.read_bench(self.run_folder)

    def test_both_panels_are_labelled_and_each_group_is_in_the_legend(self):
        figure = bench.draw(self.read(synthetic_bench.rows()))

        over_size, distribution, legend = figure.axes
        self.assertTrue(all(axes.get_xlabel() and axes.get_ylabel() for axes in (over_size, distribution)))
        names = [text.get_text().split(":")[0] for text in legend.get_legend().get_texts()]
        self.assertEqual(names, ["tiny", "conv", "skinny", "all"])
        plt.close(figure)


if __name__ == "__main__":
    unittest.main()
