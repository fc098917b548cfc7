"""Rules that decide on many open items at once: preview, decisions that name the rule, and undo."""

import pytest
from django.utils import timezone

from annotation.models import Adjudication, Item, RuleApplication
from annotation.services.projects.project_settings import set_project
from foundation.models import AuditEvent
from tests.api.client import Api
from tests.people import Cast, annotate

pytestmark = pytest.mark.django_db

PATH = "/projects/alpha/decision-rules/"
TIES_GOLD = {"kind": "ties", "gold": True}
LONGEST = {"kind": "boundaries", "characters": 2, "take": "longest"}


@pytest.fixture
def disputed(cast: Cast) -> Cast:
    """q-1: a boundary that differs by two characters. q-2: only ada marks something."""
    set_project(cast.alpha, adjudication=True)
    cast.alpha.refresh_from_db()
    annotate(cast.alpha, cast.ada, cast["q-1"], (0, 12))
    annotate(cast.alpha, cast.bo, cast["q-1"], (0, 10))
    annotate(cast.alpha, cast.ada, cast["q-2"], (0, 3))
    annotate(cast.alpha, cast.bo, cast["q-2"])
    return cast


def preview(cast: Cast, rule: dict, *, status: int = 200) -> dict:
    return Api(cast.lena).post(f"{PATH}preview/", rule, status=status)


def apply(cast: Cast, rule: dict, expected: int, *, status: int = 201) -> dict:
    return Api(cast.lena).post(PATH, rule | {"expected": expected}, status=status)


def undo(cast: Cast, key: int, *, status: int = 200) -> dict:
    return Api(cast.lena).post(f"{PATH}{key}/undo/", status=status)


def assert_nothing_decided() -> None:
    assert (Adjudication.objects.count(), RuleApplication.objects.count()) == (0, 0)


def problem(refused: dict) -> str:
    return refused["type"].rsplit(":", 1)[-1]


def view(cast: Cast, name: str) -> dict:
    return Api(cast.lena).get(f"/projects/alpha/items/{cast[name].pk}/")


def gold(cast: Cast, name: str) -> tuple[str, list[list[int]]]:
    found = view(cast, name)
    return found["gold_source"], [[span["start"], span["end"]] for span in found["gold"]]


def test_a_preview_shows_the_marks_before_and_after_and_changes_nothing(disputed: Cast):
    found = preview(disputed, TIES_GOLD)
    assert (found["items"], found["more"], found["examined"], found["policy"]) == (
        2,
        False,
        2,
        "mushroom-2025",
    )
    assert [(each["external_id"], each["n"], each["before"], each["after"]) for each in found["results"]] == [
        ("q-1", 2, [{"start": 0, "end": 10}], [{"start": 0, "end": 12}]),
        ("q-2", 2, [], [{"start": 0, "end": 3}]),
    ]
    found = preview(disputed, LONGEST)
    assert [each["external_id"] for each in found["results"]] == ["q-1"]
    assert preview(disputed, LONGEST | {"characters": 1})["items"] == 0
    assert_nothing_decided()


def test_decisions_name_the_rule_and_leave_the_queue(disputed: Cast):
    applied = apply(disputed, TIES_GOLD, 2)
    assert (applied["items"], applied["changed"], applied["by"]) == (2, [], "lena")
    assert gold(disputed, "q-1") == ("curated", [[0, 12]])
    assert gold(disputed, "q-2") == ("curated", [[0, 3]])
    [decision] = Adjudication.objects.filter(item=disputed["q-2"])
    assert (decision.source, decision.note, decision.curator.user) == ("rule", "ties are gold", disputed.lena)
    assert preview(disputed, TIES_GOLD)["items"] == 0
    event = AuditEvent.objects.filter(kind="decision_made").get()
    assert event.details == {"rule": "ties are gold", "items": 2, "application": applied["id"]}
    [listed] = Api(disputed.lena).get(PATH)["results"]
    assert listed == applied
    stale = Api(disputed.lena).get("/projects/alpha/decisions/")["stale"]
    assert stale == 0


def test_undo_restores_the_majority_except_where_somebody_decided_since(disputed: Cast):
    applied = apply(disputed, TIES_GOLD, 2)
    body = {"revision": 1, "spans": [], "labels": {}, "note": "Not at all.", "source": "nothing"}
    Api(disputed.lena).put(f"/projects/alpha/items/{disputed['q-2'].pk}/adjudication/", body)
    [listed] = Api(disputed.lena).get(PATH)["results"]
    assert listed["changed"] == ["q-2"]
    undone = undo(disputed, applied["id"])
    assert (undone["withdrawn"], undone["changed"], undone["undone_by"]) == (1, ["q-2"], "lena")
    assert gold(disputed, "q-1") == ("majority", [[0, 10]])
    assert gold(disputed, "q-2") == ("curated", [])
    assert problem(undo(disputed, applied["id"], status=409)) == "undone_before"
    # The item waits again, and the next application counts on from its decisions.
    assert apply(disputed, LONGEST, 1)["items"] == 1
    decided = Adjudication.objects.filter(item=disputed["q-1"]).order_by("number")
    assert list(decided.values_list("number", "withdrawn")) == [
        (1, False),
        (2, True),
        (3, False),
    ]


def test_a_preview_that_is_no_longer_true_decides_nothing(disputed: Cast):
    assert preview(disputed, TIES_GOLD)["items"] == 2
    annotate(disputed.alpha, disputed.bo, disputed["q-2"], (0, 3))  # now both mark it
    assert problem(apply(disputed, TIES_GOLD, 2, status=409)) == "other_by_now"
    assert problem(apply(disputed, LONGEST | {"characters": 1}, 0, status=422)) == "nothing_there"
    assert_nothing_decided()
    assert apply(disputed, TIES_GOLD, 1)["items"] == 1


def test_archived_items_and_items_of_other_projects_are_left_alone(disputed: Cast):
    Item.objects.filter(pk=disputed["q-1"].pk).update(archived_at=timezone.now())
    found = preview(disputed, TIES_GOLD)
    assert [each["external_id"] for each in found["results"]] == ["q-2"]
    applied = apply(disputed, TIES_GOLD, 1)
    assert not Adjudication.objects.exclude(item=disputed["q-2"]).exists()
    Api(disputed.otto).post(f"/projects/beta/decision-rules/{applied['id']}/undo/", status=404)
    undo(disputed, 999_999, status=404)


def test_a_tied_item_label_leaves_the_item_to_a_person(disputed: Cast):
    scheme = {
        "version": 1,
        "span_labels": [{"name": "hallucination", "text": "Hallucination"}],
        "item_labels": [
            {
                "name": "fluency",
                "text": "Fluency",
                "required": True,
                "choices": [{"name": "good", "text": "Good"}, {"name": "bad", "text": "Bad"}],
            }
        ],
    }
    Api(disputed.lena).put("/projects/alpha/scheme/", scheme)
    disputed.alpha.refresh_from_db()
    annotate(disputed.alpha, disputed.ada, disputed["q-1"], (0, 12), labels={"fluency": "good"})
    annotate(disputed.alpha, disputed.bo, disputed["q-1"], (0, 10), labels={"fluency": "bad"})
    annotate(disputed.alpha, disputed.ada, disputed["q-2"], (0, 3), labels={"fluency": "good"})
    annotate(disputed.alpha, disputed.bo, disputed["q-2"], labels={"fluency": "good"})
    assert [each["external_id"] for each in preview(disputed, TIES_GOLD)["results"]] == ["q-2"]
    apply(disputed, TIES_GOLD, 1)
    assert Adjudication.objects.get(item=disputed["q-2"]).labels == {"fluency": "good"}


def test_bad_rules_are_refused_by_name(disputed: Cast):
    refused = preview(disputed, {"kind": "coin"}, status=422)
    assert refused["errors"][0]["pointer"] == "/kind"
    refused = preview(disputed, LONGEST | {"characters": 51}, status=422)
    assert refused["errors"][0]["pointer"] == "/characters"
    preview(disputed, LONGEST | {"take": "widest"}, status=422)
    preview(disputed, TIES_GOLD | {"language": "xx"}, status=422)
    set_project(disputed.alpha, adjudication=False)
    assert problem(apply(disputed, TIES_GOLD, 2, status=409)) == "adjudication_off"
    set_project(disputed.alpha, adjudication=True)
    assert_nothing_decided()
