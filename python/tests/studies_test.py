"""Experiments run from Python: the program's rows."""

import logging
import math

import mikpoly
import numpy as np
import pytest
from conftest import SOURCE, sentence_of

FEW = {"limit": 4, "selectors": ["mikpoly", "wave", "oracle"]}


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    return mikpoly.run("quickstart", set=FEW, out=tmp_path_factory.mktemp("out"))


def test_values_of_numpy_and_selectors_of_an_iterator_give_the_same_run(finished, tmp_path):
    names = np.array(FEW["selectors"])
    run = mikpoly.run("quickstart", selectors=(str(name) for name in names), set={"limit": np.int64(4)}, out=tmp_path / "a")
    listed = mikpoly.run("quickstart", set={"limit": np.int64(4), "selectors": names}, out=tmp_path / "b")

    assert run.folder.name == listed.folder.name == finished.folder.name


def test_results_are_the_programs_byte_for_byte(finished, program, tmp_path):
    words = ["--set", "limit=4", "--set", "selectors=[mikpoly, wave, oracle]"]
    printed = program("run", str(SOURCE / "configs/experiments/quickstart.yaml"), *words, "--out", str(tmp_path), "--format", "csv")

    assert (finished.folder / "results.csv").read_text() == printed
    assert finished.folder.name == next((tmp_path / "quickstart").iterdir()).name


def test_names_in_place_of_the_files_selectors_give_the_same_run(finished, tmp_path):
    run = mikpoly.run("quickstart", selectors=["mikpoly", "wave", "oracle"], set={"limit": 4}, out=tmp_path)

    assert run.folder.name == finished.folder.name


def test_records_have_numbers_where_the_columns_are_numbers(finished):
    rows = finished.records()
    columns = rows.columns()

    assert len(rows) == finished.rows == 12
    assert isinstance(rows[0]["m"], int) and isinstance(rows[0]["time_us"], float) and rows[0]["status"] == "done"
    assert math.isnan(rows[0]["planning_us"])
    assert columns["time_us"].shape == (12,) and columns["selector"][1] == "wave"
    assert (columns["regret"] >= 1).all()


def test_compare_is_what_the_program_tells(finished, program_json):
    told = program_json("compare", str(finished.folder))["selectors"]
    mine = mikpoly.compare(finished.folder)

    assert len(mine) == len(told) == 3
    for row, its in zip(mine, told):
        for name, value in its.items():
            assert row[name] == value or (math.isnan(row[name]) and value is None), name


def test_a_folder_that_is_there_is_refused_resumed_or_overwritten(finished):
    out = finished.folder.parents[1]
    with pytest.raises(mikpoly.OutputError, match=" exists already; --resume goes on where it stopped, --overwrite starts anew$"):
        mikpoly.run("quickstart", set=FEW, out=out)
    with pytest.raises(mikpoly.ConfigError, match="^resume and overwrite exclude each other; give one$"):
        mikpoly.run("quickstart", set=FEW, out=out, resume=True, overwrite=True)

    assert mikpoly.run("quickstart", set=FEW, out=out, resume=True).resumed == 4
    assert mikpoly.run("quickstart", set=FEW, out=out, overwrite=True).resumed == 0


def test_progress_is_told_and_notices_are_logged(tmp_path, caplog):
    states = []
    with caplog.at_level(logging.WARNING, logger="mikpoly"):
        mikpoly.run(
            "quickstart",
            set={"hardware": "toy", "limit": 3, "selectors": "mikpoly", "regret_all": False, "measure": {"rounds": 1}},
            out=tmp_path,
            jobs=1,
            progress=lambda finished, total, seconds: states.append((finished, total)),
        )

    assert states == [(1, 3), (2, 3), (3, 3)]
    assert "measure: says nothing to a simulated backend" in caplog.messages


def test_warnings_of_the_file_are_logged_by_the_selectors_that_run(tmp_path, caplog):
    changes = {"hardware": "toy", "limit": 1, "selectors": "mikpoly", "regret_all": False, "oracle": {"budget": 7}}
    idle = "oracle: says nothing here: oracle is not among the selectors"

    def told(**words):
        caplog.clear()
        with caplog.at_level(logging.WARNING, logger="mikpoly"):
            mikpoly.run("quickstart", set=changes, out=tmp_path, **words)
        return [message for message in caplog.messages if message.endswith(idle)]

    assert len(told()) == 1
    assert told(selectors=["mikpoly", "oracle"]) == []


def test_a_callback_that_raises_ends_the_run_with_its_error(tmp_path):
    def refuse(finished, total, seconds):
        raise ZeroDivisionError("enough")

    with pytest.raises(ZeroDivisionError, match="enough"):
        mikpoly.run("quickstart", set=FEW, out=tmp_path, progress=refuse)


def test_a_measured_run_has_wall_clock_times(tmp_path):
    changes = {"limit": 1, "selectors": "makespan", "measure": {"rounds": 2, "round": "1 ms"}, "patterns": "I,II"}
    row = mikpoly.run("cpu", set=changes, out=tmp_path).records()[0]

    assert row["time_source"] == "wall_clock" and row["time_us"] > 0


def test_times_of_a_table_judge_as_they_do_in_the_program(program, tmp_path):
    words = ["--set", "selectors=[mikpoly, oracle]", "--set", "limit=3", "--out", str(tmp_path / "program"), "--format", "csv"]
    printed = program("run", "your-own-truth", *words)
    run = mikpoly.run("your-own-truth", set={"limit": 3}, selectors=["mikpoly", "oracle"], out=tmp_path / "package")

    assert (run.folder / "results.csv").read_text() == printed
    assert {row["time_source"] for row in run.records()} == {"wall_clock"}


@pytest.mark.parametrize(
    "words, sentence",
    [
        ({"selectors": []}, "the list of selectors is empty; an experiment needs at least one"),
        ({"selectors": ["wave", "wave"]}, 'selector "wave" stands twice; each is run once'),
        ({"jobs": 0}, 'jobs "0" is not an integer in 1..4096'),
    ],
)
def test_wrong_words_to_a_run_are_refused(words, sentence, tmp_path):
    with pytest.raises(mikpoly.ConfigError) as error:
        mikpoly.run("quickstart", out=tmp_path, **words)

    assert sentence_of(error) == sentence


def test_one_name_is_no_list_of_selectors(tmp_path):
    with pytest.raises(TypeError, match='^selectors is "wave" of type "str"; give a list of names and objects$'):
        mikpoly.run("quickstart", selectors="wave", out=tmp_path)


def test_unknown_names_are_refused_as_the_program_does(tmp_path):
    with pytest.raises(mikpoly.ConfigError, match='^unknown experiment "quick"'):
        mikpoly.run("quick", out=tmp_path)
    with pytest.raises(mikpoly.ConfigError, match='^unknown selector "wav"; did you mean "wave"?'):
        mikpoly.run("quickstart", selectors=["wav"], out=tmp_path)
    with pytest.raises(mikpoly.ConfigError, match="is not a folder; give one that holds exactly one run$"):
        mikpoly.compare(tmp_path / "nothing")
