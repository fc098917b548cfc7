"""The orders and filters of the leads' item list, on values computed by hand."""

from urllib.parse import urlencode

import pytest

from annotation.models import Annotation, Item
from annotation.queries.items import item_order
from tests.api.client import Api
from tests.people import Cast, annotate, annotator, join
from tests.records import import_annotations, import_records, item
from tests.services.statistics.recount import assert_recounted

pytestmark = pytest.mark.django_db

ITEMS = "/projects/alpha/items/"


@pytest.fixture
def judged(cast: Cast) -> Cast:
    """q-1: marks [0, 12) and [4, 12); q-2: [0, 3) and [25, 30); q-3: one annotation; ar-1: none."""
    import_records(cast.alpha, [item("m-1", model_id="larch-7b", split="val", answer="The light was lit.")])
    annotate(cast.alpha, cast.ada, cast["q-1"], (0, 12), comment="Names.", unsure=True)
    annotate(cast.alpha, cast.bo, cast["q-1"], (4, 12), comment="Both.")
    annotate(cast.alpha, cast.ada, cast["q-2"], (0, 3), comment="One.")
    annotate(cast.alpha, cast.bo, cast["q-2"], (25, 30))
    annotate(cast.alpha, cast.ada, cast["q-3"], unsure=True)
    return cast


def ids(api: Api, query: str) -> list[str]:
    return [row["external_id"] for row in api.get(ITEMS + query)["results"]]


def key(cast: Cast, name: str) -> str:
    return annotator(cast.alpha, getattr(cast, name)).key


@pytest.mark.parametrize(
    ("order", "found"),
    [
        ("agreement", ["q-2", "q-1"]),
        ("disputed", ["q-2", "q-1"]),  # 3 + 5 characters, 4
        ("ties", ["q-2", "q-1"]),
        ("single", ["q-2", "q-1"]),
        ("unsure", ["q-3", "q-1"]),  # one each: the later item first
        ("comments", ["q-1", "q-2"]),
        ("few", ["ar-1", "m-1", "q-3", "q-1", "q-2"]),
        ("ordinal", ["q-1", "q-2", "q-3", "ar-1", "m-1"]),
    ],
)
def test_items_are_listed_in_each_order(judged, lena, order, found):
    assert ids(lena, f"?order={order}") == found


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("model=larch-7b", ["m-1"]),
        ("model=", ["q-1", "q-2", "q-3", "ar-1"]),
        ("model=larch", []),
        ("split=val", ["m-1"]),
        ("split=&language=ar", ["ar-1"]),
        ("label=hallucination", ["q-1", "q-2"]),
        ("status=open", ["q-3", "ar-1", "m-1"]),
        ("status=complete", ["q-1", "q-2"]),
        ("status=over-full", []),
        ("status=surplus", []),
        ("status=open&language=EN&search=light", ["m-1"]),
    ],
)
def test_items_are_filtered(judged, lena, query, found):
    assert ids(lena, f"?order=ordinal&{query}") == found


def test_the_annotator_filter_finds_submitted_items(judged, lena):
    assert ids(lena, f"?order=ordinal&annotator={key(judged, 'bo')}") == ["q-1", "q-2"]
    assert ids(lena, f"?order=unsure&annotator={key(judged, 'ada')}") == ["q-3", "q-1"]


def test_over_full_and_surplus_items_are_found(judged, lena):
    import_annotations(judged.alpha, {"q-1": {"annotator_x": [[0, 3]]}})
    Annotation.objects.filter(item=judged["q-3"]).update(surplus=True)
    assert ids(lena, "?order=ordinal&status=over-full") == ["q-1"]
    assert ids(lena, "?order=ordinal&status=surplus") == ["q-3"]


def test_closing_a_language_completes_it_where_everyone_annotates_everything(judged, lena):
    judged.alpha.assignment = "everyone"
    judged.alpha.save()
    judged.alpha.project_languages.filter(language="ar").update(closed=True)
    assert ids(lena, "?order=ordinal&status=complete") == ["ar-1"]
    assert ids(lena, "?order=ordinal&status=open") == ["q-1", "q-2", "q-3", "m-1"]
    assert ids(lena, "?order=ordinal&status=over-full") == []


def test_items_are_filtered_by_item_label(judged, lena):
    import_records(judged.beta, [item("b-1")])
    beta = Api(judged.otto)
    labels = {"fluency": "minor", "factuality": "errors"}
    judged.beta.scheme = {
        "span_labels": [],
        "item_labels": [
            {"name": name, "text": name, "choices": [{"name": each, "text": each} for each in choices]}
            for name, choices in {"fluency": ["minor", "well"], "factuality": ["errors", "none"]}.items()
        ],
    }
    judged.beta.save()
    annotate(
        judged.beta, judged.otto, Item.objects.get(project=judged.beta, external_id="b-1"), labels=labels
    )
    path = "/projects/beta/items/?order=ordinal&label="
    assert [row["external_id"] for row in beta.get(f"{path}fluency:minor")["results"]] == ["b-1"]
    assert beta.get(f"{path}fluency:well")["results"] == []


@pytest.mark.parametrize(
    ("query", "pointer"),
    [
        ("order=random", "/order"),
        ("status=odd", "/status"),
        ("label=Hallucination", "/label"),
        ("annotator=nobody", "/annotator"),
        ("language=zz", "/language"),
    ],
)
def test_an_unknown_value_is_refused_with_its_field(judged, lena, query, pointer):
    for path in (ITEMS, f"{ITEMS}{judged['q-1'].pk}/"):
        assert lena.get(f"{path}?{query}", status=422)["errors"][0]["pointer"] == pointer


def test_a_filter_in_a_body_is_checked_like_one_in_the_query(judged, lena):
    problem = lena.post(f"{ITEMS}unassign/", {"filter": {"label": "odd"}}, status=422)
    assert problem["errors"][0]["pointer"] == "/filter/label"


@pytest.mark.parametrize("name", ["search", "model", "split"])
def test_a_too_long_text_is_refused_with_its_field_everywhere(judged, lena, name):
    """SQLite refuses a pattern of more than 50,000 bytes."""
    fits, too_long = "%" * 1_000, "%" * 25_001
    for path in (ITEMS, "/projects/alpha/items-export/", f"{ITEMS}{judged['q-1'].pk}/"):
        assert lena.http.get(f"/api/v1{path}", {name: fits, "order": "ordinal"}).status_code == 200
        problem = lena.get(f"{path}?{urlencode({name: too_long, 'order': 'ordinal'})}", status=422)
        assert (problem["errors"][0]["pointer"], problem["errors"][0]["code"]) == (f"/{name}", "max_length")
    for path, more in (("/projects/alpha/views/", {"name": "Odd"}), (f"{ITEMS}unassign/", {})):
        problem = lena.post(path, {"filter": {name: fits + "%"}, **more}, status=422)
        assert problem["errors"][0]["pointer"] == f"/filter/{name}"


def test_an_annotator_of_another_project_is_unknown(judged, lena):
    theirs = annotator(judged.beta, judged.otto).key
    assert lena.get(f"{ITEMS}?annotator={theirs}", status=422)["errors"][0]["pointer"] == "/annotator"


def test_a_bulk_action_on_a_filter_changes_only_its_items(judged, lena):
    handed = lena.post(f"{ITEMS}reopen/", {"filter": {"order": "comments", "annotator": key(judged, "bo")}})
    assert {each for row in handed["changed"] for each in row["items"]} == {
        judged["q-1"].pk,
        judged["q-2"].pk,
    }
    assert_recounted(judged.alpha)


@pytest.fixture
def short_scans(monkeypatch: pytest.MonkeyPatch) -> None:
    """One request scans a single item."""
    monkeypatch.setattr(item_order, "MAX_SCANNED", 1)
    monkeypatch.setattr(item_order, "FIRST_QUERY", 1)


def test_a_page_may_be_empty_before_the_end(judged, lena, short_scans):
    seen, pages, cursor = [], 0, ""
    while cursor is not None:
        page = lena.get(f"{ITEMS}?order=ordinal&model=larch-7b&cursor={cursor}")
        seen += [row["external_id"] for row in page["results"]]
        cursor, pages = page["next"], pages + 1
    assert seen == ["m-1"]
    assert pages > 4


def test_an_item_beyond_the_counted_part_of_the_list_has_neighbours(judged, lena, short_scans):
    seen = lena.get(f"{ITEMS}{judged['q-2'].pk}/?order=ordinal")
    assert (seen["listed"], seen["position"], seen["total"], seen["total_exact"]) == (True, None, 1, False)
    assert (seen["previous"], seen["next"]) == (judged["q-1"].pk, judged["q-3"].pk)


def test_filter_options_are_those_of_the_project(judged, lena):
    join(judged.alpha, "cy")
    choices = lena.get(f"{ITEMS}choices/")
    assert (choices["models"], choices["splits"]) == (["larch-7b"], ["val"])
    assert [each["name"] for each in choices["annotators"]] == ["ada", "bo", "cy", "lena"]
