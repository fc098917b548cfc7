"""The list of own annotations: latest first, filtered by status, paged."""

import pytest

from annotation.models import Item
from annotation.services.projects.project_settings import create_project
from api.common import cursors
from tests.api.annotate.saving import SKIP
from tests.api.client import Api, work_path
from tests.people import annotate, content, hand_over, join, save
from tests.records import import_records, items, stored

pytestmark = pytest.mark.django_db

MINE = "/projects/alpha/mine/"


@pytest.fixture
def worked(cast):
    """ada submitted q-1, edited q-2 after submitting it, drafted and skipped q-3 and drafted ar-1; bo submitted q-3."""
    annotate(cast.alpha, cast.ada, cast["q-1"], (4, 12))
    annotate(cast.alpha, cast.ada, cast["q-2"])
    save(cast.alpha, cast.ada, cast["q-2"], content((0, 1), (2, 3), unsure=True), submit=False)
    save(cast.alpha, cast.ada, hand_over(cast.alpha, cast.ada, cast["q-3"]), content((0, 3)), submit=False)
    Api(cast.ada).post(work_path(cast["q-3"], "skip"), SKIP, status=204)
    save(cast.alpha, cast.ada, hand_over(cast.alpha, cast.ada, cast["ar-1"]), content((1, 3)), submit=False)
    annotate(cast.alpha, cast.bo, cast["q-3"], (0, 9))
    return cast


def ids(api: Api, query: str = "") -> list[str]:
    return [row["external_id"] for row in api.get(MINE + query)["results"]]


def test_own_annotations_are_listed_latest_first(worked, ada):
    assert ids(ada) == ["ar-1", "q-3", "q-2", "q-1"]
    assert ids(Api(worked.bo)) == ["q-3"]
    assert ids(Api(worked.lena)) == []


@pytest.mark.parametrize(
    ("status", "expected"),
    [("draft", ["ar-1", "q-3"]), ("submitted", ["q-2", "q-1"]), ("edited", ["q-2"]), ("skipped", ["q-3"])],
)
def test_own_annotations_are_filtered_by_status(worked, ada, status, expected):
    assert ids(ada, f"?status={status}") == expected


def test_each_row_describes_the_draft(worked, ada):
    row = ada.get(MINE)["results"][2]
    assert (row["status"], row["spans"], row["nothing_to_mark"], row["unsure"]) == ("edited", 2, False, True)


@pytest.mark.parametrize("status", ["", "skipped"])
def test_pages_follow_one_another_without_gap_or_repetition(monkeypatch, status):
    monkeypatch.setattr(cursors, "PAGE", 2)
    monkeypatch.setattr(cursors.split, "__defaults__", (2,))
    project = create_project("gamma", preset="mu-shroom")
    user = join(project, "ada")
    import_records(project, items(5))
    api = Api(user)
    for n in range(1, 6):
        item = hand_over(project, user, stored(project, f"q-{n}"))
        save(project, user, item, content((0, n)), submit=False)
        api.post(work_path(item, "skip"), SKIP, status=204)
    seen, cursor = [], ""
    while cursor is not None:
        page = api.get(f"/projects/gamma/mine/?status={status}&cursor={cursor}")
        assert 1 <= len(page["results"]) <= 2
        seen += [row["external_id"] for row in page["results"]]
        cursor = page["next"]
    assert seen == ["q-5", "q-4", "q-3", "q-2", "q-1"]


def test_progress_counts_only_own_work(worked, ada):
    mine = {"todo": 0, "submitted": 2, "drafts": 2, "skipped": 1, "items": 4, "today": 2, "done": 2}
    assert ada.get("/projects/alpha/")["mine"] == mine
    assert Api(worked.bo).get("/projects/alpha/")["mine"]["items"] == 3


def test_reserved_items_that_are_not_begun_are_to_do(cast, ada):
    for name in ("q-1", "q-2", "ar-1"):
        hand_over(cast.alpha, cast.ada, cast[name])
    save(cast.alpha, cast.ada, cast["q-2"], content((0, 3)), submit=False)
    Item.objects.filter(pk=cast["ar-1"].pk).update(archived_at="2026-01-01T00:00Z")
    (row,) = ada.get(f"{MINE}?status=todo")["results"]
    assert (row["external_id"], row["status"], row["saved_at"], row["spans"]) == ("q-1", "new", None, 0)
    mine = ada.get("/projects/alpha/")["mine"]
    assert (mine["todo"], mine["drafts"]) == (1, 1)


@pytest.mark.parametrize("status", ["new", "TODO", "x" * 500, "%00"])
def test_an_unknown_status_is_refused(ada, status):
    assert ada.get(f"{MINE}?status={status}", status=422)["errors"][0]["pointer"] == "/status"
