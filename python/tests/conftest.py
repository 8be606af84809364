"""What the tests share: the program that they compare with, and a folder for its output."""

import json
import os
import pathlib
import subprocess

import pytest

SOURCE = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def program():
    """Runs build/mikpoly with these words; what it printed."""
    binary = os.environ["MIKPOLY_BINARY"]

    def run(*words, cwd=SOURCE):
        return subprocess.run([binary, *words], cwd=cwd, check=True, capture_output=True, text=True).stdout

    return run


@pytest.fixture(scope="session")
def program_json(program):
    return lambda *words, cwd=SOURCE: json.loads(program(*words, "--format", "json", cwd=cwd))


def sentence_of(error):
    """The message of a raised error, which is one sentence on one line."""
    text = str(error.value)
    assert "\n" not in text
    return text
