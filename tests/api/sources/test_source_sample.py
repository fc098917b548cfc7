"""A random sample for people to check: stratified, the same for the same seed, assigned, and blind to the source."""

import json
from importlib import import_module

import pytest
from django.apps import apps
from django.utils import timezone

from annotation.models import Assignment, Item, ItemChange, ItemTag, Project, Tag
from annotation.services.curation.item_changes import change_items
from foundation.models import AuditEvent
from tests.api.client import Api
from tests.people import annotator
from tests.records import import_records, items
from tests.sources import import_source

pytestmark = pytest.mark.django_db

PATH = "/projects/alpha/source-samples/"
SECRET = "the judge has said so"


@pytest.fixture
def source(cast):
    """A judge that marks q-1 to q-10, marks nothing in q-11 to q-23, and abstains from ar-1."""
    import_records(cast.alpha, items(23)[3:])
    spans = [{"start": 25, "end": 30}]
    records = [{"id": f"q-{n}", "spans": spans if n <= 10 else [], "reasoning": SECRET} for n in range(1, 24)]
    return import_source(cast.alpha, [*records, {"id": "ar-1", "status": "abstained"}])


def drawn(cast, tag: str) -> set[str]:
    rows = ItemTag.objects.filter(tag__project=cast.alpha, tag__name=tag)
    return set(rows.values_list("item__external_id", flat=True))


def strata(found: dict) -> list[tuple]:
    return [(each["language"], each["value"], each["items"], each["drawn"]) for each in found["strata"]]


def test_a_preview_counts_each_language_and_result_and_writes_nothing(source, lena):
    found = lena.post(f"{PATH}preview/", {"size": 11, "source_id": source.pk})
    assert strata(found) == [("en", "marked", 10, 10), ("en", "unmarked", 13, 11)]
    assert (found["items"], found["left_out"]) == (21, 1)
    by_language = lena.post(f"{PATH}preview/", {"size": 2})
    assert strata(by_language) == [("ar", "", 1, 1), ("en", "", 23, 2)]
    assert not ItemTag.objects.exists()


def test_a_draw_tags_the_items_assigns_them_and_is_logged(cast, source, lena):
    keys = [annotator(cast.alpha, who).key for who in (cast.ada, cast.bo)]
    body = {"size": 3, "seed": 7, "source_id": source.pk, "tag": "checked by people", "annotators": keys}
    found = lena.post(PATH, body, status=201)
    assert (found["items"], found["seed"]) == (6, 7)
    assert {each["annotator"]: len(each["items"]) for each in found["assigned"]} == dict.fromkeys(keys, 6)
    chosen = drawn(cast, "checked by people")
    assert len(chosen) == 6
    assert sum(int(each.removeprefix("q-")) <= 10 for each in chosen) == 3
    for who in (cast.ada, cast.bo):
        rows = Assignment.objects.filter(annotator__user=who, state="reserved")
        assert set(rows.values_list("item__external_id", flat=True)) == chosen
    event = AuditEvent.objects.get(kind="sample_drawn")
    assert (event.details["seed"], event.details["size"], event.details["items"]) == (7, 3, 6)
    assert event.details["source"] == source.pk


def test_a_draw_that_is_interrupted_leaves_no_tag(cast, source, lena, monkeypatch):
    def killed(*_, **__):
        raise SystemExit

    monkeypatch.setattr("annotation.services.sources.source_sample.record", killed)
    with pytest.raises(SystemExit):
        lena.post(PATH, {"size": 3, "tag": "one"})
    assert drawn(cast, "one") == set()
    assert not ItemChange.objects.exists()


def test_the_same_seed_draws_the_same_items_and_another_seed_others(cast, source, lena):
    for tag, seed in (("one", 7), ("two", 7), ("three", 8)):
        lena.post(PATH, {"size": 3, "seed": seed, "source_id": source.pk, "tag": tag}, status=201)
    assert drawn(cast, "one") == drawn(cast, "two") != drawn(cast, "three")


def test_the_draw_is_undone_like_any_change_of_items(cast, source, lena):
    change = lena.post(PATH, {"size": 3, "tag": "one"}, status=201)["change"]
    lena.post(f"/projects/alpha/item-changes/{change}/undo/")
    assert drawn(cast, "one") == set()


def test_annotators_get_the_items_blind_to_the_source(cast, source, lena, ada):
    key = annotator(cast.alpha, cast.ada).key
    lena.post(PATH, {"size": 3, "source_id": source.pk, "tag": "one", "annotators": [key]}, status=201)
    shown = ada.post("/projects/alpha/next/")
    assert Assignment.objects.filter(item=shown["item"]["id"], annotator__user=cast.ada).exists()
    for text in (json.dumps(shown), json.dumps(ada.get("/projects/alpha/mine/"))):
        assert SECRET not in text
        assert "judge" not in text


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"size": 0}, 422),
        ({"size": 1_001}, 422),
        ({"size": 1, "source_id": 999_999}, 404),
        ({"size": 1, "item_label": "fluency"}, 422),
        ({"size": 1, "seed": -1}, 422),
        ({"size": 1, "tag": " "}, 422),
        ({"size": 1, "annotators": ["nobody"]}, 422),
    ],
)
def test_wrong_requests_are_refused_and_nothing_is_drawn(source, lena, body, status):
    lena.post(PATH, {"tag": "one", **body}, status=status)
    assert not ItemTag.objects.exists()


def test_a_label_needs_its_source_and_a_tag_is_new(source, lena):
    refused = lena.post(
        PATH, {"size": 1, "source_id": source.pk, "item_label": "fluency", "tag": "one"}, status=422
    )
    assert refused["errors"][0]["pointer"] == "/item_label"
    lena.post(PATH, {"size": 1, "tag": "one"}, status=201)
    assert lena.post(PATH, {"size": 1, "tag": "ONE"}, status=422)["errors"][0]["pointer"] == "/tag"


def test_items_that_can_have_no_tag_more_are_not_drawn(cast, source, lena):
    for number in range(20):
        tag = Tag.objects.create(project=cast.alpha, name=f"t{number}", folded=f"t{number}")
        ItemTag.objects.create(tag=tag, item=cast["q-1"])
    found = lena.post(PATH, {"size": 1_000, "tag": "one"}, status=201)
    assert found["items"] == len(drawn(cast, "one")) == 23
    assert "q-1" not in drawn(cast, "one")


def test_of_a_balanced_project_only_items_of_its_sample_are_drawn(cast, source, lena):
    Project.objects.filter(pk=cast.alpha.pk).update(assignment="balanced")
    Item.objects.filter(project=cast.alpha).exclude(external_id__in=("q-1", "q-2")).update(reservable=False)
    lena.post(PATH, {"size": 1_000, "tag": "one"}, status=201)
    assert drawn(cast, "one") == {"q-1", "q-2"}


def test_a_draw_with_too_many_assignments_is_refused_by_the_field(cast, source, lena, monkeypatch):
    monkeypatch.setattr("annotation.services.sources.source_sample.MAX_ASSIGNMENTS", 5)
    keys = [annotator(cast.alpha, who).key for who in (cast.ada, cast.bo)]
    body = {"size": 3, "source_id": source.pk, "tag": "one"}
    refused = lena.post(PATH, {**body, "annotators": keys}, status=422)
    assert refused["errors"][0]["pointer"] == "/annotators"
    assert "12 assignments" in refused["errors"][0]["detail"]
    assert drawn(cast, "one") == set()
    two = {**body, "size": 2, "annotators": [keys[0], keys[0]]}  # named twice, assigned once: 4 assignments
    assert len(lena.post(PATH, two, status=201)["assigned"]) == 1


def test_the_migration_marks_the_draws_that_the_audit_log_has(cast, source, lena):
    change = lena.post(PATH, {"size": 1, "tag": "one"}, status=201)["change"]
    other = change_items(cast.alpha, "tag", "other", [cast["q-1"].pk], 1, cast.lena, timezone.now())
    ItemChange.objects.update(sample=False)
    import_module("annotation.migrations.0028_samples").mark_samples(apps, None)
    assert dict(ItemChange.objects.values_list("pk", "sample")) == {change: True, other.pk: False}


def test_only_leads_draw(source, ada: Api):
    ada.post(PATH, {"size": 1, "tag": "one"}, status=403)
