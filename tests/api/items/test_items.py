"""The leads' item list and item view, with values computed by hand."""

from itertools import islice

import pytest
from django.utils import timezone

from annotation.models import Item
from annotation.queries.items import item_lists
from api.common import cursors
from tests.api.client import Api
from tests.people import annotate, annotator, content, hand_over, save
from tests.records import import_annotations

pytestmark = pytest.mark.django_db

ITEMS = "/projects/alpha/items/"


@pytest.fixture
def judged(cast):
    """q-1: marks [0, 12) and [4, 12); q-2: marks without overlap; q-3: one annotation and a draft."""
    annotate(cast.alpha, cast.ada, cast["q-1"], (0, 12), comment="Names.", unsure=True)
    annotate(cast.alpha, cast.bo, cast["q-1"], (4, 12))
    annotate(cast.alpha, cast.ada, cast["q-2"], (0, 3))
    annotate(cast.alpha, cast.bo, cast["q-2"], (25, 30))
    annotate(cast.alpha, cast.ada, cast["q-3"])
    save(cast.alpha, cast.bo, hand_over(cast.alpha, cast.bo, cast["q-3"]), content((0, 3)), submit=False)
    return cast


def ids(api: Api, query: str) -> list[str]:
    return [row["external_id"] for row in api.get(ITEMS + query)["results"]]


def test_items_are_listed_by_agreement_lowest_first(judged, lena):
    rows = lena.get(ITEMS)["results"]
    assert [(row["external_id"], row["n"]) for row in rows] == [("q-2", 2), ("q-1", 2)]
    assert rows[0]["agreement"] == 0.5
    assert rows[1]["agreement"] == pytest.approx((12 + 8) / (2 * 12))


def test_a_row_describes_the_disagreement(judged, lena):
    row = lena.get(ITEMS + "?order=agreement")["results"][1]
    assert row["runs"] == [{"start": 0, "end": 4, "count": 1}, {"start": 4, "end": 12, "count": 2}]
    assert (row["ties"], row["gold_characters"], row["answer_length"]) == (4, 8, 39)
    assert (row["unsure"], row["comments"], row["drafts"]) == (1, 1, 0)
    assert (row["status"], row["redundancy"]) == ("complete", 2)


def test_the_list_counts_only_doubts_and_comments_of_counted_annotations(judged, lena):
    row = lena.get(ITEMS + "?order=ordinal")["results"][0]
    assert (row["external_id"], row["unsure"], row["comments"]) == ("q-1", 1, 1)
    annotations = judged["q-1"].annotation_set.filter(annotator__user__in=[judged.ada, judged.bo])
    for change in ({"surplus": True}, {"surplus": False, "excluded_at": timezone.now()}):
        annotations.update(**change)
        row = lena.get(ITEMS + "?order=ordinal")["results"][0]
        assert (row["unsure"], row["comments"], row["n"]) == (0, 0, 0)
        assert row["surplus"] == (2 if change["surplus"] else 0)


def test_an_item_deleted_while_the_list_is_read_is_left_out(judged, lena, monkeypatch):
    def read_then_delete(scan, count):
        keys = list(islice(scan, count))
        Item.objects.filter(project=judged.alpha, external_id="ar-1").delete()
        return keys

    monkeypatch.setattr(item_lists, "islice", read_then_delete)
    assert ids(lena, "?order=ordinal") == ["q-1", "q-2", "q-3"]


def test_the_order_of_import_lists_all_work_items(judged, lena):
    rows = lena.get(ITEMS + "?order=ordinal")["results"]
    assert [row["external_id"] for row in rows] == ["q-1", "q-2", "q-3", "ar-1"]
    assert [row["drafts"] for row in rows] == [0, 0, 1, 0]
    assert [row["agreement"] for row in rows][2:] == [None, None]
    assert [row["status"] for row in rows] == ["complete", "complete", "open", "open"]


@pytest.mark.parametrize("query", ["language=ar", "language=AR"])
def test_a_language_is_matched_without_regard_to_case(judged, lena, query):
    assert ids(lena, f"?order=ordinal&{query}") == ["ar-1"]


@pytest.mark.parametrize(
    ("search", "found"), [("q-2", ["q-2"]), ("ADA LOVE", 4), ("nothing", 0), ("100%_", 0)]
)
def test_search_covers_ids_questions_and_answers(judged, lena, search, found):
    answer = ids(lena, f"?order=ordinal&search={search.replace('%', '%25')}")
    assert answer == found or len(answer) == found


@pytest.mark.parametrize("order", ["ordinal", "agreement"])
def test_pages_follow_one_another(judged, lena, monkeypatch, order):
    whole = ids(lena, f"?order={order}")
    monkeypatch.setattr(cursors, "PAGE", 1)
    monkeypatch.setattr(cursors.split, "__defaults__", (1,))
    seen, cursor = [], ""
    while cursor is not None:
        page = lena.get(f"{ITEMS}?order={order}&cursor={cursor}")
        seen += [row["external_id"] for row in page["results"]]
        cursor = page["next"]
    assert seen == whole


def test_an_unknown_order_is_refused(lena):
    problem = lena.get(ITEMS + "?order=random", status=422)
    assert problem["errors"][0]["pointer"] == "/order"


@pytest.mark.parametrize("language", ["zz", "fr", "EN,AR", "e", "x" * 500, "%00"])
def test_a_language_of_no_item_is_refused(cast, lena, language):
    for path in (ITEMS, f"{ITEMS}{cast['q-1'].pk}/"):
        problem = lena.get(f"{path}?language={language}", status=422)
        assert problem["errors"][0]["pointer"] == "/language"
        assert "ar, en" in problem["detail"].lower()


def test_an_item_shows_all_annotations_and_its_gold(judged, lena):
    seen = lena.get(f"{ITEMS}{judged['q-1'].pk}/")
    assert seen["gold"] == [{"start": 4, "end": 12}]
    assert [(each["name"], each["status"]) for each in seen["annotations"]] == [
        ("ada", "counted"),
        ("bo", "counted"),
    ]
    assert seen["annotations"][0]["normalized"] == [{"start": 0, "end": 12}]
    assert seen["annotations"][0]["comment"] == "Names."
    assert seen["policy"] == "mushroom-2025"


def test_leads_see_that_a_draft_exists_but_not_its_content(judged, lena):
    seen = lena.get(f"{ITEMS}{judged['q-3'].pk}/")
    draft = next(each for each in seen["annotations"] if each["name"] == "bo")
    assert (draft["status"], draft["spans"], draft["normalized"], draft["submitted_at"]) == (
        "draft",
        [],
        [],
        None,
    )
    assert seen["n"] == 1


def history(api: Api, cast, name: str) -> list[tuple]:
    rows = api.get(f"{ITEMS}{cast[name].pk}/history/")["results"]
    return [(row["kind"], row["name"], row["revision"], row["in_force"]) for row in rows]


def test_the_history_of_an_item_has_every_submission_and_no_draft(judged, lena):
    annotate(judged.alpha, judged.ada, judged["q-1"], (4, 12))
    assert history(lena, judged, "q-1") == [
        ("submitted", "ada", 2, True),
        ("submitted", "bo", 1, True),
        ("given", "bo", None, False),
        ("submitted", "ada", 1, False),
        ("given", "ada", None, False),
    ]
    assert {row[:2] for row in history(lena, judged, "q-3")} == {
        ("given", "ada"),
        ("submitted", "ada"),
        ("given", "bo"),
    }


def test_the_history_has_exclusions_and_imports(judged, lena):
    bo = annotator(judged.alpha, judged.bo).key
    chosen = {"annotator": bo, "item": judged["q-1"].pk, "reason": "Spam.", "expected": 1}
    lena.post("/projects/alpha/exclusions/", chosen, status=201)
    import_annotations(judged.alpha, {"q-1": {"annotator_x": [[0, 3]]}})
    rows = lena.get(f"{ITEMS}{judged['q-1'].pk}/history/")["results"]
    assert (rows[0]["kind"], rows[0]["name"]) == ("imported", "annotator_x")
    assert [row["reason"] for row in rows if row["kind"] == "excluded"] == ["Spam."]
    assert len(rows) == 6


def test_filter_options_and_history_have_no_names_in_an_anonymous_project(judged, lena):
    judged.alpha.anonymous = True
    judged.alpha.save()
    rows = lena.get(f"{ITEMS}{judged['q-1'].pk}/history/")["results"]
    choices = lena.get(f"{ITEMS}choices/")["annotators"]
    assert all(row["name"] == row["annotator"] for row in rows)
    assert all(each["name"] == each["key"] for each in choices)


def test_neighbours_follow_the_filtered_list(judged, lena):
    worst = lena.get(f"{ITEMS}{judged['q-2'].pk}/?order=agreement")
    assert (worst["previous"], worst["next"]) == (None, judged["q-1"].pk)
    assert (worst["position"], worst["total"]) == (1, 2)
    last = lena.get(f"{ITEMS}{judged['ar-1'].pk}/?order=ordinal")
    assert (last["previous"], last["next"], last["position"]) == (judged["q-3"].pk, None, 4)
    outside = lena.get(f"{ITEMS}{judged['ar-1'].pk}/?language=en")
    assert (outside["previous"], outside["next"], outside["position"], outside["total"]) == (
        None,
        None,
        None,
        2,
    )


def test_an_item_above_its_redundancy_is_over_full(judged, lena):
    import_annotations(judged.alpha, {"q-1": {"annotator_x": [[0, 3]]}})
    seen = lena.get(f"{ITEMS}{judged['q-1'].pk}/")
    assert (seen["status"], seen["n"]) == ("over-full", 3)
    assert lena.get("/projects/alpha/summary/")["overall"]["over_full"] == 1


def test_an_excluded_annotation_is_shown_with_its_reason_and_not_counted(judged, lena):
    bo = annotator(judged.alpha, judged.bo).key
    chosen = {"annotator": bo, "item": judged["q-1"].pk, "reason": "Spam.", "expected": 1}
    lena.post("/projects/alpha/exclusions/", chosen, status=201)
    seen = lena.get(f"{ITEMS}{judged['q-1'].pk}/")
    assert (seen["n"], seen["agreement"]) == (1, None)
    assert (seen["annotations"][1]["status"], seen["annotations"][1]["reason"]) == ("excluded", "Spam.")
