"""Arrays of other libraries, by DLPack: read and written where they are."""

import ctypes

import mikpoly
import numpy as np
import pytest
from conftest import sentence_of

# NumPy hands out and takes in capsules from 1.22 and 1.23 on.
needs_dlpack = pytest.mark.skipif(not hasattr(np, "from_dlpack"), reason="NumPy before 1.23 has no from_dlpack")


class Foreign:
    """An array of another library: nothing but what DLPack asks for."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, stream=None):
        return self.array.__dlpack__()

    def __dlpack_device__(self):
        return (1, 0)


def matrix(rows, columns, seed=0):
    return np.random.default_rng(seed).integers(-4, 5, (rows, columns)).astype(np.float32)


@needs_dlpack
def test_a_consumer_reads_and_writes_foreign_arrays_in_place():
    a, b, out = matrix(30, 40), matrix(40, 20, 1), np.zeros((30, 20), np.float32)
    foreign = Foreign(out)

    assert mikpoly.gemm(Foreign(a), Foreign(b.T).array.T, out=foreign) is foreign
    assert (out == a @ b).all()
    assert (mikpoly.gemm(Foreign(np.asfortranarray(a)), Foreign(b), Foreign(out)) == a @ b + out).all()
    assert (mikpoly.gemm(Foreign(matrix(30, 80)[:, ::2]), Foreign(b), copy=True) == matrix(30, 80)[:, ::2] @ b).all()


@needs_dlpack
def test_a_result_is_handed_on():
    a, b = matrix(30, 40), matrix(40, 20, 1)

    assert (np.from_dlpack(mikpoly.gemm(a, b)) == a @ b).all()


@needs_dlpack
def test_a_producer_keeps_its_array_and_may_drop_it():
    a, b = matrix(30, 40), matrix(40, 20, 1)
    for _ in range(200):
        mikpoly.gemm(Foreign(a.copy()), b)

    assert (mikpoly.gemm(Foreign(a), b) == a @ b).all()


@needs_dlpack
@pytest.mark.parametrize(
    "array, sentence",
    [
        (np.zeros((3, 3)), "a has elements of DLPack type 2 with 64 bits; float32 is computed on"),
        (np.zeros((3, 3), np.int32), "a has elements of DLPack type 0 with 32 bits; float32 is computed on"),
        (np.zeros(3, np.float32), "a has 1 dimensions; a matrix has 2, a batch of matrices 3"),
    ],
)
def test_other_types_and_ranks_are_refused_in_one_sentence(array, sentence):
    with pytest.raises((TypeError, mikpoly.ShapeError)) as error:
        mikpoly.gemm(Foreign(array), matrix(3, 3))

    assert sentence_of(error) == sentence


@needs_dlpack
def test_another_device_is_refused():
    capsule = matrix(3, 3).__dlpack__()
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    # The device's type follows the data pointer.
    ctypes.c_int32.from_address(pointer(capsule, b"dltensor") + 8).value = 2

    class OnGpu:
        def __dlpack__(self):
            return capsule

    with pytest.raises(TypeError, match="^a is on DLPack device 2; 1 \\(cpu\\) is computed on$"):
        mikpoly.gemm(OnGpu(), matrix(3, 3))


def test_what_is_no_capsule_is_refused():
    class Odd:
        def __dlpack__(self):
            return 7

    with pytest.raises(TypeError, match='^a gives a "int" for __dlpack__\\(\\); a capsule is read$'):
        mikpoly.gemm(Odd(), matrix(3, 3))


def test_an_error_of_the_producer_is_passed_on():
    class Busy:
        def __dlpack__(self):
            raise RuntimeError("in use")

    with pytest.raises(RuntimeError, match="^in use$"):
        mikpoly.gemm(Busy(), matrix(3, 3))


def test_tensors_of_torch_are_computed_in_place():
    torch = pytest.importorskip("torch")
    a, b, out = torch.ones(3, 4), torch.ones(4, 5), torch.zeros(3, 5)

    mikpoly.gemm(a, b, out=out)
    assert (out == 4).all() and (mikpoly.gemm(a.T, torch.ones(3, 2)) == 3).all()
