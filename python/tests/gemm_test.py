"""Products on arrays that stay where they are: what is mapped, what is refused, what is computed."""

import threading

import mikpoly
import numpy as np
import pytest
from conftest import sentence_of

M, N, K = 37, 21, 50


def matrix(rows, columns, seed=0, batch=None):
    shape = (rows, columns) if batch is None else (batch, rows, columns)
    return np.random.default_rng(seed).integers(-4, 5, shape).astype(np.float32)


def padded(array):
    """The same elements inside a larger array: rows further apart than they are long."""
    outer = np.full(array.shape[:-1] + (array.shape[-1] + 3,), np.nan, np.float32)
    outer[..., : array.shape[-1]] = array
    return outer[..., : array.shape[-1]]


def columns_first(array):
    return np.asfortranarray(array)


LAYOUTS = {"rows": np.ascontiguousarray, "columns": columns_first, "gaps": padded, "column gaps": lambda a: padded(a.T).T}


@pytest.mark.parametrize("of_a", LAYOUTS)
@pytest.mark.parametrize("of_b", LAYOUTS)
@pytest.mark.parametrize("of_out", LAYOUTS)
def test_every_layout_is_computed_where_it_lies(of_a, of_b, of_out):
    # Small integers: exact in float32, whatever the order of summation.
    a, b = LAYOUTS[of_a](matrix(M, K)), LAYOUTS[of_b](matrix(K, N, 1))
    out = LAYOUTS[of_out](np.full((M, N), np.nan, np.float32))

    assert mikpoly.gemm(a, b, out=out) is out
    assert (out == matrix(M, K) @ matrix(K, N, 1)).all()


@pytest.mark.parametrize("rows, columns, depth", [(1, 9, 7), (9, 1, 7), (9, 7, 1), (1, 1, 1), (130, 70, 300)])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_extents_of_one_are_computed_in_every_layout(rows, columns, depth, layout):
    a, b = LAYOUTS[layout](matrix(rows, depth)), LAYOUTS[layout](matrix(depth, columns, 1))

    assert (mikpoly.gemm(a, b) == a @ b).all()
    assert (mikpoly.gemm(a, b, out=LAYOUTS[layout](np.zeros((rows, columns), np.float32))) == a @ b).all()


def test_scalars_bias_activation_and_residual():
    a, b, c, residual = matrix(M, K), matrix(K, N, 1), matrix(M, N, 2), matrix(M, N, 3)
    row, column = matrix(1, N, 4), matrix(M, 1, 5)

    assert (mikpoly.gemm(a, b, c, alpha=2.0, beta=-1.0) == 2 * (a @ b) - c).all()
    assert (mikpoly.gemm(a, b, bias=row) == a @ b + row).all()
    assert (mikpoly.gemm(a, b, bias=row[0]) == a @ b + row).all()
    assert (mikpoly.gemm(a, b, bias=column) == a @ b + column).all()
    assert (mikpoly.gemm(a, b, activation="relu", residual=residual) == np.maximum(a @ b, 0) + residual).all()


def test_c_may_be_the_output():
    a, b, c = matrix(M, K), matrix(K, N, 1), matrix(M, N, 2)
    wanted = a @ b + c

    assert mikpoly.gemm(a, b, c, out=c) is c
    assert (c == wanted).all()


def test_batches_share_what_has_one_matrix():
    a, b = matrix(M, K, batch=3), matrix(K, N, 1, batch=3)

    assert (mikpoly.gemm(a, b) == a @ b).all()
    assert (mikpoly.gemm(a, b[0]) == a @ b[0]).all()
    assert (mikpoly.gemm(a[0], b) == a[0] @ b).all()
    assert (mikpoly.gemm(a[:1], b) == a[:1] @ b).all()
    assert (mikpoly.gemm(a[::2], b[::2]) == a[::2] @ b[::2]).all()
    assert (mikpoly.gemm(np.broadcast_to(a[0], a.shape), b) == a[0] @ b).all()
    assert mikpoly.gemm(a[:1], b[:1]).shape == (1, M, N)


def test_extents_of_zero():
    empty = np.zeros((0, 5), np.float32)

    assert mikpoly.gemm(empty, matrix(5, 4)).shape == (0, 4)
    assert mikpoly.gemm(matrix(4, 5), np.zeros((5, 0), np.float32)).shape == (4, 0)
    assert (mikpoly.gemm(matrix(4, 5)[:, :0], matrix(5, 6)[:0]) == np.zeros((4, 6))).all()
    assert mikpoly.gemm(matrix(4, 5, batch=3)[:0], matrix(5, 6)).shape == (0, 4, 6)


def strided(step):
    return matrix(M, K * step)[:, ::step]


REFUSED = [
    (lambda: (matrix(M, K).astype(np.float64), matrix(K, N)), TypeError, 'a has elements of type "float64"; float32 is computed on'),
    (lambda: (matrix(M, K).astype(">f4"), matrix(K, N)), TypeError, 'a has elements of type ">f4"; float32 is computed on'),
    (lambda: ([[1.0]], matrix(1, N)), TypeError, 'a is a "list"; a float32 NumPy array is computed on, or what has __dlpack__'),
    (lambda: (matrix(M, K)[0], matrix(K, N)), mikpoly.ShapeError, "a has 1 dimensions; a matrix has 2, a batch of matrices 3"),
    (lambda: (matrix(M, K), matrix(K, N)[None, None]), mikpoly.ShapeError, "b has 4 dimensions; a matrix has 2, a batch of matrices 3"),
    (lambda: (matrix(M, K), matrix(K + 1, N)), mikpoly.ShapeError, "a is 37x50 and b is 51x21; a has as many columns as b has rows"),
    (
        lambda: (matrix(M, K, batch=2), matrix(K, N, batch=3)),
        mikpoly.ShapeError,
        "b is a batch of 3, the other factor one of 2; both have as many, or one of them one",
    ),
    (
        lambda: (strided(2), matrix(K, N)),
        mikpoly.ShapeError,
        "a (37x50) has strides of 100 and 2 floats: neither its rows nor its columns lie one after the other; "
        "give numpy.ascontiguousarray(a), or copy=True",
    ),
    (
        lambda: (matrix(M, K)[::-1], matrix(K, N)),
        mikpoly.ShapeError,
        "a (37x50) has strides of -50 and 1 floats: neither its rows nor its columns lie one after the other; "
        "give numpy.ascontiguousarray(a), or copy=True",
    ),
    (
        lambda: (np.broadcast_to(matrix(1, K), (M, K)), matrix(K, N)),
        mikpoly.ShapeError,
        "a (37x50) has strides of 0 and 1 floats: neither its rows nor its columns lie one after the other; "
        "give numpy.ascontiguousarray(a), or copy=True",
    ),
    (
        lambda: (matrix(M, K, batch=3)[::-1], matrix(K, N)),
        mikpoly.ShapeError,
        "a (3x37x50) goes -1850 floats from one matrix to the next, which is 0 or more; "
        "give numpy.ascontiguousarray(a), or copy=True",
    ),
]


@pytest.mark.parametrize("factors, kind, sentence", REFUSED)
def test_factors_that_do_not_fit_are_refused_in_one_sentence(factors, kind, sentence):
    a, b = factors()
    with pytest.raises(kind) as error:
        mikpoly.gemm(a, b)

    assert sentence_of(error) == sentence


def test_what_no_leading_dimension_describes_is_copied_when_asked():
    b = matrix(K, N)
    for a in (strided(2), matrix(M, K)[::-1], np.broadcast_to(matrix(1, K), (M, K))):
        assert (mikpoly.gemm(a, b, copy=True) == a @ b).all()


def test_a_float_across_two_floats_is_refused():
    raw = np.zeros(4 * M * K + 2, np.uint8)
    a = raw[2:].view(np.float32).reshape(M, K)

    with pytest.raises(mikpoly.ShapeError, match="^a begins in the middle of a float; a copy of it does not$"):
        mikpoly.gemm(a, matrix(K, N))


def output(change):
    out = np.zeros((M, N), np.float32)
    change(out)
    return out


@pytest.mark.parametrize(
    "words, sentence",
    [
        ({"out": np.zeros((N, M), np.float32)}, "out is 21x37, the product is 37x21"),
        ({"out": np.zeros((1, M, N), np.float32)}, "out is 1x37x21, the product is 37x21"),
        ({"out": output(lambda out: out.setflags(write=False))}, "out is read-only; the product is written into it"),
        (
            {"out": np.zeros((M, 2 * N), np.float32)[:, ::2], "copy": True},
            "out (37x21) has strides of 42 and 2 floats: neither its rows nor its columns lie one after the other; "
            "the product is not written through a copy",
        ),
        ({"c": np.zeros((M, N + 1), np.float32)}, "c is 37x22, the product is 37x21"),
        ({"bias": np.zeros(M, np.float32)}, "bias is 1x37; it has one value a column (1x21), or one a row (37x1)"),
        (
            {"bias": np.zeros(2 * N, np.float32)[::2]},
            "bias has a stride of 2 floats; give its values one after the other, by bias.copy()",
        ),
        (
            {"residual": np.zeros((N, M), np.float32).T},
            "residual does not lie in memory as the output does; give it the same order and strides",
        ),
        ({"activation": "rel"}, 'unknown activation "rel"; did you mean "relu"? known: none, relu, gelu_erf, gelu_tanh, silu'),
    ],
)
def test_other_operands_that_do_not_fit_are_refused_in_one_sentence(words, sentence):
    with pytest.raises(mikpoly.Error) as error:
        mikpoly.gemm(matrix(M, K), matrix(K, N), **words)

    assert sentence_of(error) == sentence


def test_an_output_that_overlaps_an_input_is_refused_and_nothing_is_written():
    square = matrix(M, M)
    before = square.copy()
    whole = np.concatenate([square.ravel(), np.zeros(M, np.float32)])
    shifted = whole[M:].reshape(M, M)

    with pytest.raises(mikpoly.ShapeError, match="^D overlaps A; D may overlap nothing but C of the same layout$"):
        mikpoly.gemm(square, matrix(M, M, 1), out=square)
    with pytest.raises(mikpoly.ShapeError, match="^D overlaps B; D may overlap nothing but C of the same layout$"):
        mikpoly.gemm(matrix(M, M, 1), square, out=square)
    with pytest.raises(mikpoly.ShapeError, match="^C overlaps D but is not the same matrix; give the same pointer and layout$"):
        mikpoly.gemm(matrix(M, M), matrix(M, M, 1), whole[: M * M].reshape(M, M), out=shifted)
    assert (square == before).all()


def test_an_engine_has_threads_of_its_own_and_says_what_it_is():
    engine = mikpoly.Engine(threads=1, isa="portable")

    assert engine.threads == 1
    assert engine.description == "mikpoly, portable kernels, 1 thread"
    assert (engine.gemm(matrix(M, K), matrix(K, N)) == matrix(M, K) @ matrix(K, N)).all()
    with pytest.raises(mikpoly.ConfigError, match='^unknown instruction set "avx9"; known: '):
        mikpoly.Engine(isa="avx9")
    with pytest.raises(mikpoly.ConfigError, match="threads"):
        mikpoly.Engine(threads=-1)


def test_a_prepared_product_is_run_on_arrays_that_lie_like_the_first():
    engine = mikpoly.Engine(threads=1)
    product = engine.prepare(matrix(M, K), matrix(K, N))
    out = np.empty((M, N), np.float32)

    assert product.shape == "37x21x50"
    for seed in range(3):
        a, b = matrix(M, K, seed), matrix(K, N, seed + 7)
        assert product(a, b, out=out) is out and (out == a @ b).all()
    with pytest.raises(mikpoly.ShapeError, match="^the product is 36x21x50, it was prepared for 37x21x50$"):
        product(matrix(M - 1, K), matrix(K, N))
    with pytest.raises(mikpoly.ShapeError, match="^the operands are not those it was prepared for: the same order, strides, "):
        product(columns_first(matrix(M, K)), matrix(K, N))
    with pytest.raises(mikpoly.ShapeError, match="^D overlaps A"):
        square = matrix(8, 8)
        engine.prepare(square, matrix(8, 8))(square, matrix(8, 8), out=square)


def test_a_packed_b_serves_every_m():
    engine = mikpoly.Engine(threads=1)
    b = matrix(200, 96, 1)
    packed = engine.pack_b(b)

    assert packed.shape == (200, 96) and packed.nbytes >= b.nbytes
    for rows in (1, 5, 130):
        a = matrix(rows, 200, rows)
        assert (engine.gemm(a, packed) == a @ b).all()
        assert (engine.prepare(a, packed)(a, packed) == a @ b).all()
    by_columns = engine.pack_b(b, order="F")
    assert (engine.gemm(matrix(130, 200), by_columns) == matrix(130, 200) @ b).all()
    with pytest.raises(mikpoly.ShapeError, match="^a is 3x199 and b is 200x96; a has as many columns as b has rows$"):
        engine.gemm(matrix(3, 199), packed)
    with pytest.raises(mikpoly.ConfigError, match='^order "K" is not "C" \\(row major\\) or "F" \\(column major\\)$'):
        engine.pack_b(b, order="K")
    with pytest.raises(mikpoly.ShapeError, match="^b is 2x3x4; one matrix is packed at a time$"):
        engine.pack_b(matrix(3, 4, batch=2))
    with pytest.raises(mikpoly.ShapeError, match="other order$"):
        engine.gemm(matrix(130, 200), packed, out=np.zeros((130, 96), np.float32, order="F"))


def test_many_threads_may_call_one_engine_and_one_prepared_product():
    engine = mikpoly.Engine(threads=2)
    a, b = matrix(120, 90), matrix(90, 80, 1)
    product = engine.prepare(a, b)
    wanted = a @ b
    wrong = []

    def work():
        for _ in range(50):
            if not (engine.gemm(a, b) == wanted).all() or not (product(a, b) == wanted).all():
                wrong.append(1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
