"""The figures are drawn from a synthetic results.csv, and refuse what must not be drawn."""

import math
import pathlib
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1] / "plots"), str(HERE)]
sys.dont_write_bytecode = True

import all as all_figures  # noqa: E402
import matplotlib.pyplot as plt  # noqa: E402
import results  # noqa: E402
import style  # noqa: E402
import synthetic_results  # noqa: E402


def run_with(folder, records):
    synthetic_results.write(pathlib.Path(folder) / "results.csv", records)
    return pathlib.Path(folder)


class Results(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def read(self, records):
        return results.read_results(run_with(self.folder, records))

    def test_rows_have_numbers_and_empty_cells_are_nan(self):
        record = next(synthetic_results.rows()) | {"regret": "", "time_us": "2.5"}

        (row,) = self.read([record])

        self.assertEqual(row.time_us, 2.5)
        self.assertTrue(math.isnan(row.regret))

    def test_failed_and_skipped_rows_are_not_drawn(self):
        record = next(synthetic_results.rows())

        rows = self.read([record, record | {"status": "failed"}, record | {"status": "skipped"}])

        self.assertEqual(len(rows), 1)

    def test_gflop_counts_two_per_multiply_accumulate(self):
        record = next(synthetic_results.rows()) | {"m": 1000, "n": 100, "k": 10, "batch": 3}

        (row,) = self.read([record])

        self.assertEqual(row.gflop, 0.006)  # 2 * 1000 * 100 * 10 * 3 = 6e6

    def test_times_of_different_origin_are_refused(self):
        record = next(synthetic_results.rows())
        rows = self.read([record, record | {"time_source": "wall_clock"}])

        with self.assertRaisesRegex(results.ResultsError, "different origin.*simulated, wall_clock"):
            results.one_time_source(rows)
        for name, draw in all_figures.FIGURES.items():
            with self.subTest(name), self.assertRaises(results.ResultsError):
                draw(rows)

    def test_partitions_are_named_by_what_differs(self):
        record = next(synthetic_results.rows())
        rows = self.read([record, record | {"time_source": "wall_clock"}])

        self.assertEqual(list(results.partitions(rows)), ["simulated", "wall_clock"])
        self.assertEqual(list(results.partitions(rows[:1])), [""])

    def test_selectors_keep_the_order_asked_for_and_absent_ones_are_left_out(self):
        record = next(synthetic_results.rows())
        rows = self.read([record | {"selector": name} for name in ("wave", "mikpoly", "wave")])

        self.assertEqual(list(results.by_selector(rows)), ["wave", "mikpoly"])
        self.assertEqual(list(results.by_selector(rows, ("mikpoly", "pipe", "wave"))), ["mikpoly", "wave"])
        self.assertEqual(len(results.by_selector(rows)["wave"]), 2)

    def test_a_missing_column_and_a_broken_number_are_named(self):
        path = pathlib.Path(self.folder) / "results.csv"
        path.write_text("m,n\n1,2\n", encoding="utf-8")
        with self.assertRaisesRegex(results.ResultsError, "lacks the columns backend, batch"):
            results.read_results(path)

        record = next(synthetic_results.rows()) | {"m": "many"}
        with self.assertRaisesRegex(results.ResultsError, "line 2: invalid literal .*many"):
            self.read([record])

    def test_quantile_is_the_nearest_rank(self):
        self.assertEqual(results.quantile([4, 1, 3, 2], 0.5), 2)
        self.assertEqual(results.quantile([4, 1, 3, 2], 0.95), 4)

    def test_geometric_mean(self):
        self.assertAlmostEqual(results.geometric_mean([1, 8]), math.sqrt(8))


class Figures(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        style.apply()
        with tempfile.TemporaryDirectory() as folder:
            rows = results.read_results(run_with(folder, synthetic_results.rows()))
        cls.parts = results.partitions(rows)

    def test_every_axis_with_data_has_a_title_or_label_and_every_figure_a_legend(self):
        for name, draw in all_figures.FIGURES.items():
            workload = "case-study" if name == "case_study" else "mikpoly-1433"
            with self.subTest(name):
                figure = draw(self.parts[workload])
                shown = [axes for axes in figure.axes if axes.axison]
                self.assertTrue(all(axes.get_xlabel() or axes.get_title() or axes.get_ylabel() for axes in shown))
                self.assertTrue(any(axes.get_legend() for axes in figure.axes))
                plt.close(figure)

    def test_a_run_is_drawn_as_png_and_svg_twice_the_same(self):
        with tempfile.TemporaryDirectory() as folder:
            run = run_with(folder, (row for row in synthetic_results.rows() if row["workload"] == "case-study"))
            first = {path.name: path.read_bytes() for path in all_figures.draw_all(run)}
            second = {path.name: path.read_bytes() for path in all_figures.draw_all(run)}

        self.assertEqual(len(first), 2 * len(all_figures.FIGURES))
        self.assertEqual(first, second)


if __name__ == "__main__":
    unittest.main()
