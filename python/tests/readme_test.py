"""The Python that documents and the notebook show runs, and prints what they say."""

import contextlib
import io
import json
import re
import runpy
import sys

import pytest
from conftest import SOURCE

sys.path.insert(0, str(SOURCE / "tests" / "architecture"))
from documents_test import FENCE, body_of, documents, matches  # noqa: E402

NOTEBOOK = SOURCE / "python" / "examples" / "first_hour.ipynb"


def python_blocks(path):
    """(code, what it prints or None): of each python block, with the text block that follows."""
    fences = list(FENCE.finditer(path.read_text(encoding="utf-8")))
    pairs = zip(fences, [*fences[1:], None])
    return [
        (body_of(block), body_of(following) if following and following["kind"] == "text" else None)
        for block, following in pairs
        if block["kind"] == "python"
    ]


def printed_by(code, names):
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(code, names)
    return printed.getvalue()


WITH_PYTHON = [path for path in documents() if python_blocks(path)]


def test_documents_show_python():
    assert SOURCE / "python" / "README.md" in WITH_PYTHON


@pytest.mark.parametrize("path", WITH_PYTHON, ids=lambda path: str(path.relative_to(SOURCE)))
def test_the_python_of_a_document_runs_and_prints_what_it_shows(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "document"}
    for code, shown in python_blocks(path):
        printed = printed_by(code, names)
        assert not shown or matches(shown, printed), printed


def test_the_example_of_a_million_shapes_plans_as_many_as_it_is_told(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["million.py", "200", "toy"])
    runpy.run_path(str(SOURCE / "python" / "examples" / "million.py"), run_name="__main__")

    told, patterns = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"200 shapes planned on toy in \d+\.\d s; \d+ MiB at the most", told)
    assert sum(float(share) for share in re.findall(r"([\d.]+)%", patterns)) == pytest.approx(100, abs=1)


def test_the_notebook_runs_and_holds_no_outputs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    cells = [cell for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    names = {"__name__": "notebook"}

    assert len(cells) >= 5
    for cell in cells:
        assert cell["outputs"] == [] and cell["execution_count"] is None
        assert printed_by("".join(cell["source"]), names) != ""
