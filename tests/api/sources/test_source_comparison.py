"""Sources compared with people and with each other: the page's figures are those of `morelkit judges`."""

import json

import pytest
from django.core.management import call_command

from annotation.models import Project, Source
from annotation.services.projects.project_settings import create_project
from morelkit.cli import main
from tests.api.client import Api
from tests.api.imports.import_helpers import run_jobs
from tests.people import annotate, join
from tests.records import import_records, item, write_jsonl
from tests.sources import import_source

pytestmark = pytest.mark.django_db

PATH = "/projects/alpha/source-comparison/"


def computed(lena: Api, path: str = PATH) -> dict:
    lena.post(path, status=202)
    run_jobs()
    return lena.get(path)["comparison"]


@pytest.fixture
def labelled(cast):
    """Four answers of two models and languages. People say q-1 and q-2 are correct, q-3 has errors, q-4 is a tie."""
    project = create_project("labels", preset="cap", redundancy=3)
    join(project, "lena", "lead")
    records = [
        item(f"q-{number}", lang=lang, model_id=model)
        for number, (lang, model) in enumerate([("EN", "x"), ("EN", "y"), ("FR", "x"), ("FR", "y")], start=1)
    ]
    import_records(project, records)
    votes = [["correct"] * 3, ["correct", "correct", "errors"], ["errors"] * 3, ["correct", "errors"]]
    annotations = [
        {
            "id": f"q-{number}",
            "annotations": {f"annotator_{place}": [] for place in range(len(chosen))},
            "annotation_labels": {
                f"annotator_{place}": {"factuality": choice} for place, choice in enumerate(chosen)
            },
        }
        for number, chosen in enumerate(votes, start=1)
    ]
    import_records(project, annotations, "annotations")
    first = ["correct", "errors", "errors", "correct"]
    judge(project, "first", first)
    judge(project, "second", ["correct", "correct", None, "errors"])
    return project, records


def judge(project: Project, name: str, choices: list[str | None]) -> Source:
    return import_source(
        project,
        [
            {"id": f"q-{number}", "labels": {"factuality": choice}}
            if choice
            else {"id": f"q-{number}", "status": "abstained"}
            for number, choice in enumerate(choices, start=1)
        ],
        name,
    )


def test_confusion_with_people_has_abstentions_apart(labelled, lena):
    found = computed(lena, "/projects/labels/source-comparison/")
    first, second = found["sources"]
    assert (first["name"], first["version"], found["items"]) == ("first", "1", 4)
    [factuality] = first["questions"]
    everything, english, french = factuality["groups"]
    assert factuality["choices"] == ["correct", "errors"]
    # Gold: correct, correct, errors, tie. The judge: correct, errors, errors.
    assert everything["matrix"] == [[1, 1], [0, 1]]
    assert (everything["value"], everything["n"], everything["accuracy"]) == (None, 3, pytest.approx(2 / 3))
    # p_o = 2/3, p_e = (2 · 1 + 1 · 2) / 9 = 4/9
    assert everything["kappa"] == pytest.approx((6 - 4) / (9 - 4))
    assert [(each["value"], each["n"]) for each in (english, french)] == [("en", 2), ("fr", 1)]
    errors = everything["choices"][1]
    assert (errors["choice"], errors["precision"], errors["recall"]) == ("errors", 0.5, 1)
    [of_second] = second["questions"]
    assert (of_second["groups"][0]["n"], of_second["groups"][0]["abstained"]) == (2, [0, 1])
    assert second["statuses"]["abstained"] == 1


def test_judges_are_compared_with_each_other_where_both_answered(labelled, lena):
    [pair] = computed(lena, "/projects/labels/source-comparison/")["pairs"]
    [factuality] = pair["questions"]
    # q-1: both correct; q-2: errors and correct; q-4: correct and errors
    assert factuality["groups"][0]["matrix"] == [[1, 1], [1, 0]]
    assert (factuality["groups"][0]["n"], factuality["groups"][0]["accuracy"]) == (3, pytest.approx(1 / 3))


def test_groups_are_languages_or_models(labelled, lena):
    found = computed(lena, "/projects/labels/source-comparison/?by=model")
    groups = found["sources"][0]["questions"][0]["groups"]
    assert [(each["value"], each["n"]) for each in groups] == [(None, 3), ("x", 2), ("y", 1)]


def printed(capsys, tmp_path, project: Project, records, *options: str) -> dict:
    """Return what `morelkit judges` prints on the exported annotations and sources."""
    annotations = tmp_path / "annotations.jsonl"
    call_command("export_annotations", project.slug, "--out", str(annotations))
    judges = []
    for source in Source.objects.filter(project=project).order_by("name"):
        run = tmp_path / f"{source.pk}.jsonl"
        call_command("export_source", project.slug, source.name, "--out", str(run))
        judges += ["--judge", f"{source.pk}={run}"]
    capsys.readouterr()
    items = write_jsonl(tmp_path / "items.jsonl", records)
    arguments = ["judges", str(items), str(annotations), *judges, *options, "--json"]
    assert main([*arguments, "--policy", project.policy, "--seed", str(project.seed)]) == 0
    return json.loads(capsys.readouterr().out)


def rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 12)


def figures(group: dict) -> list:
    interval = group["kappa_interval"]
    ends = [None, None] if interval is None else [rounded(end) for end in interval]
    return [group["n"], rounded(group["accuracy"]), rounded(group["kappa"]), *ends, group["matrix"]]


@pytest.mark.parametrize("by", ["language", "model"])
def test_labels_are_those_of_morelkit_to_the_last_digit(labelled, lena, capsys, tmp_path, by):
    project, records = labelled
    report = printed(capsys, tmp_path, project, records, "--scheme", "cap", "--by", by)
    found = computed(lena, f"/projects/labels/source-comparison/?by={by}")
    for source in found["sources"]:
        expected = report["judges"][str(source["source"])]
        assert source["statuses"] == expected["statuses"]
        for question in source["questions"]:
            groups = expected["questions"][question["name"]]["groups"]
            assert [figures(each) for each in question["groups"]] == [figures(each) for each in groups]
            for ours, theirs in zip(question["groups"], groups, strict=True):
                assert ours["abstained"] == theirs["abstained_by_label"]
                for scores in ours["choices"]:
                    printed_scores = theirs["labels"][scores["choice"]]
                    for name in ("people", "precision", "recall", "f1"):
                        assert rounded(scores[name]) == rounded(printed_scores[name])
    [pair] = found["pairs"]
    [printed_pair] = report["judge_pairs"]
    for question in pair["questions"]:
        groups = printed_pair["questions"][question["name"]]
        assert [figures(each) for each in question["groups"]] == [figures(each) for each in groups]


def test_spans_are_those_of_morelkit_to_the_last_digit(cast, lena, capsys, tmp_path):
    records = [item(f"q-{number}") for number in (1, 2, 3)]
    annotate(cast.alpha, cast.ada, cast["q-1"], (25, 30))
    annotate(cast.alpha, cast.bo, cast["q-1"], (22, 30))
    annotate(cast.alpha, cast.ada, cast["q-2"], (34, 38))
    annotate(cast.alpha, cast.bo, cast["q-2"])
    quotes = [{"quote": "Paris"}, {"start": 34, "end": 38}]
    import_source(
        cast.alpha,
        [
            {"id": "q-1", "spans": quotes},
            {"id": "q-2", "spans": []},
            {"id": "q-3", "spans": [{"quote": "in"}]},
        ],
    )
    found = computed(lena)["sources"][0]
    records = [*records, item("ar-1", lang="AR")]
    report = printed(capsys, tmp_path, cast.alpha, records, "--scheme", "mu-shroom", "--by", "language")
    expected = report["judges"][str(found["source"])]
    assert found["statuses"] == expected["statuses"]
    assert found["statuses"]["unsettled"] == 1
    for ours, theirs in zip(found["spans"], expected["spans"], strict=True):
        human = theirs["held_out_human"]
        assert [ours[name] for name in ("n", "human_n")] == [theirs["n"], human["n"]]
        for name in ("iou", "rho"):
            assert rounded(ours[name]) == rounded(theirs[name])
            assert rounded(ours[f"human_{name}"]) == rounded(human[name])
    # q-1: gold [25, 30), the judge also [34, 38): 5/9; q-2: nobody's majority, the judge nothing: 1
    assert found["spans"][0]["iou"] == pytest.approx((5 / 9 + 1) / 2)
    [claims] = found["questions"]
    [printed_claims] = expected["questions"].values()
    assert [figures(each) for each in claims["groups"]] == [
        figures(each) for each in printed_claims["groups"]
    ]
    [test] = found["tests"]
    assert (test["question"], test["epsilon"], test["winning_rate"], test["annotators"]) == (
        "spans",
        0.2,
        None,
        [],
    )


def test_it_can_be_limited_to_items_with_a_tag(labelled, lena):
    keys = [row["id"] for row in lena.get("/projects/labels/items/")["results"]][:2]
    change = {"kind": "tag", "value": "checked", "items": keys, "expected": 2}
    lena.post("/projects/labels/item-changes/", change, status=201)
    found = computed(lena, "/projects/labels/source-comparison/?tag=checked")
    assert found["items"] == 2


def test_it_is_due_without_a_result_and_when_sources_change(cast, lena):
    assert lena.get(PATH)["due"] is False  # no sources
    source = import_source(cast.alpha, [{"id": "q-1", "spans": [{"quote": "in"}]}])
    assert [lena.get(PATH)[name] for name in ("sources", "due", "stale", "comparison")] == [
        1,
        True,
        False,
        None,
    ]
    computed(lena)
    assert [lena.get(PATH)[name] for name in ("due", "stale")] == [False, False]
    [quote] = lena.get("/projects/alpha/source-quotes/")["results"]
    lena.post(f"/projects/alpha/source-quotes/{quote['id']}/", {"start": 31})
    assert [lena.get(PATH)[name] for name in ("due", "stale")] == [True, True]
    computed(lena)
    annotate(cast.alpha, cast.ada, cast["q-1"], (25, 30))
    assert [lena.get(PATH)[name] for name in ("due", "stale")] == [False, True]  # computed a moment ago
    lena.call("patch", f"/projects/alpha/sources/{source.pk}/", {"archived": True})
    assert [lena.get(PATH)[name] for name in ("sources", "due")] == [0, False]


def test_wrong_options_are_refused(lena):
    for query in ("by=length", "annotators=robots", f"tag={'x' * 61}"):
        lena.get(f"{PATH}?{query}", status=422)
        lena.post(f"{PATH}?{query}", status=422)


def test_a_second_request_waits_for_the_first(cast, lena):
    import_source(cast.alpha, [{"id": "q-1", "spans": []}])
    lena.post(PATH, status=202)
    assert lena.post(PATH, status=202)["run"]["state"] == "waiting"
    run_jobs()
    assert lena.get(PATH)["run"]["state"] == "done"
