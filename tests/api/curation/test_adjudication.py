"""Curators' decisions on the gold of items: they are kept as revisions, never counted, and named in gold."""

import json

import pytest
from django.utils import timezone

from annotation.models import Adjudication, Annotation, Annotator
from annotation.queries.curation.adjudications import decisions
from annotation.queries.gold.gold_export import GoldExport
from annotation.services.people.erasure import erase_person
from annotation.services.projects.project_settings import create_project, set_project
from morelkit.gold.policy import GoldPolicy
from morelkit.gold.votes import curated_labels
from morelkit.text.spans import Span
from tests.api.client import Api
from tests.people import Cast, annotate, annotator, content, hand_over, join, save
from tests.records import import_annotations, import_records, items, stored
from tests.services.statistics.recount import assert_recounted
from tests.snapshot import snapshot

pytestmark = pytest.mark.django_db


@pytest.fixture
def tied(cast: Cast) -> Cast:
    """A project with adjudication, where ada and bo mark different words of q-1, so that nothing is gold."""
    set_project(cast.alpha, adjudication=True)
    cast.alpha.refresh_from_db()
    annotate(cast.alpha, cast.ada, cast["q-1"], (0, 12))
    annotate(cast.alpha, cast.bo, cast["q-1"], (25, 30))
    annotate(cast.alpha, cast.ada, cast["q-2"], (0, 3))
    annotate(cast.alpha, cast.bo, cast["q-2"], (0, 3))
    return cast


def path(cast: Cast, end: str = "", name: str = "q-1") -> str:
    return f"/projects/alpha/items/{cast[name].pk}/adjudication/{end}"


def decide(cast: Cast, revision: int, *spans: tuple[int, int], status: int = 200, by=None, **more) -> dict:
    marks = [
        {"id": f"m{n}", "start": s, "end": e, "label": "hallucination"} for n, (s, e) in enumerate(spans)
    ]
    body = {"revision": revision, "spans": marks, "labels": {}, "note": "", "source": "nothing", **more}
    return Api(by or cast.lena).put(path(cast), body, status=status)


def withdraw(cast: Cast, revision: int, *, status: int = 200) -> dict:
    return Api(cast.lena).post(path(cast, "withdraw/"), {"revision": revision}, status=status)


def view(cast: Cast) -> dict:
    return Api(cast.lena).get(f"/projects/alpha/items/{cast['q-1'].pk}/")


def gold(cast: Cast) -> list[dict]:
    return list(GoldExport(cast.alpha, policy=GoldPolicy(normalization="raw"), language="en"))


def test_a_decision_is_gold_and_the_votes_stay(tied: Cast):
    before = gold(tied)
    assert [row["gold"] for row in before] == [{"source": "majority"}] * 2
    key = annotator(tied.alpha, tied.ada).key
    response = decide(
        tied, 0, (0, 3), (3, 12), note="The name is made up.", source="annotator", annotator=key
    )
    assert (response["revision"], response["stale"], response["decisions"][0]["note"]) == (
        1,
        False,
        "The name is made up.",
    )
    curated, majority = gold(tied)
    assert curated["hard_labels"] == [[0, 12]]
    assert curated["soft_labels"] == before[0]["soft_labels"]
    assert list(curated)[-1] == "gold"
    assert (curated["gold"]["source"], curated["gold"]["by"]) == (
        "curated",
        annotator(tied.alpha, tied.lena).key,
    )
    assert majority == before[1]
    shown = view(tied)
    assert (shown["gold"], shown["gold_source"]) == ([{"start": 0, "end": 12}], "curated")
    assert (shown["n"], len(shown["annotations"])) == (2, 2)
    assert_recounted(tied.alpha)


def test_gold_is_unchanged_without_adjudication(tied: Cast):
    with_field = gold(tied)
    decide(tied, 0, (0, 3))
    set_project(tied.alpha, adjudication=False)
    tied.alpha.refresh_from_db()
    assert gold(tied) == [
        {name: value for name, value in row.items() if name != "gold"} for row in with_field
    ]
    assert view(tied)["gold_source"] == "majority"


def test_the_starting_point_is_the_majority_vote(tied: Cast):
    asked = Api(tied.lena).get(path(tied, name="q-2"))
    assert [(span["start"], span["end"]) for span in asked["majority"]["spans"]] == [(0, 3)]
    asked = Api(tied.lena).get(path(tied))
    assert (asked["revision"], asked["stale"], asked["decisions"]) == (0, False, [])
    assert asked["majority"] == {"spans": [], "labels": {}}
    assert [(each["name"], marked(each)) for each in asked["people"]] == [
        ("ada", [[0, 12]]),
        ("bo", [[25, 30]]),
    ]


def test_an_annotation_is_also_sent_as_it_counts(tied: Cast):
    """mushroom-2025 cuts the space after a mark, and joins marks that touch."""
    set_project(tied.alpha, policy="mushroom-2025")
    annotate(tied.alpha, tied.ada, tied["q-2"], (0, 2), (2, 3), (7, 12))
    raw, counted = [[0, 2], [2, 3], [7, 12]], [[0, 3], [7, 12]]
    ada = Api(tied.lena).get(path(tied, name="q-2"))["people"][0]
    assert marked(ada) == raw
    assert [[span["start"], span["end"]] for span in ada["normalized"]] == counted
    assert {span["label"] for span in ada["normalized"]} == {"hallucination"}


def marked(response: dict) -> list[list[int]]:
    return [[span["start"], span["end"]] for span in response["spans"]]


def test_imported_annotations_are_clipped_as_a_starting_point(tied: Cast):
    """Imported spans have no id and may be empty, overlap or end past the answer."""
    end = len(tied["q-1"].answer)
    import_annotations(tied.alpha, {"q-1": {"annotator_x": [[4, 9], [7, 12], [3, 3], [25, end + 9]]}})
    *_, theirs = Api(tied.lena).get(path(tied))["people"]
    assert (theirs["annotator"], marked(theirs)) == ("annotator_x", [[4, 12], [25, end]])
    body = {"spans": theirs["spans"], "labels": theirs["labels"], "annotator": theirs["annotator"]}
    response = Api(tied.lena).put(path(tied), body | {"revision": 0, "note": "", "source": "annotator"})
    assert marked(response["decisions"][0]) == [[4, 12], [25, end]]


def test_every_decision_is_kept_and_the_last_one_is_in_force_until_it_is_withdrawn(tied: Cast):
    decide(tied, 0, (0, 12))
    decide(tied, 1)
    assert gold(tied)[0]["hard_labels"] == []
    response = withdraw(tied, 2)
    assert [(each["revision"], each["withdrawn"]) for each in response["decisions"]] == [
        (3, True),
        (2, False),
        (1, False),
    ]
    assert gold(tied)[0]["gold"] == {"source": "majority"}
    assert decisions([tied["q-1"].pk]) == {}
    assert withdraw(tied, 3, status=409)["type"].endswith("not_decided")
    decide(tied, 3, (0, 12), source="annotator")
    assert decisions([tied["q-1"].pk])[tied["q-1"].pk].number == 4
    kinds = [
        row["kind"]
        for row in Api(tied.lena).get(f"/projects/alpha/items/{tied['q-1'].pk}/history/")["results"]
    ]
    assert kinds[:4] == ["decided", "withdrawn", "decided", "decided"]


def test_the_second_of_two_simultaneous_decisions_is_refused(tied: Cast):
    lea = join(tied.alpha, "lea", "lead")
    decide(tied, 0, (0, 12))
    lena = Api(tied.lena)
    before = snapshot()
    body = {"revision": 0, "spans": [], "labels": {}, "note": "", "source": "nothing"}
    assert lena.put(path(tied), body, status=409)["type"].endswith("stale_decision")
    assert snapshot() == before
    decide(tied, 1, (25, 30), by=lea)
    assert withdraw(tied, 1, status=409)["type"].endswith("stale_decision")


def test_a_decision_is_stale_when_annotations_have_changed(tied: Cast):
    decide(tied, 0, (0, 12))
    save(tied.alpha, tied.ada, tied["q-1"], content((4, 12)))
    assert Api(tied.lena).get(path(tied))["stale"]
    assert decisions([tied["q-1"].pk])[tied["q-1"].pk].stale
    assert not decide(tied, 1, (4, 12))["stale"]


def test_a_decision_on_unseen_annotations_is_refused(tied: Cast):
    seen = {each["annotator"]: each["revision"] for each in view(tied)["annotations"]}
    save(tied.alpha, tied.ada, tied["q-1"], content((4, 12)))
    assert decide(tied, 0, (0, 12), seen=seen, status=409)["type"].endswith("other_by_now")
    assert not Adjudication.objects.exists()
    seen = {each["annotator"]: each["revision"] for each in view(tied)["annotations"]}
    import_annotations(tied.alpha, {"q-1": {"annotator_x": [[4, 9]]}})
    assert decide(tied, 0, (0, 12), seen=seen, status=409)["type"].endswith("other_by_now")
    seen["annotator_x"] = 1
    assert not decide(tied, 0, (0, 12), seen=seen)["stale"]


def test_undoing_restores_the_decision_before(tied: Cast):
    key = annotator(tied.alpha, tied.ada).key
    first = decide(tied, 0, (0, 12), note="The name.", source="annotator", annotator=key)["decisions"][0]
    assert undo(tied, 1, status=409)["type"].endswith("not_decided")
    save(tied.alpha, tied.ada, tied["q-1"], content((4, 12)))
    assert not decide(tied, 1, (4, 12))["stale"]
    assert undo(tied, 1, status=409)["type"].endswith("not_decided")
    response = undo(tied, 2)
    again, *_ = response["decisions"]
    assert (response["revision"], response["stale"]) == (3, True)
    assert {**again, "at": first["at"], "revision": 1} == first
    rows = Adjudication.objects.filter(item=tied["q-1"]).order_by("number")
    assert rows[0].based_on == rows[2].based_on
    assert undo(tied, 2, status=409)["type"].endswith("stale_decision")


def test_undoing_a_withdrawal_restores_the_decision(tied: Cast):
    decide(tied, 0, (0, 12))
    withdraw(tied, 1)
    assert undo(tied, 2)["decisions"][0]["spans"]
    assert gold(tied)[0]["hard_labels"] == [[0, 12]]


def undo(cast: Cast, revision: int, *, status: int = 200) -> dict:
    return Api(cast.lena).post(path(cast, "undo/"), {"revision": revision}, status=status)


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ({"spans": [{"id": "a", "start": 3, "end": 99, "label": "hallucination"}]}, 422, "invalid"),
        ({"spans": [{"id": "a", "start": 0, "end": 3, "label": "other"}]}, 422, "invalid"),
        ({"labels": {"fluency": "bad"}}, 422, "invalid"),
        ({"note": "x" * 20_001}, 422, "invalid"),
        ({"source": "annotator", "annotator": "nobody"}, 422, "no_person"),
        ({"source": "dice"}, 422, "invalid"),
        ({"seen": {"annotator_x": "1"}}, 422, "invalid"),
        ({"revision": 7}, 409, "stale_decision"),
    ],
)
def test_a_refused_decision_changes_nothing(tied: Cast, asked, status, code):
    lena = Api(tied.lena)
    before = snapshot()
    body = {"revision": 0, "spans": [], "labels": {}, "note": "", "source": "nothing", **asked}
    assert lena.put(path(tied), body, status=status)["type"].endswith(f":{code}")
    assert snapshot() == before


def test_overlapping_spans_of_a_decision_are_refused(tied: Cast):
    lena = Api(tied.lena)
    before = snapshot()
    spans = [
        {"id": "a", "start": 4, "end": 9, "label": "hallucination"},
        {"id": "b", "start": 0, "end": 4, "label": "hallucination"},
        {"id": "c", "start": 6, "end": 12, "label": "hallucination"},
    ]
    body = {"revision": 0, "spans": spans, "labels": {}, "note": "", "source": "nothing"}
    problem = lena.put(path(tied), body, status=422)
    assert [(each["pointer"], each["code"]) for each in problem["errors"]] == [("/spans/2", "overlapping")]
    assert problem["type"].endswith(":overlapping")
    answer = tied["q-1"].answer
    assert problem["detail"] == (
        f"“{answer[6:12]}” (characters 6 to 12) overlaps “{answer[4:9]}” (characters 4 to 9), which has the same "
        "label. Join them, or move an edge."
    )
    assert snapshot() == before


def test_decisions_are_refused_without_adjudication(cast: Cast):
    assert decide(cast, 0, (0, 3), status=409)["type"].endswith("adjudication_off")
    assert not Adjudication.objects.exists()


def test_decisions_set_item_labels_and_required_ones_must_be_set():
    project = create_project("cap", preset="shroom-cap", redundancy=2)
    set_project(project, adjudication=True)
    import_records(project, items(1))
    lead = join(project, "lena", "lead")
    for name, fluency in (("ada", "minor"), ("bo", "ok")):
        user = join(project, name)
        labels = {
            "fluency": choice(project, "fluency", fluency),
            "factuality": choice(project, "factuality", ""),
        }
        save(project, user, hand_over(project, user, stored(project, "q-1")), {"labels": labels})
    project.refresh_from_db()
    [record] = GoldExport(project, policy=GoldPolicy(normalization="raw"))
    assert record["item_labels"]["fluency"]["tie"]
    where = f"/projects/cap/items/{stored(project, 'q-1').pk}/adjudication/"
    minor, factual = choice(project, "fluency", "minor"), choice(project, "factuality", "")
    body = {"revision": 0, "spans": [], "labels": {"fluency": minor}, "note": "", "source": "majority"}
    Api(lead).put(where, body, status=422)
    Api(lead).put(where, body | {"labels": {"fluency": minor, "factuality": factual}})
    [record] = GoldExport(project, policy=GoldPolicy(normalization="raw"))
    assert record["item_labels"]["fluency"] == {"value": minor, "share": 0.5, "n": 2, "tie": False}


def choice(project, label: str, wanted: str) -> str:
    """The wanted choice if the scheme has it, else the first."""
    names = [
        each["name"]
        for row in project.scheme["item_labels"]
        if row["name"] == label
        for each in row["choices"]
    ]
    return wanted if wanted in names else names[0]


def test_an_exclusion_does_not_change_decided_gold(tied: Cast):
    decide(tied, 0, (0, 12))
    chosen = {"annotator": annotator(tied.alpha, tied.ada).key, "item": tied["q-1"].pk}
    effects = Api(tied.lena).post("/projects/alpha/exclusions/preview/", chosen)
    assert (effects["gold_changed"], effects["without_gold"]) == (
        1,
        1,
    )  # items with too few annotations have no gold
    set_project(tied.alpha, redundancy=1)
    effects = Api(tied.lena).post("/projects/alpha/exclusions/preview/", chosen)
    assert (effects["items"], effects["gold_changed"]) == (1, 0)
    [shown] = effects["shown"]
    assert (shown["marks_before"], shown["marks_after"]) == (1, 1)
    assert (shown["characters_before"], shown["characters_after"]) == (12, 12)


def test_an_exclusion_changes_item_labels_that_a_decision_leaves_to_the_votes():
    project = create_project("cap", preset="shroom-cap", redundancy=2)
    set_project(project, adjudication=True)
    project.refresh_from_db()
    for label in project.scheme["item_labels"]:
        label["required"] = False
    project.save()
    import_records(project, items(1))
    lead, item = join(project, "lena", "lead"), stored(project, "q-1")
    for name, labels in (("ada", {"fluency": choice(project, "fluency", "minor")}), ("bo", {})):
        user = join(project, name)
        save(project, user, hand_over(project, user, item), {"labels": labels})
    set_project(project, redundancy=1)
    body = {"revision": 0, "spans": [], "labels": {}, "note": "", "source": "nothing"}
    Api(lead).put(f"/projects/cap/items/{item.pk}/adjudication/", body)
    for name, changed in (("ada", 1), ("bo", 0)):
        key = Annotator.objects.get(project=project, user__username=name).key
        effects = Api(lead).post("/projects/cap/exclusions/preview/", {"annotator": key, "item": item.pk})
        assert (effects["gold_changed"], effects["without_gold"]) == (changed, 0)


def test_the_decision_of_an_erased_curator_stays_without_its_note(tied: Cast):
    lea = join(tied.alpha, "lea", "lead")
    decide(tied, 0, (0, 12), by=lea, note="I know the place.")
    key = annotator(tied.alpha, lea).key
    erase_person("lea", "lea", timezone.now())
    response = Api(tied.lena).get(path(tied))["decisions"][0]
    assert (response["by"], response["note"]) == (key, "[erased]")
    assert gold(tied)[0]["gold"]["by"] == key


def test_downloaded_gold_has_its_source(tied: Cast):
    decide(tied, 0, (0, 12))
    response = Api(tied.lena).http.get("/api/v1/projects/alpha/gold/?language=en")
    rows = [json.loads(line) for line in b"".join(response.streaming_content).splitlines()]
    assert [row["gold"]["source"] for row in rows] == ["curated", "majority"]


def test_a_decision_does_not_count_as_an_annotation(tied: Cast):
    decide(tied, 0, (0, 12))
    assert not Annotation.objects.filter(annotator__user=tied.lena).exists()


def test_touching_and_overlapping_spans_of_a_decision_are_joined():
    marks = [Span(5, 9, "b", "2"), Span(0, 3, "a", "1"), Span(3, 4, "a", "3"), Span(6, 7, "a", "4")]
    assert curated_labels(marks) == [[0, 4], [5, 9]]
