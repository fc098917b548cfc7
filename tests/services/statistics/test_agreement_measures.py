"""Agreement measures of stored annotations: by language and label, and undefined ones."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from annotation.models import Annotation, Item
from annotation.queries.statistics import annotator_comparison
from annotation.queries.statistics.agreement_measures import OVERALL, agreement_measures
from annotation.queries.statistics.annotator_statistics import sums_by_language
from annotation.services.projects.project_settings import create_project
from morelkit.agreement import pool_size_curve
from tests.commands import succeeds
from tests.records import import_annotations, import_records, item, items

pytestmark = pytest.mark.django_db


def found(project, language="en", policy="mushroom-2025"):
    return agreement_measures(project, policy)[language]


def reasons(row):
    return {each["figure"]: each["code"] for each in row["undefined"]}


@pytest.fixture
def project():
    made = create_project("alpha", preset="mu-shroom")
    import_records(made, [*items(3), item("ar-1", lang="AR")])
    import_annotations(
        made,
        {
            "q-1": {"annotator_a": [[0, 12]], "annotator_b": [[4, 12]]},
            "q-2": {"annotator_a": [[0, 3]], "annotator_b": [[0, 3]], "annotator_c": []},
            "q-3": {"annotator_a": [[0, 3]]},
            "ar-1": {"annotator_a": [[25, 30]], "annotator_b": [[25, 30]]},
        },
    )
    return made


def test_a_language_has_the_measures_of_its_items(project):
    row = found(project)
    assert (row["items"], row["counted"], row["annotators_min"], row["annotators_max"]) == (3, 2, 1, 3)
    assert row["ns"] == [2, 3]
    assert row["agreement"] == pytest.approx((20 / 24 + 6 / 9) / 2)
    assert row["character_f1"] == pytest.approx((16 / 20 + 1 / 3) / 2)
    assert row["floor"] == 1 / 3
    low, high = row["interval"]
    assert (low, high) == pytest.approx((6 / 9, 20 / 24))
    assert [point["k"] for point in row["curve"]] == [2, 3]
    assert row["curve"][1]["agreement"] == pytest.approx(row["agreement"])
    assert row["policy"] == "mushroom-2025"
    assert row["span_labels"] == row["item_labels"] == row["tables"] == []


def heartbeats_after(
    monkeypatch: pytest.MonkeyPatch, module: Any, name: str, work: Callable[..., object]
) -> list[int]:
    """Numbers of heartbeats of `work` after each call of the function `name` of the module."""
    signs = 0
    at: list[int] = []
    real = getattr(module, name)

    def heartbeat(*_: object) -> None:
        nonlocal signs
        signs += 1

    def watched(*arguments: Any) -> Any:
        at.append(signs)
        return real(*arguments)

    monkeypatch.setattr(module, name, watched)
    work(heartbeat)
    return at


def test_there_is_a_heartbeat_between_the_slow_parts_of_a_chunk(project, monkeypatch):
    """A single item with many annotators is slow, and a worker without heartbeats is taken over."""
    monkeypatch.setattr(pool_size_curve, "_CELLS", 1)
    subsets = heartbeats_after(
        monkeypatch,
        pool_size_curve,
        "_of_every_subset",
        lambda heartbeat: agreement_measures(project, "mushroom-2025", heartbeat),
    )
    assert len(subsets) == len(set(subsets)) > 1
    monkeypatch.setattr(pool_size_curve, "EXACT", 1)
    orders = heartbeats_after(
        monkeypatch,
        pool_size_curve,
        "_along_orders",
        lambda heartbeat: agreement_measures(project, "mushroom-2025", heartbeat),
    )
    assert len(orders) == len(set(orders)) > 1


def test_comparisons_send_a_heartbeat_after_each_chunk(project, monkeypatch):
    monkeypatch.setattr(annotator_comparison, "_CHUNK", 1)
    chunks = heartbeats_after(
        monkeypatch,
        annotator_comparison,
        "_columns",
        lambda heartbeat: sums_by_language(project, heartbeat),
    )
    assert len(chunks) == len(set(chunks)) > 1


def test_all_languages_together_are_the_mean_over_items(project):
    row = found(project, OVERALL)
    assert (row["items"], row["counted"]) == (4, 3)
    assert row["agreement"] == pytest.approx((20 / 24 + 6 / 9 + 1) / 3)


def test_excluded_archived_and_other_than_work_items_do_not_count(project):
    Annotation.objects.filter(item__external_id="q-2", annotator__key="annotator_c").update(
        excluded_at=timezone.now()
    )
    Item.objects.filter(external_id="q-1").update(archived_at=timezone.now())
    Item.objects.filter(external_id="q-3").update(kind=Item.Kind.TRAINING)
    row = found(project)
    assert (row["items"], row["counted"], row["agreement"], row["exact_f1"]) == (1, 1, 1, 1)


def test_a_language_without_pairs_or_items_has_reasons_instead_of_values():
    made = create_project("gamma", preset="mu-shroom")
    import_records(made, items(1))
    assert set(reasons(found(made)).values()) == {"no_pairs"}
    Item.objects.update(archived_at=timezone.now())
    row = found(made)
    assert reasons(row)["alpha"] == "no_items"
    assert (row["alpha"], row["agreement"], row["interval"], row["floor"], row["curve"]) == (None,) * 4 + (
        [],
    )


def test_only_alpha_is_undefined_if_nothing_or_everything_is_marked():
    made = create_project("gamma", preset="mu-shroom")
    import_records(made, [*items(2), item("ar-1", lang="AR")])
    everything = {"annotator_a": [[0, 39]], "annotator_b": [[0, 39]]}
    nothing = {"annotator_a": [], "annotator_b": []}
    import_annotations(made, {"q-1": nothing, "q-2": nothing, "ar-1": everything})
    assert reasons(found(made)) == {"alpha": "nothing_marked"}
    assert found(made)["agreement"] == 1
    assert reasons(found(made, "ar", "raw")) == {"alpha": "all_marked", "interval": "one_item"}


def test_each_span_label_has_its_measures():
    made = create_project("gamma", preset="visions")
    import_records(made, items(1))
    spans = {"annotator_a": [[0, 4, "invention"], [10, 12, "OCR"]], "annotator_b": [[0, 4, "invention"]]}
    import_annotations(made, {"q-1": spans})
    row = found(made, policy="raw")
    by_label = {each["name"]: each for each in row["span_labels"]}
    assert row["agreement"] == pytest.approx(10 / 12)
    assert by_label["invention"]["agreement"] == by_label["invention"]["exact_f1"] == 1
    assert by_label["OCR"]["agreement"] == 0.5
    assert reasons(by_label["miscounting"])["alpha"] == "nothing_marked"
    use = {name: (each["used"], each["used_agreement"]) for name, each in by_label.items()}
    assert (use["invention"], use["OCR"], use["miscounting"]) == ((1, 1), (1, 0.5), (0, None))
    assert by_label["miscounting"]["agreement"] == 1  # over all items, where nobody marked it


def choose(project, chosen):
    """`chosen`: item id → annotator's key → item labels."""
    import_records(
        project,
        [
            {"id": name, "annotations": {key: [] for key in by_key}, "annotation_labels": by_key}
            for name, by_key in chosen.items()
        ],
        "annotations",
    )


def labels(fluency, factuality):
    return {"fluency": fluency, "factuality": factuality}


def test_item_labels_have_alpha_percentage_agreement_and_a_table():
    made = create_project("gamma", preset="shroom-cap")
    import_records(made, items(3))
    fine, wrong, odd = labels("well-formed", "correct"), labels("minor", "errors"), labels("minor", "correct")
    choose(
        made,
        {
            "q-1": {"annotator_a": fine, "annotator_b": fine},
            "q-2": {"annotator_a": wrong, "annotator_b": odd},
            "q-3": {"annotator_a": fine},
        },
    )
    row = found(made)
    assert set(reasons(row).values()) == {"no_spans"}
    fluency, factuality = row["item_labels"]
    assert (fluency["name"], fluency["n"], fluency["counted"]) == ("fluency", 5, 2)
    assert (fluency["alpha"], fluency["percentage"], factuality["percentage"]) == (1, 1, 0.5)
    (table,) = row["tables"]
    assert (table["rows"], table["columns"]) == ("fluency", "factuality")
    assert table["row_choices"] == ["well-formed", "minor", "not-fluent"]
    assert table["counts"] == [[3, 0], [1, 1], [0, 0]]
    # Expected: 3 · 4 / 5 = 2.4, 0.6, 1.6, 0.4.
    assert table["chi_square"] == pytest.approx(0.36 / 2.4 + 0.36 / 0.6 + 0.36 / 1.6 + 0.36 / 0.4)
    assert table["cramers_v"] == pytest.approx((1.875 / 5) ** 0.5)
    assert table["undefined"] == []


def test_item_labels_with_one_value_have_a_reason_instead_of_alpha():
    made = create_project("gamma", preset="shroom-cap")
    import_records(made, items(1))
    fine = labels("well-formed", "correct")
    choose(made, {"q-1": {"annotator_a": fine, "annotator_b": fine}})
    row = found(made)
    assert [reasons(each) for each in row["item_labels"]] == [{"alpha": "one_value"}] * 2
    assert reasons(row["tables"][0]) == {"chi_square": "one_value", "cramers_v": "one_value"}


def test_the_command_prints_json_with_reasons_for_undefined_measures(project):
    english = next(row for row in json.loads(succeeds("agreement", "alpha", "--json")) if row["lang"] == "EN")
    assert {name: value for name, value in english.items() if name != "lang"} == json.loads(
        json.dumps(found(project))
    )
    arabic = json.loads(succeeds("agreement", "alpha", "--json", "--policy", "merged"))[0]
    assert arabic["policy"] == "merged"
    assert arabic["undefined"] == [
        {"figure": "interval", "code": "one_item", "detail": "undefined, because one item has no spread"}
    ]
