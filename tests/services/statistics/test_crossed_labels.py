"""Gold by fields of the items, from the command line: the published numbers of CAP and SHROOM."""

import json

import pytest

from tests.commands import refuses, succeeds
from tests.kit.agreement.test_crossed_labels import CAP_TABLE_3
from tests.kit.formats.files import reference_files
from tests.kit.formats.test_cap import RECORD
from tests.kit.formats.test_shroom import DEV, TEST
from tests.records import write_jsonl

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def cap(tmp_path):
    rows = [
        RECORD | {"has_factual_mistakes": gold, "question_type": kind}
        for kind, counts in CAP_TABLE_3.items()
        for gold, n in zip("ny", counts, strict=True)
        for _ in range(n)
    ]
    file = write_jsonl(tmp_path / "cap.jsonl", [row | {"index": n} for n, row in enumerate(rows)])
    succeeds("create_project", "cap", "--preset", "cap", "--redundancy", "1")
    succeeds("import_items", "cap", file)
    succeeds("import_annotations", "cap", file)


def test_question_types_of_cap_are_crossed_as_published(cap):
    out = succeeds("cross_labels", "cap", "--field", "question_type", "--label", "has_factual_mistakes")
    assert "χ² = 58.480449, 14 degrees of freedom, N = 877, V = 0.258229" in out
    assert "Goal orientation\t14\t4\t+3.243\t-2.303" in out
    assert "Verification\t26\t14\t+3.438\t-2.442" in out
    found = json.loads(
        succeeds("cross_labels", "cap", "--field", "question_type", "--label", "factuality", "--json")
    )
    assert found["columns"] == ["correct", "errors"]
    assert found["counts"][0] == list(CAP_TABLE_3["Assertion"])


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--field", "topic", "--label", "factuality"), "No item has the field topic."),
        (("--field", "question_type", "--label", "other"), "There is no label “other”: fluency, factuality"),
        (("--field", "lang", "--label", "fluency", "--choice", "x"), "“x” is no choice of “fluency”."),
    ],
)
def test_an_unknown_field_label_or_choice_is_refused(cap, options, reason):
    assert reason in refuses("cross_labels", "cap", *options)


@pytest.mark.parametrize(
    ("name", "pair", "p"), [("dev_aware", "MT > PG", "1.72e-08"), ("dev_agnostic", "DM > MT", "0.0395")]
)
def test_shares_of_hallucination_differ_by_task_as_published(name, pair, p):
    (path,) = reference_files("shroom2024", f"{name}.json")
    succeeds("create_project", "sem", "--preset", "shroom")
    succeeds("import_items", "sem", path)
    succeeds("import_annotations", "sem", path)
    out = succeeds("cross_labels", "sem", "--field", "task", "--label", "supported", "--choice", "no")
    assert f"{pair}: Mann–Whitney p = {p};" in out


def test_the_majority_and_the_divided_votes_of_shroom_are_as_published():
    (path,) = reference_files("shroom2024", "test_agnostic.json")
    succeeds("create_project", "sem", "--preset", "shroom")
    succeeds("import_items", "sem", path)
    succeeds("import_annotations", "sem", path)
    out = succeeds("cross_labels", "sem", "--field", "task", "--label", "label")
    assert "Most frequent: Not Hallucination, 0.592667 of 1500 items." in out
    [row] = json.loads(succeeds("agreement", "sem", "--json"))
    [label] = row["item_labels"]
    assert round(label["majority_accuracy"], 6) == 0.592667
    assert {tuple(each["votes"]): each["items"] for each in label["splits"]}[3, 2] == 436
    head, line = succeeds("agreement", "sem").splitlines()
    assert head.split()[1:] == ["label", "annotations", "counted", "alpha", "percentage", "majority_accuracy"]
    assert line.split()[1:4] == ["supported", "7500", "1500"]
    assert line.split()[-1] == "0.592667"


def test_tracks_of_shroom_are_told_apart_by_their_files():
    files = [
        *reference_files("shroom2024", "dev_aware.json"),
        *reference_files("shroom2024", "dev_agnostic.json"),
    ]
    succeeds("create_project", "sem", "--preset", "shroom")
    for path in files:
        succeeds("import_items", "sem", path)
        succeeds("import_annotations", "sem", path)
    out = succeeds("cross_labels", "sem", "--field", "task", "file", "--label", "supported", "--choice", "no")
    assert "MT · dev_aware.json > PG · dev_aware.json: Mann–Whitney p = 1.72e-08;" in out
    assert "DM · dev_agnostic.json > MT · dev_agnostic.json: Mann–Whitney p = 0.0395;" in out


@pytest.mark.parametrize("field", ["model", "src"])
def test_a_column_is_known_by_its_name(field, tmp_path):
    rows = [TEST | DEV | {"id": n, field: f"value {n % 2}"} for n in range(4)]
    file = write_jsonl(tmp_path / "shroom.jsonl", rows)
    succeeds("create_project", "sem", "--preset", "shroom", "--redundancy", "1")
    succeeds("import_items", "sem", file)
    succeeds("import_annotations", "sem", file)
    table = json.loads(succeeds("cross_labels", "sem", "--field", field, "--label", "supported", "--json"))
    assert table["rows"] == ["value 0", "value 1"]
