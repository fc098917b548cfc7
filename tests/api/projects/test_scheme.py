"""Leads change the scheme; changes that would lose content are refused."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from annotation.models import Annotation, AnnotationRevision, Item, Project
from annotation.services.imports.lifecycle import undo_import
from annotation.services.projects.project_settings import create_project, set_project
from tests.api.client import Api
from tests.people import Cast, annotate, content, hand_over, join, reserve, save
from tests.records import import_records, item
from tests.snapshot import snapshot

pytestmark = pytest.mark.django_db

PATH = "/projects/alpha/scheme/"
HALLUCINATION = {"name": "hallucination", "text": "Hallucination", "color": 1, "key": "", "texts": {}}
OTHER = {"name": "other", "text": "Other", "color": 6, "key": "9", "texts": {}}
YES, NO, HALF = (
    {"name": name, "text": name.title(), "key": "", "texts": {}} for name in ("yes", "no", "half")
)
FINE = {"name": "fine", "text": "Is it fine?", "required": False, "choices": [YES, NO], "texts": {}}


def draft(
    *spans: dict[str, Any], labels: tuple[dict[str, Any], ...] = (), version: int = 1
) -> dict[str, Any]:
    return {"version": version, "span_labels": list(spans), "item_labels": list(labels)}


def mark(project: Project, user: User, chosen: Item, **more: Any) -> Annotation:
    span = {"start": 0, "end": 3, "label": "hallucination"}
    return save(project, user, hand_over(project, user, chosen), {"spans": [span], **more})


def refused(cast: Cast, body: dict[str, Any], status: int) -> dict[str, Any]:
    lena = Api(cast.lena)
    before = snapshot()
    problem = lena.put(PATH, body, status=status)
    assert snapshot() == before
    return problem


def test_only_a_changed_scheme_creates_a_version(cast: Cast):
    lena = Api(cast.lena)
    wanted = draft(OTHER, HALLUCINATION, labels=(FINE,))
    after = lena.put(PATH, wanted)
    defaults = {"evidence": "off", "consistency_rules": [], "unit": "characters"}
    assert after == wanted | {"version": 2, "uses_spans": True} | defaults
    assert lena.get(PATH) == after
    assert lena.put(PATH, wanted | {"version": 2})["version"] == 2
    shown = Api(cast.ada).get("/projects/alpha/")["scheme"]
    assert [each["key"] for each in shown["span_labels"]] == ["9", "1"]


def test_a_concurrent_edit_is_a_conflict(cast: Cast):
    join(cast.alpha, "nina", "lead")
    Api(cast.nina).put(PATH, draft(HALLUCINATION, OTHER))
    problem = refused(cast, draft(HALLUCINATION, labels=(FINE,)), 409)
    assert problem["type"].endswith("stale_scheme")
    assert Api(cast.lena).put(PATH, draft(HALLUCINATION, labels=(FINE,), version=2))["version"] == 3


def test_only_unused_labels_can_be_removed(cast: Cast):
    lena = Api(cast.lena)
    lena.put(PATH, draft(HALLUCINATION, OTHER, labels=(FINE | {"choices": [YES, NO, HALF]},)))
    cast.alpha.refresh_from_db()
    for user, choice in ((cast.ada, "yes"), (cast.bo, "half")):
        mark(cast.alpha, user, cast["q-1"], labels={"fine": choice})
    assert (
        lena.put(PATH, draft(HALLUCINATION, labels=(FINE | {"choices": [YES, HALF]},), version=2))["version"]
        == 3
    )
    problem = refused(cast, draft(OTHER, labels=(FINE | {"choices": [YES, NO]},), version=3), 409)
    assert problem["type"].endswith("would_lose")
    assert [(each["pointer"], each["detail"].split(" hold ")[0]) for each in problem["errors"]] == [
        ("/span_labels", "2 annotations"),
        ("/item_labels", "1 annotations"),
    ]
    assert "half" in problem["errors"][1]["detail"]
    problem = refused(cast, draft(HALLUCINATION, version=3), 409)
    assert len(problem["errors"]) == 2


def test_choices_of_a_reopened_annotation_cannot_be_removed(cast: Cast):
    lena = Api(cast.lena)
    lena.put(PATH, draft(HALLUCINATION, labels=(FINE | {"choices": [YES, NO, HALF]},)))
    cast.alpha.refresh_from_db()
    mark(cast.alpha, cast.ada, cast["q-1"], labels={"fine": "half"})
    lena.post("/projects/alpha/items/reopen/", {"items": [cast["q-1"].pk]})
    save(cast.alpha, cast.ada, cast["q-1"], content(labels={"fine": "yes"}), submit=False)
    refused(cast, draft(HALLUCINATION, labels=(FINE | {"choices": [YES, NO]},), version=2), 409)


TAUGHT = {"kind": "training", "hard_labels": [[0, 3]]}


def test_labels_in_check_gold_cannot_be_removed(cast: Cast):
    lena = Api(cast.lena)
    import_records(cast.alpha, [item("t-1") | TAUGHT, item("c-1") | TAUGHT | {"kind": "check"}])
    Item.objects.filter(external_id="c-1").update(archived_at=timezone.now())
    problem = refused(cast, draft(OTHER), 409)
    assert problem["type"].endswith("would_lose")
    assert problem["errors"][0]["pointer"] == "/span_labels"
    assert problem["errors"][0]["detail"].startswith("The gold of 2 training or check items hold marks")
    mark(cast.alpha, cast.ada, cast["q-1"])
    both = "1 annotations and the gold of 2 training or check items hold"
    assert refused(cast, draft(OTHER), 409)["errors"][0]["detail"].startswith(both)
    assert lena.put(PATH, draft(HALLUCINATION, OTHER))["version"] == 2


def test_empty_check_gold_requires_span_labels(cast: Cast):
    import_records(cast.alpha, [item("t-1") | TAUGHT | {"hard_labels": []}])
    assert "nothing to mark" in refused(cast, draft(labels=(FINE,)), 409)["detail"]
    assert Api(cast.lena).put(PATH, draft(OTHER))["version"] == 2


def test_labels_in_the_last_two_decisions_cannot_be_removed(cast: Cast):
    lena = Api(cast.lena)
    lena.put(PATH, draft(HALLUCINATION, OTHER, labels=(FINE | {"choices": [YES, NO, HALF]},)))
    set_project(cast.alpha, adjudication=True)
    where = f"/projects/alpha/items/{cast['q-1'].pk}/adjudication/"

    def decide(revision: int, *labels: str, fine: str) -> None:
        spans = [{"id": label, "start": 0, "end": 3, "label": label} for label in labels]
        body = {"revision": revision, "spans": spans, "labels": {"fine": fine}, "note": ""}
        lena.put(where, body | {"source": "nothing"})

    def lost(labels: dict[str, Any]) -> list[str]:
        return [each["detail"].split(" hold ")[0] for each in refused(cast, labels, 409)["errors"]]

    without = draft(HALLUCINATION, labels=(FINE | {"choices": [YES, NO]},), version=2)
    on_one = "The decisions on 1 items"
    decide(0, "other", fine="half")
    assert lost(without) == [on_one, on_one]
    decide(1, fine="yes")
    assert lost(without) == [on_one, on_one]
    mark(cast.alpha, cast.ada, cast["q-1"], labels={"fine": "half"})
    assert lost(without) == [on_one, f"1 annotations and {on_one.lower()}"]
    assert on_one in lost(draft(labels=(FINE | {"choices": [YES, NO, HALF]},), version=2))
    lena.post(f"{where}withdraw/", {"revision": 2})
    assert lost(without) == ["1 annotations"]
    assert lost(draft(HALLUCINATION, labels=(FINE | {"choices": [NO, HALF]},), version=2)) == [on_one]


def test_gold_of_work_items_and_undone_imports_blocks_no_edit(cast: Cast):
    import_records(cast.alpha, [item("w-1") | TAUGHT | {"kind": "work"}])
    undo_import(import_records(cast.alpha, [item("t-1") | TAUGHT]))
    assert Item.objects.filter(external_id="t-1").exists()
    assert Api(cast.lena).put(PATH, draft(OTHER))["version"] == 2


def test_span_labels_stay_if_an_annotation_has_nothing_to_mark(cast: Cast):
    annotate(cast.alpha, cast.ada, cast["q-1"])
    problem = refused(cast, draft(labels=(FINE,)), 409)
    assert "nothing to mark" in problem["detail"]


def test_labels_in_a_draft_cannot_be_removed(cast: Cast):
    held = reserve(cast.alpha, cast.ada)
    assert held
    save(cast.alpha, cast.ada, held, content((0, 3)), submit=False)
    refused(cast, draft(OTHER), 409)
    save(cast.alpha, cast.ada, held, content() | {"nothing_to_mark": False}, submit=False)
    assert Api(cast.lena).put(PATH, draft(OTHER))["version"] == 2


def test_annotations_of_other_projects_block_no_edit(cast: Cast):
    assert AnnotationRevision.objects.filter(annotation__annotator__project=cast.beta).exists()
    assert Api(cast.lena).put(PATH, draft(OTHER))["version"] == 2


def test_removing_span_labels_switches_evidence_off(cast: Cast):
    set_project(cast.alpha, evidence="required")
    after = Api(cast.lena).put(PATH, draft(labels=(FINE,), version=2))
    assert (after["evidence"], after["uses_spans"]) == ("off", False)


def test_span_labels_cannot_be_added_after_submissions_without_them(cast: Cast):
    project = create_project("judged", preset="shroom", redundancy=2)
    join(project, "lena", "lead")
    import_records(project, [item("j-1")])
    chosen = reserve(project, cast.lena)
    assert chosen
    save(project, cast.lena, chosen, {"spans": [], "labels": {"supported": "yes"}})
    lena = Api(cast.lena)
    supported = lena.get("/projects/judged/scheme/")["item_labels"]
    problem = lena.put("/projects/judged/scheme/", draft(HALLUCINATION, labels=tuple(supported)), status=409)
    assert problem["type"].endswith("would_miscount")
    renamed = [supported[0] | {"text": "Is all of it supported?"}]
    assert lena.put("/projects/judged/scheme/", draft(labels=tuple(renamed)))["version"] == 2


def test_annotations_keep_their_scheme_version(cast: Cast):
    first = annotate(cast.alpha, cast.ada, cast["q-1"], (0, 3))
    Api(cast.lena).put(PATH, draft(HALLUCINATION, OTHER))
    stale = Project.objects.get(pk=cast.alpha.pk)
    stale.scheme_version = 1
    second = mark(stale, cast.bo, cast["q-1"])
    versions = [each.submitted and each.submitted.scheme_version for each in (first, second)]
    assert versions == [1, 2]


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        (draft(), ""),
        (draft(HALLUCINATION | {"name": "a b"}), "/span_labels/0/name"),
        (draft(HALLUCINATION, HALLUCINATION), "/span_labels/1/name"),
        (draft(HALLUCINATION | {"color": 7}), "/span_labels/0/color"),
        (draft(HALLUCINATION | {"text": " "}), "/span_labels/0/text"),
        (draft(HALLUCINATION | {"key": "0"}), "/span_labels/0/key"),
        (draft(HALLUCINATION, labels=(FINE | {"choices": [YES]},)), "/item_labels/0/choices"),
        (draft(HALLUCINATION) | {"span_labels": ["x"]}, "/span_labels"),
        (draft(HALLUCINATION) | {"span_labels": 1}, "/span_labels"),
        (draft(HALLUCINATION) | {"version": "1"}, "/version"),
    ],
)
def test_an_invalid_scheme_is_refused_with_a_pointer(cast: Cast, body, pointer):
    problem = refused(cast, body, 422)
    assert [each["pointer"] for each in problem["errors"]][:1] == [pointer]


NAMES = {"en": "Made up", "fr": "Inventé", "ar": "مختلق"}


def test_translated_texts_are_stored_and_shown_and_empty_ones_are_not(cast: Cast):
    lena = Api(cast.lena)
    wanted = draft(
        HALLUCINATION | {"texts": NAMES | {"es": "  "}},
        labels=(FINE | {"texts": {"ar": " جيد؟ "}, "choices": [YES | {"texts": {"fr": "Oui"}}, NO]},),
    )
    after = lena.put(PATH, wanted)
    assert after["span_labels"] == [HALLUCINATION | {"texts": NAMES}]
    assert after["item_labels"][0]["texts"] == {"ar": "جيد؟"}
    assert [choice["texts"] for choice in after["item_labels"][0]["choices"]] == [{"fr": "Oui"}, {}]
    shown = Api(cast.ada).get("/projects/alpha/")["scheme"]
    assert shown["span_labels"][0]["texts"] == NAMES
    assert shown["version"] == 2


def test_a_request_without_translations_is_accepted(cast: Cast):
    plain = {name: value for name, value in HALLUCINATION.items() if name != "texts"}
    assert Api(cast.lena).put(PATH, draft(plain, OTHER))["span_labels"] == [HALLUCINATION, OTHER]


@pytest.mark.parametrize(
    ("texts", "pointer"),
    [
        ({"de": "Erfunden"}, "/span_labels/0/texts"),
        ({"fr": "x" * 501}, "/span_labels/0/texts/fr"),
        ({"fr": 7}, "/span_labels/0/texts/fr"),
        (["Inventé"], "/span_labels/0/texts"),
        (None, "/span_labels/0/texts"),
    ],
)
def test_a_wrong_translation_is_refused_with_its_place(cast: Cast, texts: Any, pointer: str):
    problem = refused(cast, draft(HALLUCINATION | {"texts": texts}), 422)
    assert [error["pointer"] for error in problem["errors"]] == [pointer]


def test_translations_can_change_while_labels_are_in_use(cast: Cast):
    lena = Api(cast.lena)
    mark(cast.alpha, cast.ada, cast["q-1"])
    stored = AnnotationRevision.objects.order_by("id").values_list("spans", "scheme_version")
    before = list(stored)
    after = lena.put(PATH, draft(HALLUCINATION | {"texts": NAMES}))
    assert after["version"] == 2
    assert list(stored.all()) == before
    # A lead who started from the earlier version does not overwrite the translations.
    assert refused(cast, draft(HALLUCINATION, OTHER), 409)["type"].endswith("stale_scheme")


def test_only_leads_translate(cast: Cast):
    Api(cast.ada).put(PATH, draft(HALLUCINATION | {"texts": NAMES}), status=403)
