"""The notebooks run from beginning to end, in order, and show what they end with."""

import ast
import json
from pathlib import Path

import matplotlib
import pytest

FOLDER = Path(__file__).parents[1] / "notebooks"
BOOKS = sorted(FOLDER.glob("*.ipynb"))


def code_cells(path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def run(code, names):
    """Run a cell; its last expression is shown as a notebook would."""
    tree = ast.parse(code)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    if last is None:
        return None
    value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    forms = (getattr(value, form, None) for form in ("_repr_svg_", "_repr_html_", "__repr__"))
    return next(shown for form in forms if form and (shown := form()))


def test_there_are_notebooks():
    assert len(BOOKS) == 4


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path, monkeypatch):
    matplotlib.use("agg")
    monkeypatch.chdir(FOLDER)
    monkeypatch.setenv("ROUNDS", "1")
    monkeypatch.setenv("MINUTES", "0.15")
    names = {"__name__": "__main__"}
    shown = [run(code, names) for code in code_cells(path)]
    assert any(text is not None for text in shown)


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_a_notebook_keeps_no_results(path):
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        assert not cell.get("outputs")
