"""From a release to scores: `morelkit score` and `check` read the releases of every format that has predictions."""

import json
from typing import Any

import pytest

from annotation.models import Release
from annotation.queries.releases.release_files import release_directory
from morelkit.cli import main
from tests.commands import succeeds
from tests.kit.formats.test_cap import RECORD as CAP
from tests.kit.formats.test_openhaldet import RECORD as OPENHALDET
from tests.kit.formats.test_shroom import DEV, TEST
from tests.records import item, write_jsonl
from tests.services.releases.building import unzipped

pytestmark = pytest.mark.django_db

YES, NO = "Hallucination", "Not Hallucination"


@pytest.fixture
def morelkit(capfd):
    def morelkit(*arguments: object, status: int = 0) -> Any:
        assert main([*map(str, arguments), "--json"]) == status, capfd.readouterr()
        return json.loads(capfd.readouterr().out)

    return morelkit


@pytest.fixture
def release(tmp_path):
    def release(preset, items, votes, *options, redundancy="1"):
        succeeds("create_project", "p", "--preset", preset, "--redundancy", redundancy)
        succeeds("import_items", "p", write_jsonl(tmp_path / "items.jsonl", items))
        # Records without an id are told apart by file and row, so the file has the same name.
        succeeds("import_annotations", "p", write_jsonl(tmp_path / "items.jsonl", votes))
        succeeds("build_release", "p", "v1", *options)
        return release_directory(Release.objects.get())

    return release


@pytest.fixture
def refused(capfd):
    def refused(*arguments: object) -> str:
        assert main([*map(str, arguments)]) == 2
        out, err = capfd.readouterr()
        assert not out
        return err

    return refused


def values(report, language="und"):
    """Return the scores of a language by metric."""
    found = next(each for tag, each in report["languages"].items() if tag.lower() == language)
    return {name: each["value"] for name, each in found.items() if name not in ("n", "by")}


def test_shroom_with_ids(release, morelkit, tmp_path):
    votes = {"a": [YES, YES, YES, NO, NO], "b": [NO, NO, NO, NO, NO], "c": [YES, NO, NO, NO, NO]}
    rows = [TEST | DEV | {"id": name, "labels": labels} for name, labels in votes.items()]
    bare = [{key: value for key, value in row.items() if key != "labels"} for row in rows]
    gold = release("shroom", bare, rows, redundancy="5")
    assert not (gold / "gold/full.jsonl").read_text().count('"labels": []')
    predictions = [
        {"id": "a", "label": YES, "p(Hallucination)": 0.9},
        {"id": "b", "label": NO, "p(Hallucination)": 0.1},
        {"id": "c", "label": YES, "p(Hallucination)": 0.6},
    ]
    file = write_jsonl(tmp_path / "run.jsonl", predictions)
    morelkit("check", gold, file)
    found = values(morelkit("score", gold, file))
    assert found["accuracy"] == pytest.approx(2 / 3)
    assert found["rho"] == pytest.approx(1)


def test_shroom_without_ids_is_joined_by_position(release, morelkit, tmp_path):
    rows = [DEV | {"hyp": f"h {n}", "labels": [YES if n < 2 else NO] * 3} for n in range(4)]
    gold = release("shroom", rows, rows)
    file = write_jsonl(
        tmp_path / "run.jsonl", [{"label": YES, "p(Hallucination)": 1 - n / 10} for n in range(4)]
    )
    assert values(morelkit("score", gold, file))["accuracy"] == pytest.approx(0.5)


def test_cap_in_two_languages(release, morelkit, tmp_path):
    rows = [
        CAP | {"index": n, "lang": ["malayalam", "en"][n % 2], "has_factual_mistakes": "yn"[n // 2 % 2]}
        for n in range(8)
    ]
    gold = release("cap", rows, rows)
    assert sorted(path.name for path in (gold / "gold").iterdir()) == ["en.full.jsonl", "ml.full.jsonl"]
    run = [
        {"index": n, "has_fluency_mistakes": "n", "has_factual_mistakes": "yn"[n // 2 % 2]} for n in range(8)
    ]
    file = write_jsonl(tmp_path / "run.jsonl", run)
    morelkit("check", gold, file)
    report = morelkit("score", gold, file)
    assert values(report, "en")["factual_f1"] == 1
    assert values(report, "malayalam")["factual_f1"] == 1


def test_openhaldet_leaves_out_abstentions_and_ties(release, morelkit, tmp_path):
    categories = ["correct", "hallucination", "abstention", "correct", "hallucination"]
    rows = [OPENHALDET | {"sample_id": f"s{n}", "eval_category": each} for n, each in enumerate(categories)]
    tied = OPENHALDET | {"sample_id": "s5"}
    votes = {
        "annotations": {"a": [], "b": []},
        "annotation_labels": {"a": {"category": "correct"}, "b": {"category": "hallucination"}},
    }
    gold = release("openhaldet", [*rows, tied], [*rows, tied | votes])
    written = [json.loads(line) for line in (gold / "gold/full.jsonl").read_text().splitlines()]
    assert written[5]["eval_category"] is None
    scores = [0.1, 0.9, 0.5, 0.4, 0.3, 0.2]
    run = [{"sample_id": f"s{n}", "score": score} for n, score in enumerate(scores)]
    file = write_jsonl(tmp_path / "run.jsonl", run)
    morelkit("check", gold, file)
    assert values(morelkit("score", gold, file))["auroc"] == pytest.approx(0.75)


def test_mushroom(release, morelkit, tmp_path):
    rows = [item(f"q-{n}") for n in range(3)]
    gold = release("mu-shroom", rows, [row | {"annotations": {"a": [[0, 3]]}} for row in rows])
    run = [{"id": f"q-{n}", "hard_labels": [[0, 3]] if n else []} for n in range(3)]
    found = values(morelkit("score", gold, write_jsonl(tmp_path / "run.jsonl", run)), "en")
    assert found["iou"] == pytest.approx(2 / 3)


@pytest.mark.parametrize("kind", ["shroom", "cap", "openhaldet", "mu-shroom"])
def test_items_that_nobody_annotated_are_not_predicted(release, morelkit, tmp_path, kind):
    rows = {
        "shroom": [TEST | DEV | {"id": n} for n in range(2)],
        "cap": [CAP | {"index": n} for n in range(2)],
        "openhaldet": [OPENHALDET | {"sample_id": f"s{n}"} for n in range(2)],
        "mu-shroom": [item(f"q-{n}", annotations={"a": []}) for n in range(2)],
    }[kind]
    gold = release(kind, rows, rows[:1], "--unannotated", "train")
    run = {
        "shroom": {"id": 0, "label": YES, "p(Hallucination)": 1},
        "cap": {"index": 0, "has_fluency_mistakes": "n", "has_factual_mistakes": "y"},
        "openhaldet": {"sample_id": "s0", "score": 1},
        "mu-shroom": {"id": "q-0", "hard_labels": []},
    }[kind]
    assert morelkit("check", gold, write_jsonl(tmp_path / "run.jsonl", [run]))


def test_a_table_in_two_languages(release, morelkit, tmp_path, capfd):
    rows = [
        {"id": f"t{n}", "lang": ["en", "fr"][n % 2], "question": "q", "answer": "ten signs.", "topic": "x"}
        for n in range(4)
    ]
    votes = {"annotations": {"a": [[0, 3]], "b": [[0, 3], [4, 9]], "c": []}}
    gold = release("table", rows, [row | votes for row in rows], redundancy="3")
    assert main(["baseline", "mark-all", str(gold)]) == 0
    (tmp_path / "run.jsonl").write_text(capfd.readouterr().out)
    assert morelkit("check", gold, tmp_path / "run.jsonl")["languages"] == ["en", "fr"]
    report = morelkit("score", gold, tmp_path / "run.jsonl", "--agreement", "--by", "topic")
    assert values(report, "en")["iou"] == values(report, "fr")["iou"] == pytest.approx(0.3)
    assert values(morelkit("score", gold, tmp_path / "run.jsonl", "--policy", "merged"), "en")["iou"] == 0.3
    assert set(morelkit("human", gold)["languages"]) == {"en", "fr"}
    one = write_jsonl(tmp_path / "one.jsonl", [{"id": f"t{n}", "hard_labels": [[0, 3]]} for n in (0, 2)])
    assert values(morelkit("score", gold / "gold/en.full.jsonl", one), "en")["iou"] == 1


HELD_BACK = ("--split-by", "field", "--splits", "split", "--hold-back", "test")


def test_items_whose_gold_is_held_back_are_checked_but_not_scored(
    release, morelkit, refused, tmp_path, capfd
):
    rows = [item(f"q-{n}", split="dev" if n < 2 else "test") for n in range(5)]
    release("mu-shroom", rows, [row | {"annotations": {"a": [[0, 3]]}} for row in rows], *HELD_BACK)
    gold = unzipped(Release.objects.get(), tmp_path / "download")
    run = [{"id": f"q-{n}", "hard_labels": [[0, 3]] if n else []} for n in range(5)]
    whole = write_jsonl(tmp_path / "run.jsonl", run)
    assert morelkit("check", gold, whole)["records"] == 5
    report = morelkit("score", gold, whole)
    assert report["languages"]["EN"]["n"] == 2
    assert values(report, "en")["iou"] == 0.5
    assert values(morelkit("score", gold, write_jsonl(tmp_path / "dev.jsonl", run[:2])), "en")["iou"] == 0.5
    assert morelkit("rank", gold, f"a={whole}", "--resamples", "100")["languages"]["EN"]["n"] == 2
    (problem,) = morelkit("score", gold, write_jsonl(tmp_path / "test.jsonl", run[2:]), status=1)["problems"]
    assert problem["code"] == "withheld_gold"
    run[3]["hard_labels"] = [[0, 99]]
    assert morelkit("score", gold, write_jsonl(whole, run), status=1)["problems"][0]["line"] == 4
    for path in (gold / "gold").iterdir():
        path.unlink()
    assert "The release contains no gold." in refused("score", gold, whole)


def test_positions_count_items_whose_gold_is_held_back(release, morelkit, tmp_path):
    rows = [
        DEV | {"hyp": f"h {n}", "split": ["dev", "test"][n // 2], "labels": [[YES, NO][n % 2]] * 3}
        for n in range(4)
    ]
    release("shroom", rows, rows, *HELD_BACK)
    gold = unzipped(Release.objects.get(), tmp_path / "download")
    run = [{"label": [YES, NO][n % 2], "p(Hallucination)": 1 - n % 2} for n in range(4)]
    report = morelkit("score", gold, write_jsonl(tmp_path / "run.jsonl", run))
    assert report["languages"]["und"]["n"] == 2
    assert values(report)["accuracy"] == 1


def test_a_held_out_human_needs_spans(release, refused):
    rows = [TEST | DEV | {"id": n, "labels": [YES, NO, NO]} for n in range(2)]
    gold = release("shroom", rows, rows)
    for path in (gold, gold / "gold/full.jsonl"):
        assert "Its annotators have marked no spans" in refused("human", path)


def test_labels_of_whole_answers_in_mushroom_records_have_no_score(release, refused, tmp_path):
    rows = [item(f"q-{n}") for n in range(2)]
    labels = {"fluency": "minor", "factuality": "errors"}
    votes = {"annotations": {"a": []}, "annotation_labels": {"a": labels}}
    gold = release("shroom-cap", rows, [row | votes for row in rows])
    file = write_jsonl(tmp_path / "run.jsonl", [])
    for command in ("check", "score"):
        assert "has no span labels to predict" in refused(command, gold, file)
