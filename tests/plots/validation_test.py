"""The figure of a validation is drawn from invented rows, and its title says what they are."""

import pathlib
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1] / "plots")]
sys.dont_write_bytecode = True

import validation  # noqa: E402

ROWS = """m,n,k,batch,half,measured_us,predicted_us,error,plan
64,64,64,1,0,10,11,0.1,
128,128,128,1,1,20,19,-0.05,
1024,1024,1024,2,0,100,100,0,
"""


class ValidationFigure(unittest.TestCase):
    def test_rows_become_points_and_the_title_has_their_median_error(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "rows.csv"
            path.write_text(ROWS, encoding="utf-8")

            figure = validation.draw(str(path), "some machine")

            self.assertEqual(len(figure.axes[0].collections[0].get_offsets()), 3)
            self.assertIn("some machine: 3 rows, median error 5.0 %", figure._suptitle.get_text())

            validation.main(["", str(path), str(pathlib.Path(folder) / "f.png")])
            self.assertGreater((pathlib.Path(folder) / "f.png").stat().st_size, 1000)


if __name__ == "__main__":
    unittest.main()
