"""Plans of many shapes: the program's, in the shape that the extents broadcast to."""

import json
import threading

import mikpoly
import numpy as np
import pytest
from conftest import sentence_of


@pytest.fixture(scope="module")
def planner():
    return mikpoly.Planner("ascend910a")


def log_uniform(count, seed=1):
    random = np.random.default_rng(seed)
    return [np.round(128 * 64 ** random.random(count)).astype(np.int64) for _ in range(3)]


def test_an_explanation_is_the_programs_to_the_last_bit(planner, program_json):
    for m, n, k, batch in ((2304, 1024, 4096, 1), (100, 70, 500, 3), (0, 5, 7, 1)):
        words = f"{batch}x{m}x{n}x{k}" if batch != 1 else f"{m}x{n}x{k}"
        assert planner.explain(m, n, k, batch) == program_json("explain", words, "--hardware", "ascend910a")


@pytest.mark.parametrize("selector", ["mikpoly", "wave", "makespan", "oracle", "default-tile", "makespan-split-k"])
def test_plans_and_times_are_the_programs_to_the_last_bit(selector, program_json):
    planner = mikpoly.Planner("toy", selector=selector, patterns="I,II")
    plans = planner.plan([64, 100, 33], [64, 70, 200], [64, 500, 96])
    times = planner.simulate(plans)
    for i in range(3):
        words = f"{plans.m[i]}x{plans.n[i]}x{plans.k[i]}"
        chosen = program_json("explain", words, "--hardware", "toy", "--selector", selector, "--patterns", "I,II")["chosen"]
        assert plans[i].text == chosen["plan"]
        assert plans.predicted_us[i] == plans[i].predicted_us == chosen["predicted_us"]
        assert plans.pattern[i] == chosen["pattern"]
        for name in ("time_us", "tasks", "waves", "tail_util", "pad_waste", "bound_by"):
            assert times[name][i] == chosen["simulated"][name]


def test_arrays_have_the_shape_that_the_extents_broadcast_to(planner):
    plans = planner.plan(np.arange(1, 5).reshape(4, 1), [16, 2000, 4], 512)

    assert plans.shape == plans.m.shape == plans.predicted_us.shape == plans.pattern.shape == (4, 3)
    assert plans.tasks.shape == plans.kernels.shape == plans.task_us.shape == (4, 3, 5)
    assert len(plans) == 12 and len(plans.texts()) == 12
    assert (plans.m[:, 0] == [1, 2, 3, 4]).all() and (plans.n[0] == [16, 2000, 4]).all() and (plans.k == 512).all()
    assert planner.simulate(plans)["time_us"].shape == (4, 3)
    assert planner.plan(5, 6, 7).shape == ()
    assert planner.plan([], 6, 7).shape == (0,) and len(planner.plan([], 6, 7)) == 0


def test_the_quantities_of_the_regions_give_equation_2(planner):
    plans = planner.plan(*log_uniform(200))
    present = plans.kernels >= 0

    assert (present.sum(axis=-1) == plans.region_count).all()
    waves = np.ceil(plans.tasks / np.maximum(plans.slots, 1))
    assert np.allclose((waves * plans.task_us).sum(axis=-1), plans.predicted_us, rtol=1e-12)
    assert ((plans.rows * plans.columns).sum(axis=-1) == plans.m * plans.n).all()
    tiles = plans.library.tiles[plans.kernels]
    tasks = -(-plans.rows // tiles[..., 0]) * -(-plans.columns // tiles[..., 1])
    assert (plans.tasks == np.where(present, tasks, 0)).all()
    assert (plans.steps == np.where(present, -(-plans.k[:, None] // tiles[..., 2]), 0)).all()
    assert (plans.interval_us <= plans.task_us).all()


def test_threads_do_not_change_the_plans(planner):
    shapes = log_uniform(700)

    assert planner.plan(*shapes, threads=1).texts() == planner.plan(*shapes, threads=2).texts()


def test_other_threads_run_while_it_plans(planner):
    ticks = []
    done = threading.Event()

    def tick():
        while not done.wait(0.001):
            ticks.append(1)

    ticker = threading.Thread(target=tick)
    ticker.start()
    planner.plan(*log_uniform(3000), threads=1)
    done.set()
    ticker.join()

    assert len(ticks) > 3


def test_arrays_of_plans_are_read_only_and_outlive_the_plans():
    plans = mikpoly.Planner("toy").plan(np.arange(1, 100), 64, 64)
    m = plans.m
    del plans

    assert (m == np.arange(1, 100)).all()
    with pytest.raises(ValueError, match="read-only"):
        m[0] = 5


@pytest.mark.parametrize(
    "index",
    [slice(0, 1), slice(None, None, -1), Ellipsis, (Ellipsis, 1), (slice(None), -2), (1, slice(1, None)), None, [1, 0], (0, [2, 2])],
    ids=str,
)
def test_an_index_of_numpy_picks_the_plans_that_it_picks_of_an_array(planner, index):
    plans = planner.plan([[64], [100]], [70, 3000, 0], 512)
    picked = plans[index]

    assert isinstance(picked, mikpoly.Plans) and picked.shape == plans.m[index].shape
    assert picked.texts() == [plans.texts()[i] for i in np.arange(6).reshape(2, 3)[index].flat]
    assert (picked.n == plans.n[index]).all()
    assert (picked.predicted_us == plans.predicted_us[index]).all()
    assert (planner.simulate(picked)["time_us"] == planner.simulate(plans)["time_us"][index]).all()


def test_a_mask_picks_plans_and_keeps_what_was_declined():
    plans = mikpoly.Planner("toy", selector="ranges-128").plan([64, 200, 100], 70, 512)

    assert plans[plans.declined].m.tolist() == [200] and plans[plans.declined].declined.all()
    assert plans[~plans.declined].texts() == [plans.texts()[0], plans.texts()[2]]
    assert plans[plans.m > 1000].shape == (0,) and plans[0:0].texts() == []


def test_one_integer_counts_all_plans_and_one_for_each_dimension_is_the_plan_there(planner):
    plans = planner.plan([[64], [100]], [70, 3000, 9], 512)

    assert [plan.text for plan in plans] == plans.texts()
    assert plans[4].shape == plans[1, 1].shape == plans[-2].shape == plans[np.int64(4)].shape == "100x3000x512"


@pytest.mark.parametrize("index", ["a", 1.5, (0, 7), 2**70])
def test_an_index_that_picks_nothing_is_an_index_error(planner, index):
    with pytest.raises(IndexError) as error:
        planner.plan([[64], [100]], [70, 3000, 9], 512)[index]

    sentence_of(error)


def test_plans_come_back_from_their_texts(planner):
    plans = planner.plan([300, 4000], 700, 512)
    again = planner.parse(plans.texts(), [300, 4000], 700, 512)

    assert again.texts() == plans.texts()
    assert (again.predicted_us == plans.predicted_us).all()
    assert planner.parse(plans[0].text, 300, 700, 512)[0].text == plans[0].text
    assert str(plans[-1]) == plans.texts()[1]
    assert plans[0].shape == "300x700x512" and plans[0].draw().startswith("+---")


def test_a_shape_without_output_has_an_empty_plan(planner):
    plans = planner.plan([0, 4], 5, [6, 0])

    assert list(plans.region_count) == [0, 1] and list(plans.pattern) == ["", "I"]
    assert plans.texts()[0] == "" and plans.predicted_us[0] == 0.0
    assert planner.simulate(plans)["time_us"][0] == 0.0


def test_a_declined_shape_is_told_and_has_no_times():
    planner = mikpoly.Planner("toy", selector="ranges-128")
    plans = planner.plan([[0, 128], [129, 500]], 64, 64)
    times = planner.simulate(plans)

    assert plans.declined.tolist() == [[False, False], [True, True]]
    assert plans.region_count.tolist() == [[0, 1], [0, 0]]
    for values in (plans.predicted_us, times["time_us"], times["tail_util"], times["pad_waste"]):
        assert (np.isnan(values) == plans.declined).all()
    assert plans.predicted_us[0, 0] == times["time_us"][0, 0] == 0.0 and times["time_us"][0, 1] > 0.0
    assert np.isnan(plans[2].predicted_us) and plans[1].predicted_us == plans.predicted_us[0, 1]


def test_plans_that_divide_tiles_over_blocks_keep_their_grid(program_json):
    planner = mikpoly.Planner("a100-40", selector="stream_k")
    plans = planner.plan(1000, 700, 2000)
    chosen = program_json("explain", "1000x700x2000", "--hardware", "a100-40", "--selector", "stream_k")["chosen"]

    assert "|stream_k/" in plans[0].text == chosen["plan"]
    assert planner.simulate(plans)["time_us"] == chosen["simulated"]["time_us"]


def test_switches_of_the_judge_change_its_times(planner):
    plans = planner.plan(1000, 1000, 1000)
    free = mikpoly.Planner("ascend910a", judge={"contention": False, "zero_fill": True})

    assert free.simulate(plans)["time_us"] < planner.simulate(plans)["time_us"]


@pytest.mark.parametrize(
    "extents, kind, sentence",
    [
        ((1.5, 2, 3), TypeError, 'm has elements of type "float64"; extents are integers'),
        ((2, 3, None), TypeError, 'k has elements of type "object"; extents are integers'),
        (([1, 2], [1, 2, 3], 4), mikpoly.ShapeError, "m, n, k and batch have the shapes (2,), (3,), (), (), which do not broadcast"),
        ((1, np.array([2**63], dtype=np.uint64), 1), mikpoly.ShapeError, 'n is "9223372036854775808"; extents are in 0..2^40'),
    ],
)
def test_wrong_extents_are_refused(planner, extents, kind, sentence):
    with pytest.raises(kind) as error:
        planner.plan(*extents)

    assert sentence_of(error) == sentence


def test_a_negative_extent_is_refused_as_the_program_does(planner):
    with pytest.raises(mikpoly.ShapeError) as error:
        planner.plan([4, -4], 5, 6)

    assert "-4" in sentence_of(error)


def test_wrong_words_to_a_planner_are_refused(planner):
    with pytest.raises(mikpoly.ConfigError, match='^unknown selector "mikpol"; did you mean "mikpoly"?'):
        mikpoly.Planner("toy", selector="mikpol")
    with pytest.raises(TypeError, match='^hardware is "5" of type "int"; give a name, a path or a Hardware$'):
        mikpoly.Planner(5)
    with pytest.raises(mikpoly.ConfigError, match='^unknown pattern "X"'):
        mikpoly.Planner("toy", patterns="I,X")
    with pytest.raises(mikpoly.ConfigError, match='^unknown switch "warmth" of the judge; did you mean "warm"?'):
        mikpoly.Planner("toy", judge={"warmth": True})
    with pytest.raises(mikpoly.ConfigError, match='^threads "-1" is not in 0..'):
        planner.plan(1, 1, 1, threads=-1)
    with pytest.raises(mikpoly.ConfigError, match="^the library was made for toy f16 with hash .*, not for ascend910a f16"):
        mikpoly.Planner("ascend910a", library=mikpoly.library(mikpoly.hardware("toy")))
    with pytest.raises(mikpoly.ConfigError, match="^the plans are for another machine or library; these are ascend910a and "):
        planner.simulate(mikpoly.Planner("toy").plan(1, 1, 1))
    with pytest.raises(mikpoly.ShapeError, match="^1 plans are given for 2 shapes; each needs one$"):
        planner.parse(["p1|I"], [1, 2], 1, 1)
    with pytest.raises(mikpoly.ConfigError, match='^plan: version "p2" is unknown; known: p1$'):
        planner.parse(["p2|I|a@0-1:0-1:0-1|max_min"], 1, 1, 1)
    with pytest.raises(IndexError, match="^there is no plan 1 among 1$"):
        planner.plan(1, 1, 1)[1]


def test_a_plan_of_another_pattern_than_allowed_is_refused():
    text = mikpoly.Planner("toy", patterns="I").plan(10, 10, 10)[0].text

    with pytest.raises(mikpoly.ConfigError, match='^plan: pattern "I" is not allowed here; allowed: II$'):
        mikpoly.Planner("toy", patterns="II").parse([text], 10, 10, 10)


def test_configs_are_found_from_any_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    assert mikpoly.hardware("toy").name == "toy"
    assert "toy" in mikpoly.hardware_names()


def test_the_json_of_an_explanation_can_be_written(planner):
    assert json.loads(json.dumps(planner.explain(10, 20, 30)))["shape"] == "10x20x30"
