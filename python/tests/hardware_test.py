"""Machines and libraries: what the program says of them, and changed values."""

import mikpoly
import numpy as np
import pytest
from conftest import SOURCE, sentence_of


def test_hardware_is_what_the_program_shows(program, program_json, monkeypatch):
    monkeypatch.chdir(SOURCE)
    machine = mikpoly.hardware("ascend910a")

    assert machine.show() == program("hw", "show", "ascend910a")
    assert machine.to_dict() == program_json("hw", "show", "ascend910a")
    assert (machine.name, machine.backend, machine.pe_count, machine.clock_ghz) == ("ascend910a", "npu", 32, 1.0)
    assert machine.dtypes == ["f16", "i8"]
    # 32 engines x 16 x 16 x 16 multiply-accumulates x 2 x 1 GHz
    assert machine.peak_tflops() == 262.144
    assert machine.peak_tflops("i8") == 2 * 262.144


def test_a_set_changes_a_value_and_the_hash():
    machine = mikpoly.hardware("ascend910a", set={"pe.count": 16, "pe.clock": "2 GHz"})

    assert (machine.pe_count, machine.clock_ghz) == (16, 2.0)
    assert machine.hash != mikpoly.hardware("ascend910a").hash


def test_an_unknown_machine_names_the_nearest():
    with pytest.raises(mikpoly.ConfigError) as error:
        mikpoly.hardware("ascend910")

    assert sentence_of(error).startswith('unknown hardware "ascend910"; did you mean "ascend910a"? known: ')
    assert isinstance(error.value, (mikpoly.Error, ValueError))


def test_a_wrong_set_is_refused_with_its_place():
    with pytest.raises(mikpoly.ConfigError) as error:
        mikpoly.hardware("toy", set={"pe.count": -1})

    assert "pe.count" in sentence_of(error)


def test_the_shipped_library_has_kernels_with_tiles_and_times():
    library = mikpoly.library(mikpoly.hardware("ascend910a"))

    assert len(library) == len(library.kernel_ids) == 40
    assert library.tiles.shape == (40, 3) and (library.tiles % 16 == 0).all()
    assert (library.occupancy == 1).all()
    times = library.g_predict(library.kernel_ids[0], np.array([[1, 2], [3, 4]]))
    assert times.shape == (2, 2) and (np.diff(times.ravel()) > 0).all()
    assert library.g_predict(library.kernel_ids[0], [0]) == [0.0]


def test_wrong_words_to_a_library_are_refused():
    machine = mikpoly.hardware("toy")
    library = mikpoly.library(machine)

    with pytest.raises(mikpoly.ConfigError, match='^unknown kernel "f16_1x1x1"'):
        library.g_predict("f16_1x1x1", [1])
    with pytest.raises(mikpoly.ShapeError, match='^steps is "-1"; k steps are in 0..2\\^40$'):
        library.g_predict(library.kernel_ids[0], [-1])
    with pytest.raises(mikpoly.ConfigError, match='^hardware "toy" does not compute on "i32"; it computes on: '):
        mikpoly.library(machine, dtype="i32")
    with pytest.raises(mikpoly.ConfigError, match='^tuning parameter n_mik = "0" is not in 1..1024$'):
        mikpoly.tune(machine, n_mik=0)
    with pytest.raises(mikpoly.ConfigError, match="is tuned on its own cores, by the program: mikpoly tune --backend cpu$"):
        mikpoly.tune(mikpoly.hardware("cpu-portable"))


def test_a_tuned_library_is_the_programs_and_comes_back_from_its_file(program, tmp_path):
    machine = mikpoly.hardware("toy")
    assert mikpoly.library("toy").hash == mikpoly.library(machine).hash
    tuned = mikpoly.tune("toy", n_mik=4)
    tuned.save(str(tmp_path / "mine.yaml"))
    program("tune", "--hardware", "toy", "--n-mik", "4", "-o", str(tmp_path / "its.yaml"))

    assert len(tuned) == 4
    assert (tmp_path / "mine.yaml").read_bytes() == (tmp_path / "its.yaml").read_bytes()
    assert mikpoly.library(machine, path=str(tmp_path / "mine.yaml")).hash == tuned.hash
