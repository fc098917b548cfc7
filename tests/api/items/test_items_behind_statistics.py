"""Every number of the statistics has a filter that lists exactly the items it counts."""

from itertools import pairwise
from typing import Any
from urllib.parse import urlencode

import pytest
from django.utils import timezone

from annotation.models import Annotation, ItemStatistic
from annotation.queries.items import item_order
from annotation.services.statistics.rollups import refresh_items
from foundation.jobs import run_waiting
from tests.api.client import Api
from tests.people import Cast, annotate, annotator
from tests.records import import_annotations, import_records, items, stored

pytestmark = pytest.mark.django_db

ITEMS = "/projects/alpha/items/"

SCHEME = {
    "span_labels": [{"name": "hallucination", "text": "Hallucination"}],
    "item_labels": [
        {
            "name": name,
            "text": name,
            "required": False,
            "choices": [{"name": each, "text": each} for each in choices],
        }
        # A name may be a number, which databases read as a list index.
        for name, choices in {"fluency": ["minor", "well"], "1": ["errors", "none"]}.items()
    ],
}


@pytest.fixture
def judged(cast: Cast) -> Cast:
    """Two annotators on seven items, on and between bounds of bars; a third on one of them; one alone on q-10."""
    alpha = cast.alpha
    alpha.scheme = SCHEME
    alpha.save()
    import_records(alpha, [*items(12)[3:], *items(2, prefix="m", model_id="larch-7b")])
    ends = {"q-1": 1, "q-2": 3, "q-3": 5, "q-4": 7, "q-5": 10, "q-6": 9, "m-1": 1}
    for number, (name, end) in enumerate(ends.items()):
        well = {"fluency": "well", "1": "none"}
        labels = [well, {"fluency": "minor", "1": "errors"}, {"fluency": "minor"}, {}][number % 4]
        annotate(alpha, cast.ada, stored(alpha, name), (0, 10), labels=labels)
        annotate(
            alpha, cast.bo, stored(alpha, name), (0, end), labels=well if number % 2 else {"1": "errors"}
        )
    import_annotations(alpha, {"q-5": {"annotator_x": [[20, 22]]}})
    annotate(alpha, cast.ada, stored(alpha, "q-10"), (0, 2), labels={"fluency": "well"})
    return cast


@pytest.fixture
def figures(judged: Cast, lena: Api) -> dict[str, Any]:
    lena.post("/projects/alpha/agreement/", {"asked": True}, status=202)
    run_waiting("statistics")
    figures: dict[str, Any] = lena.get("/projects/alpha/agreement/")["overall"]
    return figures


def found(api: Api, **asked: Any) -> list[str]:
    ids, cursor = [], ""
    while cursor is not None:
        page = api.get(f"{ITEMS}?{urlencode({'order': 'ordinal', 'limit': 100, **asked, 'cursor': cursor})}")
        ids += [row["external_id"] for row in page["results"]]
        cursor = page["next"]
    return ids


def test_each_bar_of_the_distribution_has_its_items(figures, lena):
    bars = figures["distribution"]
    bounds = [f"{at / len(bars):.2f}" for at in range(len(bars) + 1)]
    for order in ("agreement", "ordinal"):
        lists = [
            found(lena, order=order, agreement_from=low, agreement_to=high) for low, high in pairwise(bounds)
        ]
        assert [len(each) for each in lists] == bars
    by_bound = dict(zip(bounds, lists, strict=False))
    assert by_bound["0.55"] == ["q-1", "m-1"]  # 11/20: equal to the bound
    assert by_bound["0.65"] == ["q-2"]
    assert by_bound["0.95"] == ["q-6"]  # 19/20
    assert sum(bars) == figures["counted"] == 7


def test_an_agreement_of_1_is_in_the_last_bar(figures, judged, lena):
    annotate(judged.alpha, judged.bo, judged["q-1"], (0, 10))
    assert found(lena, agreement_from="0.95", agreement_to="1") == ["q-1", "q-6"]
    assert found(lena, agreement_from="1") == ["q-1"]
    assert found(lena, agreement_to="0.64") == ["q-5", "m-1"]  # 21/33, 11/20


def test_the_filter_compares_stored_integers(judged, lena):
    """A value 10⁻¹² below a bound is below it."""
    ItemStatistic.objects.filter(item=judged["q-1"]).update(agreement=549_999_999_999)
    assert found(lena, agreement_from="0.5", agreement_to="0.55", language="en") == ["q-1"]


def test_each_count_of_an_item_label_has_its_items(figures, lena):
    for label in figures["item_labels"]:
        assert len(found(lena, label=f"{label['name']}:", counted=2)) == label["counted"]
    [fluency, factuality] = figures["item_labels"]
    assert (fluency["counted"], factuality["counted"]) == (2, 4)
    assert found(lena, label="fluency:") == ["q-1", "q-2", "q-3", "q-4", "q-5", "q-6", "q-10", "m-1"]


def test_each_cell_of_two_labels_has_the_items_whose_annotation_chose_both(figures, lena):
    [table] = figures["tables"]
    assert (table["rows"], table["columns"], table["counts"]) == ("fluency", "1", [[2, 0], [0, 5]])

    def behind(label: str, with_label: str) -> list[str]:
        return found(lena, label=label, with_label=with_label)

    assert behind("fluency:minor", "1:errors") == ["q-2", "q-6"]
    assert behind("fluency:well", "1:none") == ["q-1", "q-2", "q-4", "q-5", "q-6"]
    assert behind("fluency:minor", "1:none") == behind("fluency:well", "1:errors") == []
    assert behind("fluency:", "1:none") == behind("1:none", "fluency:") == behind("fluency:well", "1:none")


def test_a_cell_counts_annotations_and_lists_each_item_once(judged, lena):
    both = {"fluency": "well", "1": "none"}
    annotate(judged.alpha, judged.bo, judged["q-1"], (0, 10), labels=both)  # as ada there
    lena.post("/projects/alpha/agreement/", {"asked": True}, status=202)
    run_waiting("statistics")
    figures = lena.get("/projects/alpha/agreement/")["overall"]
    assert figures["tables"][0]["counts"] == [[2, 0], [0, 6]]
    assert found(lena, label="fluency:well", with_label="1:none") == ["q-1", "q-2", "q-4", "q-5", "q-6"]
    [fluency, _] = figures["item_labels"]
    assert (fluency["n"], len(found(lena, label="fluency:"))) == (11, 8)


def test_each_model_has_its_items_with_a_counted_annotation(judged, figures, lena):
    rows = {(row["language"], row["model"]): row for row in lena.get("/projects/alpha/tables/")["models"]}
    assert {key: row["items"] for key, row in rows.items()} == {("en", ""): 7, ("en", "larch-7b"): 1}
    for (language, model), row in rows.items():
        assert len(found(lena, language=language, model=model, counted=1)) == row["items"]


def test_a_pair_of_annotators_has_only_items_that_both_annotations_count_for(judged, lena):
    ada, bo = (annotator(judged.alpha, who) for who in (judged.ada, judged.bo))
    Annotation.objects.filter(item=judged["q-3"], annotator=bo).update(excluded_at=timezone.now())
    both = found(lena, annotator=ada.key, beside=bo.key)
    assert both == ["q-1", "q-2", "q-4", "q-5", "q-6", "m-1"]


def test_each_number_of_the_overview_has_its_items(judged, lena):
    late = stored(judged.alpha, "q-4")
    Annotation.objects.filter(item=late, annotator__user=judged.bo).update(surplus=True)
    refresh_items(judged.alpha, [late])
    summary = lena.get("/projects/alpha/summary/")
    for row in summary["languages"]:
        language = row["language"]
        assert len(found(lena, language=language)) == row["items"]
        assert len(found(lena, language=language, status="reached")) == row["complete"]
        assert len(found(lena, language=language, status="over-full")) == row["over_full"]
        assert len(found(lena, language=language, order="agreement")) == row["counted"]
        most = row["annotators_max"]
        assert most == 0 or found(lena, language=language, counted=most) == ["q-5"]
    assert len(found(lena, status="reached")) == summary["overall"]["complete"] == 6
    assert found(lena, status="surplus") == ["q-4"]
    assert summary["surplus"] == 1


def test_reached_is_complete_where_everyone_annotates_everything(judged, lena):
    judged.alpha.assignment = "everyone"
    judged.alpha.save()
    judged.alpha.project_languages.filter(language="ar").update(closed=True)
    assert found(lena, status="reached") == found(lena, status="complete") == ["ar-1"]


@pytest.mark.parametrize(
    ("asked", "pointer"),
    [
        ({"agreement_from": "1.1"}, "/agreement_from"),
        ({"agreement_to": "nan"}, "/agreement_to"),
        ({"agreement_to": "-0"}, "/agreement_to"),
        ({"agreement_from": "٠.٥"}, "/agreement_from"),
        ({"agreement_from": "0.1234567890123"}, "/agreement_from"),
        ({"counted": "-1"}, "/counted"),
        ({"counted": "32768"}, "/counted"),
        ({"label": "odd:"}, "/label"),
        ({"with_label": "1:none"}, "/with_label"),
        ({"label": "hallucination", "with_label": "1:none"}, "/with_label"),
        ({"label": "fluency:well", "with_label": "fluency:minor"}, "/with_label"),
    ],
)
def test_an_invalid_filter_is_refused_with_its_field(judged, lena, asked, pointer):
    problem = lena.get(f"{ITEMS}?{urlencode(asked)}", status=422)
    assert problem["errors"][0]["pointer"] == pointer
    if "counted" in asked:
        asked = {"counted": int(asked["counted"])}
    problem = lena.post("/projects/alpha/views/", {"name": "Odd", "filter": asked}, status=422)
    assert problem["errors"][0]["pointer"] == f"/filter{pointer}"


def test_a_saved_view_keeps_the_filter_and_the_export_has_its_items(judged, lena):
    asked = {"label": "fluency:well", "with_label": "1:none", "counted": 2, "agreement_from": "0.6"}
    kept = lena.post("/projects/alpha/views/", {"name": "Well", "filter": asked}, status=201)["filter"]
    assert {name: kept[name] for name in asked} == asked
    address = (
        f"/api/v1/projects/alpha/items-export/?{urlencode({**kept, 'model': '', 'split': ''}, doseq=True)}"
    )
    lines = b"".join(lena.http.get(address)).decode().splitlines()
    assert [line.split(",")[0] for line in lines] == ["id"]
    assert found(lena, **{**asked, "counted": 1}) == ["q-2", "q-4", "q-5", "q-6"]


@pytest.mark.parametrize(
    "asked",
    [
        {"order": "agreement", "agreement_from": "0.95"},
        {"order": "few", "counted": 3},
        {"order": "disputed", "agreement_from": "0.95"},
    ],
)
def test_a_range_is_found_without_scanning_the_items_before_it(judged, lena, monkeypatch, asked):
    monkeypatch.setattr(item_order, "MAX_SCANNED", 1)
    page = lena.get(f"{ITEMS}?{urlencode(asked)}")
    assert len(page["results"]) == 1
