"""Gold of a task is replaced by a release; its files are downloaded when the phase allows."""

import hashlib

import pytest

from annotation.models import Release
from evaluation.models import GoldPart, GoldRevision, Task, Track
from tests.api.client import Api
from tests.people import Cast
from tests.records import import_annotations, import_records, items
from tests.services.releases.building import build
from tests.tasks import Tasks

pytestmark = pytest.mark.django_db

MARKS = {"annotator_a": [[0, 3], [25, 30]], "annotator_b": [[25, 30]]}


def released(cast: Cast, name: str, *splits: str) -> Release:
    """Return a release of alpha whose items are of these splits; those of an earlier one are in it too."""
    for split in splits:
        import_records(cast.alpha, items(2, prefix=f"{name}-{split}", split=split))
        import_annotations(cast.alpha, {f"{name}-{split}-{number}": MARKS for number in (1, 2)})
    return build(cast.alpha, name, languages=["en"], splits={"by": "field", "field": "split"})


@pytest.fixture
def sea(cast: Cast) -> Task:
    """A task of lena on a release with the splits dev and test; its phase uses test."""
    release = released(cast, "v1", "dev", "test")
    lena = Api(cast.lena)
    lena.post(
        "/tasks/", {"slug": "sea", "name": "Sea", "project": "alpha", "release": release.pk}, status=201
    )
    phase = {
        "slug": "test",
        "name": "Test",
        "kind": "test",
        "split": "test",
        "starts_at": {"at": "2026-01-01T00:00", "zone": "UTC"},
    }
    lena.post("/tasks/sea/phases/", phase, status=201)
    return Task.objects.get(slug="sea")


def test_a_new_release_becomes_the_current_revision(cast: Cast, sea: Task):
    release, lena = released(cast, "v2", "test"), Api(cast.lena)
    body = {"project": "alpha", "release": release.pk, "note": "Two items more."}
    made = lena.post("/tasks/sea/gold/", body, status=201)
    assert (made["number"], made["note"], made["source"]) == (2, "Two items more.", "v2")
    assert [each["number"] for each in lena.get("/tasks/sea/gold/")["results"]] == [2, 1]
    assert lena.get("/tasks/sea/")["gold_revision"]["number"] == 2
    again = lena.post("/tasks/sea/gold/", body, status=422)
    assert again["errors"][0]["code"] == "same_gold"


def test_a_release_without_a_split_that_a_phase_uses_is_refused_by_name(cast: Cast, sea: Task):
    release = build(cast.alpha, "v3", languages=["en"], splits={"by": "none"})
    refusal = Api(cast.lena).post("/tasks/sea/gold/", {"project": "alpha", "release": release.pk}, status=422)
    assert refusal["errors"][0]["code"] == "missing_split"
    assert "test" in refusal["detail"]
    assert GoldRevision.objects.filter(task=sea).count() == 1


def test_a_release_without_a_language_that_a_track_uses_is_refused_by_name(cast: Cast, sea: Task):
    Track.objects.create(task=sea, slug="ar", name="Arabic", language="ar", metrics=["iou"])
    release = released(cast, "v2", "test")
    refusal = Api(cast.lena).post("/tasks/sea/gold/", {"project": "alpha", "release": release.pk}, status=422)
    assert (refusal["errors"][0]["code"], "ar" in refusal["detail"]) == ("missing_language", True)


def test_an_organizer_who_does_not_lead_the_project_uses_none_of_its_releases(cast: Cast, tasks: Tasks):
    release = released(cast, "v1", "dev")
    body = {"project": "alpha", "release": release.pk}
    refusal = Api(tasks.olga).post("/tasks/lantern/gold/", body, status=422)
    assert refusal["errors"][0]["pointer"] == "/project"
    Api(cast.lena).post("/tasks/lantern/gold/", body, status=403)


def test_items_are_downloaded_with_their_hash_and_counted(tasks: Tasks):
    part = GoldPart.objects.get(revision=tasks.revision, language="ar", split="dev")
    path, http = f"/tasks/lantern/phases/{tasks.dev.pk}/items/ar/", Api()
    response = http.send("get", path)
    content = b"".join(response.streaming_content)
    assert hashlib.sha256(content).hexdigest() == part.items_sha256
    assert response["ETag"] == f'"{part.items_sha256}"'
    assert response["Content-Length"] == str(len(content))
    assert b"labels" not in content
    http.send("head", path)
    unchanged = http.send("get", path, headers={"If-None-Match": response["ETag"]})
    assert unchanged.status_code == 304
    part.refresh_from_db()
    assert (part.items_downloads, part.gold_downloads) == (1, 0)


def test_gold_is_downloaded_in_a_development_phase_only(tasks: Tasks):
    tasks.move("test", "open")
    for api in (Api(), Api(tasks.sam), Api(tasks.lena)):
        assert api.send("get", f"/tasks/lantern/phases/{tasks.dev.pk}/gold/en/").status_code == 200
        refusal = api.get(f"/tasks/lantern/phases/{tasks.test.pk}/gold/en/", status=403)
        assert "gold of this phase is not open" in refusal["detail"]
        assert api.send("get", f"/tasks/lantern/phases/{tasks.test.pk}/items/en/").status_code == 200
    olga = Api(tasks.olga).send("get", f"/tasks/lantern/phases/{tasks.test.pk}/gold/en/")
    assert b"hard_labels" in b"".join(olga.streaming_content)


def test_nothing_is_downloaded_before_the_phase(tasks: Tasks):
    for kind in ("items", "gold"):
        path = f"/tasks/lantern/phases/{tasks.test.pk}/{kind}/en/"
        assert Api(tasks.sam).get(path, status=403)["type"].endswith("phase_not_started")
    assert Api(tasks.olga).send("get", f"/tasks/lantern/phases/{tasks.test.pk}/items/en/").status_code == 200


@pytest.mark.parametrize("language", ["fi", "..", "en%2F..", "EN.dev", "en'--"])
def test_an_unknown_language_has_no_file(tasks: Tasks, language):
    Api().get(f"/tasks/lantern/phases/{tasks.dev.pk}/items/{language}/", status=404)
