"""Bulk changes of items: split, tags, archive. Each has a preview and can be undone."""

import json
from typing import Any
from urllib.parse import urlencode

import pytest
from django.utils import timezone

from annotation.models import ChangedItem, Item, ItemChange, ItemTag, Project, ProjectLanguage, Tag
from annotation.services.curation import item_changes
from annotation.services.curation.item_changes import run
from annotation.services.imports.duplicates import restore_duplicates
from annotation.services.projects.project_settings import create_project
from foundation.jobs import run_waiting
from foundation.models import AuditEvent, Job
from tests.api.client import Api
from tests.people import Cast, annotate, join, reserve
from tests.records import import_records, item, items

pytestmark = pytest.mark.django_db
PATH = "/projects/alpha/item-changes/"


def preview(api: Api, kind: str, value: str = "", status: int = 200, **which: Any) -> dict[str, Any]:
    found: dict[str, Any] = api.post(
        f"{PATH}preview/",
        {"kind": kind, "value": value, **(which or {"filter": {"order": "ordinal"}})},
        status=status,
    )
    return found


def change(
    api: Api, kind: str, value: str = "", expected: int | None = None, status: int = 201, **which: Any
) -> dict[str, Any]:
    """Change the items as previewed, by default all of the list."""
    which = which or {"filter": {"order": "ordinal"}}
    if expected is None:
        expected = preview(api, kind, value, **which)["changes"]
    body = {"kind": kind, "value": value, "expected": expected, **which}
    made: dict[str, Any] = api.post(PATH, body, status=status)
    return made


def undo(api: Api, made: dict[str, Any], status: int = 200) -> dict[str, Any]:
    result: dict[str, Any] = api.post(f"{PATH}{made['id']}/undo/", status=status)
    return result


def splits(cast: Cast) -> dict[str, str]:
    return dict(Item.objects.filter(project=cast.alpha).values_list("external_id", "split"))


def tagged(cast: Cast, name: str) -> set[str]:
    rows = ItemTag.objects.filter(tag__project=cast.alpha, tag__name=name)
    return set(rows.values_list("item__external_id", flat=True))


def names(api: Api, **query: str) -> list[str]:
    return [
        row["external_id"]
        for row in api.get(f"/projects/alpha/items/?{urlencode({'order': 'ordinal', **query})}")["results"]
    ]


def test_a_split_is_set_on_all_items_of_a_filter_and_undone(cast: Cast, lena: Api) -> None:
    Item.objects.filter(pk=cast["q-1"].pk).update(split="dev")
    arabic = {"filter": {"order": "ordinal", "language": "ar"}}
    everything = preview(lena, "split", "test")
    count = Item.objects.visible(cast.alpha).count()
    assert everything == {"items": count, "changes": count, "unchanged": 0, "left_out": []}
    change(lena, "split", "test", **arabic)
    assert preview(lena, "split", "test")["unchanged"] == 1
    made = change(lena, "split", "test")
    assert (made["items"], made["state"], made["by"]) == (count - 1, "done", "lena")
    assert set(splits(cast).values()) == {"test"}
    undone = undo(lena, made)
    assert (undone["restored"], undone["kept"]) == (count - 1, 0)
    assert splits(cast) == dict.fromkeys(splits(cast), "") | {"q-1": "dev", "ar-1": "test"}
    undo(lena, made, status=409)


def test_undo_leaves_what_somebody_has_changed_since(cast: Cast, lena: Api) -> None:
    first = change(lena, "split", "test", items=[cast["q-1"].pk, cast["q-2"].pk])
    second = change(lena, "split", "dev", items=[cast["q-1"].pk])
    third = change(lena, "split", "test", items=[cast["q-1"].pk])
    undone = undo(lena, first)
    assert (undone["restored"], undone["kept"]) == (1, 1)
    assert (splits(cast)["q-1"], splits(cast)["q-2"]) == ("test", "")
    undo(lena, third)
    undo(lena, second)
    assert splits(cast)["q-1"] == "test"
    assert undo(lena, first, status=409)["type"] == "urn:morel:problem:undone_before"


def test_undone_in_reverse_order_all_values_come_back(cast: Cast, lena: Api) -> None:
    made = [change(lena, "split", name, items=[cast["q-1"].pk]) for name in ("a", "b", "c")]
    for each in reversed(made):
        undo(lena, each)
    stored = Item.objects.get(pk=cast["q-1"].pk)
    assert (stored.split, stored.imported_split) == ("", None)


@pytest.mark.parametrize("name", ["é", "all", "x" * 101, "_"])
def test_a_split_that_no_release_could_have_is_refused(cast: Cast, lena: Api, name: str) -> None:
    problem = preview(lena, "split", name, status=422)
    assert problem["errors"][0]["pointer"] == "/value"
    change(lena, "split", name, expected=1, status=422)


def test_an_empty_split_removes_it(cast: Cast, lena: Api) -> None:
    change(lena, "split", "dev")
    change(lena, "split", "", items=[cast["q-1"].pk])
    assert splits(cast)["q-1"] == ""
    assert names(lena, split="") == ["q-1"]


def test_tags_are_added_listed_filtered_exported_and_removed(cast: Cast, lena: Api) -> None:
    two = {"items": [cast["q-1"].pk, cast["q-2"].pk]}
    change(lena, "tag", "  To   check ", **two)
    assert tagged(cast, "To check") == {"q-1", "q-2"}
    assert preview(lena, "tag", "TO CHECK")["unchanged"] == 2
    change(lena, "tag", "hard", items=[cast["q-1"].pk])
    assert names(lena, tag="to check") == ["q-1", "q-2"]
    rows = lena.get("/projects/alpha/items/?order=ordinal")["results"]
    assert {row["external_id"]: row["tags"] for row in rows if row["tags"]} == {
        "q-1": ["hard", "To check"],
        "q-2": ["To check"],
    }
    assert lena.get("/projects/alpha/items/choices/")["tags"] == [
        {"name": "hard", "items": 1},
        {"name": "To check", "items": 2},
    ]
    assert lena.get(f"/projects/alpha/items/{cast['q-1'].pk}/")["tags"] == ["hard", "To check"]
    exported = lena.http.get("/api/v1/projects/alpha/items-export/?order=ordinal&tag=hard&as=jsonl")
    [record] = map(json.loads, b"".join(exported.streaming_content).splitlines())
    assert (record["id"], record["tags"]) == ("q-1", ["hard", "To check"])
    removed = change(lena, "untag", "to check", items=[cast["q-1"].pk, cast["q-2"].pk, cast["q-3"].pk])
    assert removed["items"] == 2
    assert not Tag.objects.filter(name="To check").exists()
    undo(lena, removed)
    assert tagged(cast, "to check") == {"q-1", "q-2"}


def test_undoing_a_tag_removes_it_only_from_items_that_got_it(cast: Cast, lena: Api) -> None:
    change(lena, "tag", "hard", items=[cast["q-1"].pk])
    made = change(lena, "tag", "hard")
    assert "q-1" in tagged(cast, "hard")
    undo(lena, made)
    assert tagged(cast, "hard") == {"q-1"}


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "a\u202eb", "line\u0007"])
def test_a_hostile_name_of_a_tag_is_refused(cast: Cast, lena: Api, name: str) -> None:
    problem = preview(lena, "tag", name, status=422)
    assert problem["errors"]
    assert not Tag.objects.exists()


@pytest.mark.parametrize(
    "name", ["<b onmouseover=alert(1)>", "'; DROP TABLE--", "قائمة", "می‌خواهم", "%_\\", "=1+1"]
)
def test_a_name_of_a_tag_is_only_text(cast: Cast, lena: Api, name: str) -> None:
    change(lena, "tag", name, items=[cast["q-1"].pk])
    assert names(lena, tag=name) == ["q-1"]
    assert lena.get(f"/projects/alpha/items/{cast['q-1'].pk}/")["tags"] == [name]


def test_composed_and_decomposed_letters_are_one_tag(cast: Cast, lena: Api) -> None:
    change(lena, "tag", "e\u0301tude", items=[cast["q-1"].pk])
    change(lena, "tag", "\u00c9TUDE", items=[cast["q-2"].pk])
    assert list(Tag.objects.values_list("name", flat=True)) == ["\u00e9tude"]
    assert names(lena, tag="e\u0301TUDE") == ["q-1", "q-2"]


def test_items_and_projects_have_a_limit_of_tags(
    cast: Cast, lena: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("annotation.queries.items.tags.MAX_TAGS_OF_ITEM", 1)
    monkeypatch.setattr(item_changes, "MAX_TAGS", 2)
    one = {"items": [cast["q-1"].pk]}
    change(lena, "tag", "one", **one)
    both = preview(lena, "tag", "two", items=[cast["q-1"].pk, cast["q-2"].pk])
    assert both == {
        "items": 2,
        "changes": 1,
        "unchanged": 0,
        "left_out": [{"reason": "too_many_tags", "items": 1}],
    }
    change(lena, "tag", "two", items=[cast["q-2"].pk])
    problem = change(lena, "tag", "three", items=[cast["q-3"].pk], status=422)
    assert problem["errors"][0]["pointer"] == "/value"


def test_items_that_nobody_has_begun_are_archived_and_restored(cast: Cast, lena: Api) -> None:
    annotate(cast.alpha, cast.ada, cast["q-1"], (0, 3))
    held = reserve(cast.alpha, cast.bo)
    assert held
    count = Item.objects.visible(cast.alpha).count()
    found = preview(lena, "archive")
    assert found == {
        "items": count,
        "changes": count - 2,
        "unchanged": 0,
        "left_out": [{"reason": "begun", "items": 2}],
    }
    made = change(lena, "archive")
    assert made["state"] == "done"
    assert set(names(lena)) == {"q-1", held.external_id}
    archived = names(lena, status="archived")
    assert len(archived) == count - 2
    key = Item.objects.get(project=cast.alpha, external_id=archived[0]).pk
    assert lena.get(f"/projects/alpha/items/{key}/")["archived"] is True
    english = ProjectLanguage.objects.get(project=cast.alpha, language="en")
    assert english.items == Item.objects.visible(cast.alpha).filter(language="en").count()
    restored = change(lena, "restore", filter={"status": "archived", "order": "ordinal"})
    assert restored["items"] == count - 2
    assert len(names(lena)) == count
    assert Item.objects.filter(project=cast.alpha, reservable=True).count() == count
    undo(lena, restored)
    assert set(names(lena, status="archived")) == set(archived)
    assert undo(lena, made)["restored"] == count - 2
    assert names(lena, status="archived") == []
    assert Item.objects.filter(project=cast.alpha, reservable=True).count() == count


def test_undoing_a_restoration_leaves_items_that_somebody_has_begun(cast: Cast, lena: Api) -> None:
    change(lena, "archive")
    restored = change(lena, "restore", filter={"status": "archived", "order": "ordinal"})
    held = reserve(cast.alpha, cast.ada)
    undone = undo(lena, restored)
    assert (undone["restored"], undone["kept"]) == (restored["items"] - 1, 1)
    assert held
    assert names(lena) == [held.external_id]


def test_archived_items_are_given_to_nobody_and_duplicates_stay_apart(cast: Cast, lena: Api) -> None:
    change(lena, "archive")
    assert reserve(cast.alpha, cast.ada) is None
    assert lena.get("/projects/alpha/duplicates/")["removed"] == 0
    assert restore_duplicates(cast.alpha) == 0
    filtered = {"filter": {"status": "archived", "order": "ordinal"}}
    result = lena.post("/projects/alpha/items/assign/", {"annotator": _key(cast, lena), **filtered})
    assert result["places"] == 0


def _key(cast: Cast, lena: Api) -> str:
    [key] = [each["key"] for each in lena.get("/projects/alpha/people/")["results"] if each["name"] == "ada"]
    return str(key)


def test_a_change_that_is_not_as_previewed_is_refused(cast: Cast, lena: Api) -> None:
    problem = change(lena, "split", "dev", expected=1, status=409)
    assert problem["type"] == "urn:morel:problem:other_by_now"
    assert set(splits(cast).values()) == {""}
    assert not ItemChange.objects.exists()
    change(lena, "restore", expected=0, status=422)


def test_items_of_other_projects_are_never_changed(cast: Cast, lena: Api) -> None:
    found = preview(lena, "split", "dev", items=[cast.theirs.pk, cast["q-1"].pk])
    assert (found["items"], found["changes"]) == (1, 1)
    made = change(lena, "tag", "ours", items=[cast.theirs.pk, cast["q-1"].pk], expected=1)
    assert tagged(cast, "ours") == {"q-1"}
    otto = Api(cast.otto)
    otto.get(f"/projects/beta/item-changes/{made['id']}/", status=404)
    otto.post(f"/projects/beta/item-changes/{made['id']}/undo/", status=404)
    otto.post(f"/projects/beta/item-changes/{made['id']}/resume/", status=404)
    assert otto.get("/projects/beta/items/choices/")["tags"] == []
    assert otto.get("/projects/beta/item-changes/")["results"] == []
    Api(cast.ada).post(f"{PATH}{made['id']}/undo/", status=403)


def test_a_tag_of_the_same_name_belongs_to_each_project(cast: Cast, lena: Api) -> None:
    change(lena, "tag", "hard", items=[cast["q-1"].pk])
    body = {"kind": "tag", "value": "hard", "items": [cast.theirs.pk], "expected": 1}
    Api(cast.otto).post("/projects/beta/item-changes/", body, status=201)
    assert names(lena, tag="hard") == ["q-1"]
    assert Tag.objects.filter(name="hard").count() == 2


@pytest.mark.parametrize(
    "body",
    [
        {"kind": "delete", "items": [1]},
        {"kind": "split"},
        {"kind": "split", "items": [1], "filter": {}},
        {"kind": "split", "items": ["1"]},
        {"kind": "archive", "value": "x", "items": [1]},
        {"kind": "split", "value": 3, "items": [1]},
        {"kind": "tag", "value": "x", "filter": {"language": "xx"}},
    ],
)
def test_a_wrong_request_is_refused(cast: Cast, lena: Api, body: dict[str, Any]) -> None:
    lena.post(f"{PATH}preview/", body, status=422)
    lena.post(PATH, {**body, "expected": 1}, status=422)
    assert not ItemChange.objects.exists()


def test_an_archived_project_is_not_changed(cast: Cast, lena: Api) -> None:
    made = change(lena, "split", "dev")
    Project.objects.filter(pk=cast.alpha.pk).update(archived_at=timezone.now())
    change(lena, "split", "test", expected=1, status=403)
    undo(lena, made, status=403)


def test_changes_are_recorded_without_what_somebody_wrote(cast: Cast, lena: Api) -> None:
    made = change(lena, "tag", "my aunt", items=[cast["q-1"].pk])
    undo(lena, made)
    events = AuditEvent.objects.filter(scope=cast.alpha.scope, kind__startswith="items_").order_by("pk")
    assert [(each.kind, each.details) for each in events] == [
        ("items_changed", {"change": made["id"], "what": "tag", "items": 1}),
        ("items_change_undone", {"change": made["id"], "what": "tag"}),
    ]


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project of 25 items, in which changes of more than 10 are jobs in batches of 4."""
    monkeypatch.setattr(item_changes, "MAX_AT_ONCE", 10)
    monkeypatch.setattr(item_changes, "_BATCH", 4)
    project = create_project("alpha", preset="mu-shroom", redundancy=1)
    import_records(project, items(25))
    return project


@pytest.mark.parametrize(("kind", "value"), [("split", "dev"), ("tag", "hard"), ("archive", "")])
def test_a_large_change_is_a_job_that_resumes_after_a_kill(large: Project, kind: str, value: str) -> None:
    lead = Api(join(large, "lena", "lead"))
    made = change(lead, kind, value)
    assert (made["state"], made["items"], made["total"]) == ("waiting", 25, 25)
    assert change(lead, "split", "other", expected=25, status=409)["type"] == "urn:morel:problem:at_work"
    assert undo(lead, made, status=409)["type"] == "urn:morel:problem:at_work"

    def killed(done: int, _total: int) -> None:
        if done >= 8:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(Job.objects.get(kind=item_changes.KIND), killed)
    assert ChangedItem.objects.filter(state=ChangedItem.State.CHANGED).count() == 8
    assert run_waiting(item_changes.KIND)
    assert lead.get(f"{PATH}{made['id']}/")["state"] == "done"
    assert ChangedItem.objects.filter(state=ChangedItem.State.CHANGED).count() == 25
    expected = {
        "split": Item.objects.filter(split="dev"),
        "tag": Item.objects.filter(item_tags__tag__name="hard"),
        "archive": Item.objects.filter(archived_by_lead=True),
    }
    assert expected[kind].count() == 25
    assert undo(lead, made)["state"] == "waiting"
    assert run_waiting(item_changes.KIND)
    undone = lead.get(f"{PATH}{made['id']}/")
    assert (undone["state"], undone["restored"], undone["kept"]) == ("done", 25, 0)
    assert expected[kind].count() == 0
    assert Item.objects.filter(reservable=True).count() == 25


def test_a_failed_change_can_be_continued(large: Project) -> None:
    lead = Api(join(large, "lena", "lead"))
    made = change(lead, "split", "dev")
    lead.post(f"{PATH}{made['id']}/resume/", status=409)
    Job.objects.filter(kind=item_changes.KIND).update(state=Job.State.FAILED)
    assert lead.post(f"{PATH}{made['id']}/resume/")["state"] == "waiting"
    assert run_waiting(item_changes.KIND)
    assert Item.objects.filter(split="dev").count() == 25


def test_items_that_were_begun_after_the_preview_leave_the_change(large: Project) -> None:
    lead, ada = Api(join(large, "lena", "lead")), join(large, "ada")
    made = change(lead, "archive")
    held = reserve(large, ada)
    assert run_waiting(item_changes.KIND)
    assert lead.get(f"{PATH}{made['id']}/")["items"] == 24
    assert held
    assert list(Item.objects.visible(large)) == [held]


def test_an_import_whose_items_have_tags_can_be_undone(cast: Cast, lena: Api) -> None:
    made = import_records(cast.alpha, [item("late-1"), item("late-2")])
    late = list(Item.objects.filter(imported_by=made).values_list("pk", flat=True))
    change(lena, "tag", "late", items=late)
    lena.post(f"/projects/alpha/imports/{made.pk}/undo/")
    while run_waiting():
        pass
    assert not Item.objects.filter(pk__in=late).exists()
    assert lena.get("/projects/alpha/items/choices/")["tags"] == []
