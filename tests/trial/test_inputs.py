"""Some hundred of the inputs that `run` goes through by the hundred thousand."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from . import examine as examination
from . import places
from .examine import Kind, examine
from .inputs import input_of
from .shrink import kind_of, kinds_in, shrink

INPUTS = 400
PART = 50
PIECES = st.sampled_from(
    (
        *("registry", ".tool", "()", "@", "def f", "(", ")", ":", "\n", "    ", "return ", "DataToolOutput", "->", " "),
        *(
            "CallToolResult",
            "[",
            "]",
            "{",
            "}",
            "'",
            '"""',
            "f'",
            "\\",
            "#",
            ",",
            "=",
            "lambda",
            "if ",
            "else ",
            "é",
            "\0",
        ),
    )
)


@pytest.mark.parametrize("first", range(0, INPUTS, PART))
def test_made_up_inputs(first: int) -> None:
    """Data files cut up, mixed and damaged: nothing but a report comes out."""
    for seed in range(first, first + PART):
        assert examine(input_of(seed)).faults == (), f"input {seed}"


def test_inputs_are_always_the_same_and_of_all_kinds() -> None:
    """Many get far into the check, and most rules are met."""
    inputs = [input_of(seed) for seed in range(100)]
    assert inputs == [input_of(seed) for seed in range(100)]
    examined = [examine(data) for data in inputs]
    kinds = [each.kind for each in examined]
    assert kinds.count(Kind.CHECKED) > 30
    assert kinds.count(Kind.NOT_PYTHON) > 10
    assert len({code for each in examined for code in each.codes}) > 12


@settings(derandomize=True, database=None, deadline=None, max_examples=200)
@given(st.binary(max_size=60) | st.lists(PIECES, max_size=30).map("".join).map(str.encode))
def test_any_bytes(data: bytes) -> None:
    """Random ones, and ones that look like a tool."""
    assert examine(data).faults == ()


CALLS = b"def f():\n    return g(1)\n"


def test_a_wrong_place_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both places of the returned call are named."""
    monkeypatch.setattr(places, "python_tree", lambda text: ast.parse(text.replace("g(", "g (")))
    assert examine(CALLS).faults == (
        "places: the checker alone sees something at 2:12-2:16",
        "places: Python alone sees something at 2:12-2:17",
    )


@pytest.mark.parametrize("kind", [ValueError, type("PanicError", (BaseException,), {})])
def test_an_exception_is_seen(kind: type[BaseException], monkeypatch: pytest.MonkeyPatch) -> None:
    """Of any kind, with the place where it was raised."""

    def fail(_: object) -> None:
        raise kind("two\nlines")

    monkeypatch.setattr(examination, "index_module", fail)
    assert examine(CALLS).faults == (f"index: {kind.__name__}: two lines (in fail, test_inputs.py)",)


def test_an_input_is_made_small() -> None:
    """Lines, tokens and characters that are not needed go."""
    assert shrink(b"one\ntwo fine words\nthree\n", lambda data: b"fine" in data and b"w" in data) == b"wfine"
    fault = "values: ValueError: text (in f, a.py)"
    assert kind_of(fault) == kind_of(fault.replace("text", "other")) != kind_of(fault.replace("(in f", "(in g"))
    assert kinds_in(CALLS, seconds=60) == set()
