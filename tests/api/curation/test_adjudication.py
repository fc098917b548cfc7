"""A curator decides what the gold of an item is: in revisions, never counted, and gold says so."""

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
    """Ada and bo mark different words of q-1, so that nothing is gold, in a project whose curators decide."""
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


def test_what_a_curator_decides_is_gold_and_the_votes_stay(tied: Cast):
    before = gold(tied)
    assert [row["gold"] for row in before] == [{"source": "majority"}] * 2
    key = annotator(tied.alpha, tied.ada).key
    said = decide(tied, 0, (0, 3), (3, 12), note="The name is made up.", source="annotator", annotator=key)
    assert (said["revision"], said["stale"], said["decisions"][0]["note"]) == (
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


def test_gold_of_a_project_whose_curators_do_not_decide_is_as_ever(tied: Cast):
    with_field = gold(tied)
    decide(tied, 0, (0, 3))
    set_project(tied.alpha, adjudication=False)
    tied.alpha.refresh_from_db()
    assert gold(tied) == [
        {name: value for name, value in row.items() if name != "gold"} for row in with_field
    ]
    assert view(tied)["gold_source"] == "majority"


def test_what_there_is_to_start_from_is_what_the_votes_give(tied: Cast):
    asked = Api(tied.lena).get(path(tied, name="q-2"))
    assert [(span["start"], span["end"]) for span in asked["majority"]["spans"]] == [(0, 3)]
    asked = Api(tied.lena).get(path(tied))
    assert (asked["revision"], asked["stale"], asked["decisions"]) == (0, False, [])
    assert asked["majority"] == {"spans": [], "labels": {}}
    assert [(each["name"], marked(each)) for each in asked["people"]] == [
        ("ada", [[0, 12]]),
        ("bo", [[25, 30]]),
    ]


def marked(said: dict) -> list[list[int]]:
    return [[span["start"], span["end"]] for span in said["spans"]]


def test_one_can_start_from_what_was_imported_as_counting_cuts_it(tied: Cast):
    """Imported spans have no id, and may be empty, overlap or lie past the end."""
    end = len(tied["q-1"].answer)
    import_annotations(tied.alpha, {"q-1": {"annotator_x": [[4, 9], [7, 12], [3, 3], [25, end + 9]]}})
    *_, theirs = Api(tied.lena).get(path(tied))["people"]
    assert (theirs["annotator"], marked(theirs)) == ("annotator_x", [[4, 12], [25, end]])
    body = {"spans": theirs["spans"], "labels": theirs["labels"], "annotator": theirs["annotator"]}
    said = Api(tied.lena).put(path(tied), body | {"revision": 0, "note": "", "source": "annotator"})
    assert marked(said["decisions"][0]) == [[4, 12], [25, end]]


def test_every_decision_is_kept_and_the_last_one_holds_until_it_is_withdrawn(tied: Cast):
    decide(tied, 0, (0, 12))
    decide(tied, 1)
    assert gold(tied)[0]["hard_labels"] == []
    said = withdraw(tied, 2)
    assert [(each["revision"], each["withdrawn"]) for each in said["decisions"]] == [
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


def test_of_two_curators_at_once_the_second_is_told(tied: Cast):
    lea = join(tied.alpha, "lea", "lead")
    decide(tied, 0, (0, 12))
    lena = Api(tied.lena)
    before = snapshot()
    body = {"revision": 0, "spans": [], "labels": {}, "note": "", "source": "nothing"}
    assert lena.put(path(tied), body, status=409)["type"].endswith("stale_decision")
    assert snapshot() == before
    decide(tied, 1, (25, 30), by=lea)
    assert withdraw(tied, 1, status=409)["type"].endswith("stale_decision")


def test_a_decision_over_other_annotations_is_stale(tied: Cast):
    decide(tied, 0, (0, 12))
    save(tied.alpha, tied.ada, tied["q-1"], content((4, 12)))
    assert Api(tied.lena).get(path(tied))["stale"]
    assert decisions([tied["q-1"].pk])[tied["q-1"].pk].stale
    assert not decide(tied, 1, (4, 12))["stale"]


def test_over_annotations_that_the_curator_has_not_seen_nothing_is_decided(tied: Cast):
    seen = {each["annotator"]: each["revision"] for each in view(tied)["annotations"]}
    save(tied.alpha, tied.ada, tied["q-1"], content((4, 12)))
    assert decide(tied, 0, (0, 12), seen=seen, status=409)["type"].endswith("other_by_now")
    assert not Adjudication.objects.exists()
    seen = {each["annotator"]: each["revision"] for each in view(tied)["annotations"]}
    import_annotations(tied.alpha, {"q-1": {"annotator_x": [[4, 9]]}})
    assert decide(tied, 0, (0, 12), seen=seen, status=409)["type"].endswith("other_by_now")
    seen["annotator_x"] = 1
    assert not decide(tied, 0, (0, 12), seen=seen)["stale"]


def test_what_is_undone_leaves_the_decision_before_as_it_was(tied: Cast):
    key = annotator(tied.alpha, tied.ada).key
    first = decide(tied, 0, (0, 12), note="The name.", source="annotator", annotator=key)["decisions"][0]
    assert undo(tied, 1, status=409)["type"].endswith("not_decided")
    save(tied.alpha, tied.ada, tied["q-1"], content((4, 12)))
    assert not decide(tied, 1, (4, 12))["stale"]
    assert undo(tied, 1, status=409)["type"].endswith("not_decided")
    said = undo(tied, 2)
    again, *_ = said["decisions"]
    assert (said["revision"], said["stale"]) == (3, True)
    assert {**again, "at": first["at"], "revision": 1} == first
    rows = Adjudication.objects.filter(item=tied["q-1"]).order_by("number")
    assert rows[0].based_on == rows[2].based_on
    assert undo(tied, 2, status=409)["type"].endswith("stale_decision")


def test_what_was_withdrawn_is_made_anew_by_undoing_that(tied: Cast):
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
def test_what_cannot_be_decided_changes_nothing(tied: Cast, asked, status, code):
    lena = Api(tied.lena)
    before = snapshot()
    body = {"revision": 0, "spans": [], "labels": {}, "note": "", "source": "nothing", **asked}
    assert lena.put(path(tied), body, status=status)["type"].endswith(f":{code}")
    assert snapshot() == before


def test_where_a_project_does_not_want_it_nothing_is_decided(cast: Cast):
    assert decide(cast, 0, (0, 3), status=409)["type"].endswith("adjudication_off")
    assert not Adjudication.objects.exists()


def test_item_labels_are_the_curators_and_required_ones_are_asked_for():
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
    """A choice of the scheme of this name, else the first."""
    names = [
        each["name"]
        for row in project.scheme["item_labels"]
        if row["name"] == label
        for each in row["choices"]
    ]
    return wanted if wanted in names else names[0]


def test_an_exclusion_does_not_change_gold_that_is_decided(tied: Cast):
    decide(tied, 0, (0, 12))
    chosen = {"annotator": annotator(tied.alpha, tied.ada).key, "item": tied["q-1"].pk}
    told = Api(tied.lena).post("/projects/alpha/exclusions/preview/", chosen)
    assert (told["gold_changed"], told["without_gold"]) == (1, 1)  # with too few annotations it is no gold
    set_project(tied.alpha, redundancy=1)
    told = Api(tied.lena).post("/projects/alpha/exclusions/preview/", chosen)
    assert (told["items"], told["gold_changed"]) == (1, 0)
    [shown] = told["shown"]
    assert (shown["marks_before"], shown["marks_after"]) == (1, 1)
    assert (shown["characters_before"], shown["characters_after"]) == (12, 12)


def test_an_exclusion_changes_what_a_decision_leaves_to_the_votes():
    project = create_project("cap", preset="shroom-cap", redundancy=2)
    set_project(project, adjudication=True)
    project.refresh_from_db()
    for label in project.scheme["item_labels"]:
        label["required"] = False
    project.save()
    import_records(project, items(1))
    lead, item = join(project, "lena", "lead"), stored(project, "q-1")
    for name, said in (("ada", {"fluency": choice(project, "fluency", "minor")}), ("bo", {})):
        user = join(project, name)
        save(project, user, hand_over(project, user, item), {"labels": said})
    set_project(project, redundancy=1)
    body = {"revision": 0, "spans": [], "labels": {}, "note": "", "source": "nothing"}
    Api(lead).put(f"/projects/cap/items/{item.pk}/adjudication/", body)
    for name, changed in (("ada", 1), ("bo", 0)):
        key = Annotator.objects.get(project=project, user__username=name).key
        told = Api(lead).post("/projects/cap/exclusions/preview/", {"annotator": key, "item": item.pk})
        assert (told["gold_changed"], told["without_gold"]) == (changed, 0)


def test_of_an_erased_curator_the_decision_stays_without_their_words(tied: Cast):
    lea = join(tied.alpha, "lea", "lead")
    decide(tied, 0, (0, 12), by=lea, note="I know the place.")
    key = annotator(tied.alpha, lea).key
    erase_person("lea", "lea", timezone.now())
    said = Api(tied.lena).get(path(tied))["decisions"][0]
    assert (said["by"], said["note"]) == (key, "[erased]")
    assert gold(tied)[0]["gold"]["by"] == key


def test_the_download_says_where_gold_comes_from(tied: Cast):
    decide(tied, 0, (0, 12))
    response = Api(tied.lena).http.get("/api/v1/projects/alpha/gold/?language=en")
    rows = [json.loads(line) for line in b"".join(response.streaming_content).splitlines()]
    assert [row["gold"]["source"] for row in rows] == ["curated", "majority"]


def test_a_decision_is_no_annotation(tied: Cast):
    decide(tied, 0, (0, 12))
    assert not Annotation.objects.filter(annotator__user=tied.lena).exists()


def test_ranges_of_a_curator_are_joined_where_they_touch_or_overlap():
    marks = [Span(5, 9, "b", "2"), Span(0, 3, "a", "1"), Span(3, 4, "a", "3"), Span(6, 7, "a", "4")]
    assert curated_labels(marks) == [[0, 4], [5, 9]]
