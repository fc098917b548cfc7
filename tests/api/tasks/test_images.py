"""Images of the items of a task: participants get those of the phase that has started, and bundles have them."""

import hashlib
import io
import json
import tracemalloc
import zipfile
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from annotation.queries.releases.release_files import release_directory
from evaluation.models import GoldPart, Phase, Task, Track
from evaluation.queries.stored_files import gold_directory
from evaluation.services.tasks.create_task import DirectorySource, ReleaseSource, create_task
from foundation.jobs import run_waiting
from morelkit.cli import main
from tests.api.client import Api
from tests.boards import submit
from tests.item_images import drawing, import_images, visions_project, with_images
from tests.people import Cast, person
from tests.records import import_annotations
from tests.services.releases.building import HELD, build
from tests.tasks import phases, team

pytestmark = pytest.mark.django_db

STREET, SIGN, CAT = drawing(color="navy"), drawing("JPEG"), drawing("WEBP", color="green", lossless=True)
FILES = {"street.png": STREET, "signs/a.jpg": SIGN, "cat.webp": CAT}
MARKS = {"a": [[0, 3, "invention"]], "b": [[0, 3, "invention"]]}


def user(name: str) -> User:
    return User.objects.filter(username=name).first() or person(name)


def path_of(content: bytes, suffix: str) -> str:
    return f"images/{hashlib.sha256(content).hexdigest()}.{suffix}"


OF_DEV = {path_of(STREET, "png"): STREET, path_of(SIGN, "jpg"): SIGN}
OF_TST = {path_of(CAT, "webp"): CAT, path_of(SIGN, "jpg"): SIGN}


@pytest.fixture
def seen(cast: Cast, tmp_path: Path) -> Task:
    """A task of items with images: the split dev is open, tst opens in ten days. Both show the sign."""
    project = visions_project(redundancy=2)
    rows = [
        with_images("d-1", "street.png", split="dev"),
        with_images("d-2", "signs/a.jpg", split="dev"),
        with_images("t-1", "cat.webp", split="tst"),
        with_images("t-2", "signs/a.jpg", split="tst"),
    ]
    assert import_images(tmp_path, project, rows, FILES).state == "done"
    import_annotations(project, dict.fromkeys(("d-1", "d-2", "t-1", "t-2"), MARKS))
    release = build(project, images=True, splits=HELD)
    source = ReleaseSource(release_directory(release), "v1", release.manifest_sha256, project.slug)
    task = create_task("seen", "Seen", source, user("olga"))
    Task.objects.update(published_at=timezone.now(), terms="Publish your system.")
    task.refresh_from_db()
    phases(task, timezone.now())
    return task


def address(task: Task, phase: str, language: str = "en") -> str:
    return f"/tasks/{task.slug}/phases/{Phase.objects.get(task=task, slug=phase).pk}/images/{language}/"


def zip_content(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_participants_get_exactly_the_images_that_the_items_of_the_phase_name(seen: Task):
    first = Api(None).send("get", address(seen, "dev"))
    content = b"".join(first.streaming_content)
    assert zip_content(content) == {f"seen.en.dev.images/{path}": each for path, each in OF_DEV.items()}
    assert first["Content-Disposition"] == 'attachment; filename="seen.en.dev.images.zip"'
    again = Api(user("sam")).send("get", address(seen, "dev"))
    assert b"".join(again.streaming_content) == content
    assert Api(None).send("get", address(seen, "dev"), HTTP_IF_NONE_MATCH=first["ETag"]).status_code == 304

    items = Api(None).send("get", address(seen, "dev").replace("/images/", "/items/"))
    records = [json.loads(line) for line in b"".join(items.streaming_content).splitlines()]
    assert {image["file"] for each in records for image in each["image_files"]} == OF_DEV.keys()


def test_images_of_a_phase_are_hidden_until_it_starts(seen: Task):
    for each in (None, user("sam")):
        response = Api(each).send("get", address(seen, "test"))
        assert (response.status_code, response.json()["type"]) == (403, "urn:morel:problem:phase_not_started")
        details = {phase["slug"]: phase for phase in Api(each).get("/tasks/seen/")["phases"]}
        (file,) = details["dev"]["files"]
        assert (file["images"], file["images_bytes"]) == (2, len(STREET) + len(SIGN))
        assert details["test"]["files"] == []
    Phase.objects.filter(task=seen, slug="test").update(starts_at=timezone.now())
    started = b"".join(Api(None).send("get", address(seen, "test")).streaming_content)
    assert set(zip_content(started)) == {f"seen.en.tst.images/{path}" for path in OF_TST}


def test_a_task_that_is_not_published_hands_out_no_image(seen: Task):
    Task.objects.update(published_at=None)
    assert Api(user("sam")).send("get", address(seen, "dev")).status_code == 404
    assert Api(user("olga")).send("get", address(seen, "test")).status_code == 200


@pytest.mark.parametrize("language", ["fr", "EN", "..", "en.dev"])
def test_only_a_language_of_the_phase_has_images(seen: Task, language: str):
    status = Api(None).send("get", address(seen, "dev", language)).status_code
    assert status == (200 if language == "EN" else 404)


def test_a_task_from_gold_files_names_images_that_it_does_not_have(seen: Task, tmp_path: Path):
    folder = gold_directory(seen.gold_revisions.get()) / "gold"
    task = create_task("files", "Files", DirectorySource(folder), user("olga"))
    Task.objects.update(published_at=timezone.now())
    phases(task, timezone.now())
    assert {each.images for each in GoldPart.objects.filter(revision__task=task)} == {0}
    response = Api(None).send("get", address(task, "dev"))
    assert (response.status_code, response.json()["type"]) == (404, "urn:morel:problem:no_images")


def test_the_images_are_sent_in_pieces(seen: Task):
    big = gold_directory(seen.gold_revisions.get()) / path_of(STREET, "png")
    with big.open("r+b") as file:
        file.truncate(40_000_000)
    response = Api(None).send("get", address(seen, "dev"))
    tracemalloc.start()
    sent = sum(map(len, response.streaming_content))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert sent > 30_000
    assert peak < 4_000_000


def bundle(task: Task) -> bytes:
    at = f"/tasks/{task.slug}/bundles/"
    made = Api(user("olga")).post(at, {"phase": "dev", "names": "anonymised"}, status=202)
    assert run_waiting("boards")
    response = Api(user("olga")).send("get", f"{at}{made['id']}/download/")
    return b"".join(response.streaming_content)


def test_a_bundle_has_the_images_of_its_phase_and_verifies(
    seen: Task, tmp_path: Path, capfd: pytest.CaptureFixture[str]
):
    label = {"start": 0, "end": 3, "prob": 1.0, "label": "invention"}
    records = [{"id": id_, "soft_labels": [label]} for id_ in ("d-1", "d-2")]
    dev, track = Phase.objects.get(task=seen, slug="dev"), Track.objects.get(task=seen)
    submit(team(seen, "Saltmarsh", user("sam")), dev, track, records)
    content = bundle(seen)
    assert bundle(seen) == content
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        archive.extractall(tmp_path / "unpacked")
    (folder,) = (tmp_path / "unpacked").iterdir()
    images = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.glob("images/*")}
    assert images == OF_DEV
    assert not list(folder.rglob("*.tst.*"))
    assert main(["verify", str(folder)]) == 0
    assert capfd.readouterr().out == "seen: dev: 1 of 1 submissions scored again; all is as it should be.\n"
