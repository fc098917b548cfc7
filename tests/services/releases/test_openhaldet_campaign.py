"""A campaign on OpenHalDet records by commands: items, three people, two judges, splits, a release and a detector.

Of 100 responses, people find 1 to 50 correct, 51 to 80 hallucinated and 81 to 90 abstaining; 91 to 100 are empty.
"""

import json
from collections import Counter
from typing import Any

import pytest

from annotation.models import Project, Release
from annotation.queries.releases.release_files import release_directory
from annotation.queries.releases.release_list import DefaultSplits, preview
from morelkit.cli import main
from morelkit.formats.registry import FORMATS
from morelkit.gold.policy import GoldPolicy
from tests.commands import succeeds
from tests.openhaldet import response, unlabelled
from tests.records import write_jsonl
from tests.services.releases.building import build, records

pytestmark = pytest.mark.django_db

SPLITS = ("--split-by", "share", "--splits", "train=60", "validation=20", "test=20", "--stratify")
SPLIT_NAMES = ("train", "validation", "test")
OPTIONS = ("category", "eval_category")


def answer_of(number: int) -> str:
    if number > 90:
        return ""
    return "I do not know." if number > 80 else f"In {1800 + number}."


def people_say(number: int) -> str:
    if number > 80:
        return "abstention"
    return "hallucination" if number > 50 else "correct"


def one_says(number: int) -> dict[str, Any]:
    """Return what the first judge says: 5 correct responses are hallucinations, 4 hallucinations are correct, 2
    abstentions are hallucinations; it abstains once, and fails once by its own account and once in prose.
    """
    special = {
        60: {"status": "abstained"},
        61: {"output": "The answer seems fine to me."},
        62: {"output": '{"labels": {"category": "hallucination"}, "reasoning": "Not <b>that</b> year."}'},
        63: {"status": "failed", "reason": "Timeout."},
    }
    wrong = {
        **dict.fromkeys(range(1, 6), "hallucination"),
        **dict.fromkeys(range(51, 55), "correct"),
        **dict.fromkeys((89, 90), "hallucination"),
    }
    labels = {"category": wrong.get(number, people_say(number))}
    return {"id": f"qa-{number}", **special.get(number, {"labels": labels})}


def two_says(number: int) -> dict[str, Any]:
    """Return what the second judge says: it takes 5 correct responses for abstentions."""
    choice = "abstention" if 6 <= number <= 10 else people_say(number)
    return {"id": f"qa-{number}", "labels": {"category": choice}}


@pytest.fixture
def campaign(tmp_path):
    """The project *hal* with items, the labels of three people, and two judges."""
    rows = [
        response(
            n,
            answer=answer_of(n),
            structured_data={
                "task_type": "qa",
                "question": f"When was tower {n} finished?",
                "ground_truths": [str(1800 + n)],
                "incorrect_answers": [str(1900 + n), str(1700 + n)],
            },
        )
        for n in range(1, 101)
    ]
    labels = []
    for n in range(1, 91):
        said = dict.fromkeys(("ada", "bo", "cy"), people_say(n))
        if n % 10 == 0:  # one of three disagrees
            said["cy"] = "hallucination" if said["cy"] == "correct" else "correct"
        votes = {key: {"category": choice} for key, choice in said.items()}
        labels.append(
            {"id": f"qa-{n}", "annotations": {key: [] for key in votes}, "annotation_labels": votes}
        )
    succeeds("create_project", "hal", "--preset", "openhaldet", "--redundancy", "3")
    succeeds("import_items", "hal", write_jsonl(tmp_path / "items.jsonl", unlabelled(*rows)))
    succeeds("import_annotations", "hal", write_jsonl(tmp_path / "people.jsonl", labels))
    for name, says in (("one", one_says), ("two", two_says)):
        run = write_jsonl(tmp_path / f"{name}.jsonl", [says(n) for n in range(1, 91)])
        succeeds("import_source", "hal", run, "--name", name)


@pytest.fixture
def morelkit(capfd):
    def morelkit(*arguments: object) -> Any:
        assert main([*map(str, arguments), "--json"]) == 0, capfd.readouterr()
        return json.loads(capfd.readouterr().out)

    return morelkit


def released(name: str, label: str) -> Release:
    succeeds("build_release", "hal", name, *SPLITS, label)
    release = Release.objects.get(name=name)
    assert "all is as it should be" in succeeds("verify_release", release_directory(release))
    return release


def splits_of(release: Release) -> dict[str, dict[str, dict[str, Any]]]:
    """Return the gold of each split by id."""
    return {
        split: {each["sample_id"]: each for each in records(release, f"gold/{split}.jsonl")}
        for split in SPLIT_NAMES
    }


@pytest.mark.parametrize("label", OPTIONS)
def test_each_split_has_its_share_of_each_category_and_the_seed_reproduces_it(campaign, label):
    first = splits_of(released("v1", label))
    counts = {
        split: Counter(each["eval_category"] for each in found.values()) for split, found in first.items()
    }
    assert counts == {
        "train": {"correct": 30, "hallucination": 18, "abstention": 12},
        "validation": {"correct": 10, "hallucination": 6, "abstention": 4},
        "test": {"correct": 10, "hallucination": 6, "abstention": 4},
    }
    empty = {id_ for found in first.values() for id_, each in found.items() if not each["model_output_text"]}
    assert empty == {f"qa-{n}" for n in range(91, 101)}
    assert {split: list(found) for split, found in first.items()} == {
        split: list(found) for split, found in splits_of(released("v2", label)).items()
    }


def test_the_form_of_a_release_proposes_these_splits(campaign):
    project = Project.objects.get(slug="hal")
    found = preview(project, GoldPolicy(), [])
    assert found.default_splits == DefaultSplits({"train": 60, "validation": 20, "test": 20}, ["category"])
    assert found.seed == project.seed
    proposed = build(
        project,
        splits={
            "by": "share",
            "shares": found.default_splits.shares,
            "stratify": found.default_splits.stratify,
        },
    )
    assert splits_of(proposed) == splits_of(released("v2", "category"))


def test_other_formats_propose_no_splits():
    assert [each.name for each in FORMATS if each.split_shares] == ["openhaldet"]


def test_judges_are_compared_with_people_and_each_other(campaign, morelkit, tmp_path):
    people = tmp_path / "gold.jsonl"
    succeeds("export_gold", "hal", "--extra", "--out", people)
    judges = []
    for name in ("one", "two"):
        succeeds("export_source", "hal", name, "--out", tmp_path / f"{name}.exported.jsonl")
        judges += ["--judge", f"{name}={tmp_path / f'{name}.exported.jsonl'}"]
    found = morelkit("judges", people, "--records", "openhaldet", *judges)
    one = found["judges"]["one"]
    assert one["statuses"] == {
        "answered": 87,
        "empty": 0,
        "abstained": 1,
        "failed": 2,
        "not_run": 10,
        "unsettled": 0,  # the empty answers
    }
    (category,) = one["questions"]["category"]["groups"]
    assert one["questions"]["category"]["choices"] == ["correct", "hallucination", "abstention"]
    assert category["matrix"] == [[45, 5, 0], [4, 23, 0], [0, 2, 8]]
    assert category["abstained_by_label"] == [0, 1, 0]
    assert category["accuracy"] == pytest.approx(76 / 87, abs=1e-12)
    # p_e = (50 · 49 + 27 · 30 + 10 · 8) / 87² = 3340 / 7569, p_o = 76 · 87 / 7569
    assert category["kappa"] == pytest.approx((6612 - 3340) / (7569 - 3340), abs=1e-12)
    (pair,) = found["judge_pairs"]
    (both,) = pair["questions"]["category"]
    assert (both["n"], both["accuracy"]) == (87, pytest.approx(71 / 87, abs=1e-12))


def test_a_detector_is_scored_on_the_test_split(campaign, morelkit, tmp_path):
    release = released("v1", "category")
    gold = splits_of(release)["test"]
    by_category = {
        name: [id_ for id_, each in gold.items() if each["eval_category"] == name]
        for name in ("correct", "hallucination", "abstention")
    }
    # Hallucinations: 4 at .9, 2 at .3. Correct responses: 3 at .9, 7 at .1. Abstentions are left out.
    scores = {
        **dict(zip(by_category["hallucination"], [0.9] * 4 + [0.3] * 2, strict=True)),
        **dict(zip(by_category["correct"], [0.9] * 3 + [0.1] * 7, strict=True)),
        **dict.fromkeys(by_category["abstention"], 1.0),
    }
    run = write_jsonl(
        tmp_path / "run.jsonl", [{"sample_id": id_, "score": score} for id_, score in scores.items()]
    )
    report = morelkit("score", release_directory(release) / "gold/test.jsonl", run)
    (language,) = report["languages"].values()
    # Of 6 · 10 pairs, 4 · 7 + 2 · 7 are in order, and 4 · 3 are tied: (42 + 6) / 60
    assert language["auroc"]["value"] == pytest.approx(0.8, abs=1e-12)
