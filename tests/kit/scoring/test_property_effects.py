"""Effects of the properties of systems, compared with scipy on other data and worked out by hand."""

import pytest

from morelkit.scoring.property_effects import PropertyEffect, property_effects
from morelkit.scoring.ranking import Board, RankedSystem
from tests.records import item


def board(**scores: float) -> Board:
    systems = [
        RankedSystem(name, 1, 1, {"iou": each}, None, None, None, [], 1, 1) for name, each in scores.items()
    ]
    return Board("EN", 10, systems, None)


def test_effects_by_hand():
    has = {"tuned": {"a": True, "b": False, "c": True, "d": False}, "all": dict.fromkeys("abcd", True)}
    tuned, all_ = property_effects(board(a=0.9, b=0.5, c=0.5, d=0.1), has)
    # a beats b and d, c ties with b and beats d: 3.5 of 4 pairs.
    assert (tuned.with_it, tuned.without, tuned.u, tuned.f) == (2, 2, 3.5, 0.875)
    assert 0 < tuned.p < 1
    assert all_ == PropertyEffect("all", 4, 0, None, None, None)


def test_an_exact_p():
    has = {"tuned": dict(zip("abcdef", [True] * 3 + [False] * 3, strict=True))}
    (effect,) = property_effects(board(a=0.6, b=0.5, c=0.4, d=0.3, e=0.2, f=0.1), has)
    assert effect.f == 1.0
    assert effect.p == pytest.approx(2 / 20)  # one of the 20 ways to choose three, on either side


@pytest.fixture
def systems(write) -> list[str]:
    write("gold.jsonl", [item("q-1", hard_labels=[[0, 10]])])
    for end in (5, 10):
        write(f"{end}.jsonl", [{"id": "q-1", "hard_labels": [[0, end]]}])
    return ["gold.jsonl", "good=10.jsonl", "poor=5.jsonl"]


def test_a_table_of_properties(run, run_json, write, systems):
    write("properties.csv", "\ufeffname,tuned,rag\ngood,yes,\npoor,No,0\nother,1,x\n".encode())
    arguments = ("rank", *systems, "--properties", "properties.csv")
    found = run_json(*arguments)["languages"]["EN"]["properties"]
    assert found["tuned"] == {"with_it": 1, "without": 1, "u": 1.0, "f": 1.0, "p": 1.0}
    assert found["rag"] == {"with_it": 0, "without": 2, "u": None, "f": None, "p": None}
    ranks, effects = run(*arguments)[0].split("\n\n")
    assert ranks.startswith("lang  rank")
    assert effects.splitlines()[1].split() == ["EN", "tuned", "1", "1", "1.000000", "1.000000", "1.000000"]


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        (b"system,tuned\n", "properties.csv:1: The table needs a column “name”"),
        (b"name\ngood\n", "properties.csv:1: The table needs a column “name” and one for each property."),
        (b"name,tuned\ngood,maybe\n", "properties.csv:2: tuned is “maybe”, not yes or no."),
        (b"name,tuned\ngood,yes\n", "properties.csv: No row has the name “poor”."),
        (b"", "properties.csv:1: The table needs a column “name”"),
        (b"name,tuned,tuned\n", "properties.csv:1: Two columns have the name “tuned”."),
        (b"name,tuned\ngood,yes\ngood,no\n", "properties.csv:3: Another row has the name “good”."),
        (b"name,tuned\ngood,yes,no\n", "properties.csv:2: There are 3 cells for 2 columns."),
        (b"name,tuned\n\xe9,yes\n", "properties.csv: The table cannot be read"),
    ],
)
def test_unusable_tables_are_refused(run, write, systems, table, reason):
    write("properties.csv", table)
    assert reason in run("rank", *systems, "--properties", "properties.csv", status=2)[1]
