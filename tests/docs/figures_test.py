"""What the drawings of docs/figures show is what they say."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "docs" / "figures"))

import canvas
import g_predict
import patterns
import task
import waves


class Patterns(unittest.TestCase):
    def test_all_nine_are_found_and_cover_their_square(self):
        table = patterns.table()
        self.assertEqual([name for name, _, _ in table], ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"])
        for _, expression, transposed in table:
            regions = patterns.rectangles(patterns.parsed(expression), transposed)
            self.assertAlmostEqual(sum(width * height for _, _, _, width, height in regions), 1.0)
            self.assertEqual([region[0] for region in regions], [letter for letter in expression if letter.isalpha()])

    def test_a_slash_puts_regions_above_each_other_and_transposing_beside(self):
        upper, lower = patterns.rectangles(patterns.parsed("a/b"), False)
        self.assertEqual(upper, ("a", 0.0, 0.0, 1.0, 0.6))
        self.assertEqual(lower[2], 0.6)
        self.assertEqual(patterns.rectangles(patterns.parsed("a/b"), True)[1][1], 0.6)


class Task(unittest.TestCase):
    def test_a_stage_does_one_thing_at_a_time_and_loads_no_more_than_the_buffers_hold(self):
        bars = task.schedule(2)
        for row in task.ROWS:
            own = [bar for bar in bars if bar[0] == row]
            self.assertTrue(all(first[4] <= second[3] for first, second in zip(own, own[1:])))
        loads = [bar for bar in bars if bar[0] == "load"]
        computed = [bar for bar in bars if bar[0] == "compute"]
        for position in range(task.BUFFERS, len(loads)):
            self.assertGreaterEqual(loads[position][3], computed[position - task.BUFFERS][4])


class Curves(unittest.TestCase):
    def test_a_curve_is_linear_between_its_knots(self):
        self.assertEqual(g_predict.at([(1, 10.0), (3, 20.0), (5, 20.0)], 2), 15.0)
        self.assertEqual(g_predict.at([(1, 10.0), (3, 20.0), (5, 20.0)], 4), 20.0)


class Waves(unittest.TestCase):
    def test_engines_that_do_the_same_are_one_bar(self):
        blocks = [(0, "a", 0.0, 2.0), (1, "a", 0.01, 2.0), (2, "b", 0.0, 1.0), (2, "b", 0.0, 1.0)]
        self.assertEqual(waves.bars(blocks), [(0, 2, ("a", 0.0, 2.0, 1)), (2, 1, ("b", 0.0, 1.0, 2))])


class Canvas(unittest.TestCase):
    def test_words_are_escaped_and_numbers_rounded(self):
        drawn = canvas.Canvas(10, 10, "a < b")
        drawn.line(0, 1 / 3, 2, 2)
        text = drawn.svg()
        self.assertIn("<title>a &lt; b</title>", text)
        self.assertIn('y1="0.3"', text)


if __name__ == "__main__":
    unittest.main()
