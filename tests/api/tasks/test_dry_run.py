"""Dry runs, the demo of a shared task, and the command that creates one."""

from collections import Counter
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from annotation.management import demo
from annotation.models import Release
from annotation.queries.releases.release_files import release_directory
from evaluation.models import Organizer, Score, Submission, Task, Upload
from evaluation.services.synthetic.systems import run_system
from tests.api.client import Api
from tests.boards import submit
from tests.people import Cast, person
from tests.tasks import Tasks, predictions, write_gold

pytestmark = pytest.mark.django_db


@pytest.fixture
def own_directory(settings, tmp_path):
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()


def test_a_dry_run_scores_trial_systems_and_is_removed(tasks: Tasks):
    kept = submit(None, tasks.dev, tasks.en, predictions("en", "dev"), kind="trial", system="mine")
    olga = Api(tasks.olga)
    assert olga.post("/tasks/lantern/dry-run/", status=201) == {"systems": 6}
    trials = Submission.objects.filter(task=tasks.lantern, upload__kind="trial").exclude(pk=kept.pk)
    assert {(each.phase.slug, each.state) for each in trials.select_related("phase")} == {("dev", "scored")}
    assert trials.count() == 12
    keys = [
        Score.objects.get(submission__upload__system=f"dry-run-{number}", submission__track=tasks.en).keys
        for number in (1, 6)
    ]
    assert keys[0][tasks.en.metrics[0]] > keys[1][tasks.en.metrics[0]]
    refusal = olga.post("/tasks/lantern/dry-run/", status=409)
    assert refusal["type"].endswith("dry_run_exists")
    assert olga.call("delete", "/tasks/lantern/dry-run/") == {"systems": 6}
    assert [each.pk for each in Submission.objects.filter(task=tasks.lantern)] == [kept.pk]


def test_a_dry_run_before_the_first_phase_is_for_that(tasks: Tasks):
    tasks.move("dev", "upcoming")
    Api(tasks.olga).post("/tasks/lantern/dry-run/", status=201)
    assert set(Upload.objects.filter(kind="trial").values_list("phase__slug", flat=True)) == {"dev"}
    assert Api(tasks.sam).get("/tasks/lantern/submissions/")["results"] == []


def test_a_task_without_phases_has_no_dry_run(tasks: Tasks):
    tasks.lantern.phases.all().delete()
    assert Api(tasks.olga).post("/tasks/lantern/dry-run/", status=409)["type"].endswith("no_open_phase")


def test_organizers_invite_others(tasks: Tasks):
    olga = Api(tasks.olga)
    made = olga.post("/tasks/lantern/invitations/", {"role": "organizer", "note": "Nina"}, status=201)
    assert [each["note"] for each in olga.get("/tasks/lantern/invitations/")["results"]] == ["Nina"]
    Api(tasks.nina).post(f"/task-invitations/{made['code']}/")
    assert Api(tasks.nina).get("/tasks/lantern/")["role"] == "organizer"
    revoked = olga.call("delete", f"/tasks/lantern/invitations/{made['id']}/")
    assert revoked["state"] == "revoked"
    Api(tasks.otto).call("delete", f"/tasks/harbour/invitations/{made['id']}/", status=404)


@pytest.mark.any_database
def test_the_demo_is_synthetic_complete_and_loaded_once(own_directory):
    with pytest.raises(CommandError, match="demo project is not there"):
        call_command("demo_task")
    demo.load_demo()
    out = StringIO()
    call_command("demo_task", stdout=out)
    task = Task.objects.get()
    assert (task.synthetic, task.published_at is not None, task.teams.count()) == (True, True, 12)
    seen = Api().get(f"/tasks/{task.slug}/")
    assert [(each["slug"], each["state"]) for each in seen["phases"]] == [
        ("dev", "open"),
        ("test", "ended"),
        ("post", "open"),
    ]
    rows = Api().get(f"/tasks/{task.slug}/boards/test/en/")["rows"]
    assert len([row for row in rows if row["kind"] == "team"]) == 12
    assert not Submission.objects.exclude(state="scored").exclude(upload__kind="baseline").exists()
    count = Submission.objects.count()
    call_command("demo_task", stdout=out)
    assert "already" in out.getvalue()
    assert Submission.objects.count() == count


@pytest.mark.any_database
@pytest.mark.parametrize("uploads", [0, 1, 20])
def test_a_demo_that_was_killed_is_completed(own_directory, monkeypatch, uploads):
    demo.load_demo()
    left = iter(range(uploads))

    def killed(*arguments: Any, **options: Any) -> Upload:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return run_system(*arguments, **options)

    with monkeypatch.context() as patch:
        patch.setattr("evaluation.services.synthetic.demo.run_system", killed)
        with pytest.raises(KeyboardInterrupt):
            call_command("demo_task")
    task = Task.objects.get()
    assert (task.published_at, task.uploads.count()) == (None, uploads)
    out = StringIO()
    call_command("demo_task", stdout=out)
    assert "synthetic systems" in out.getvalue()
    task.refresh_from_db()
    assert task.published_at
    assert (task.phases.count(), task.teams.count(), task.announcements.count()) == (3, 12, 1)
    assert Counter(task.uploads.filter(kind="team").values_list("phase__slug", flat=True)) == {
        "dev": 18,
        "test": 12,
        "post": 3,
    }
    call_command("demo_task", stdout=out)
    assert "already" in out.getvalue()


def test_the_command_creates_a_task_from_gold_files(cast: Cast, tmp_path):
    person("olga")
    out = StringIO()
    folder = write_gold(tmp_path / "gold")
    call_command("create_task", "pier", "--gold", str(folder), "--organizer", "olga", stdout=out)
    assert "en.tst: 6 items, sha256" in out.getvalue()
    assert Organizer.objects.get(task__slug="pier").user.username == "olga"
    for wrong in (["--organizer", "nobody"], ["--organizer", "olga", "--gold", "/nowhere"]):
        with pytest.raises(CommandError):
            call_command("create_task", "quay", "--gold", str(folder), *wrong)
    assert not Task.objects.filter(slug="quay").exists()


def test_the_command_creates_a_task_from_a_release_of_a_project(own_directory, monkeypatch, tmp_path):
    demo.load_demo()
    release = demo.demo_release()
    person("olga")

    def create(slug: str, source: str) -> None:
        options = ("--release", source, "--organizer", "olga")
        call_command("create_task", slug, *options, stdout=StringIO())

    create("named", "harbours/1.0")
    create("unpacked", str(release_directory(release)))
    named, unpacked = (Task.objects.get(slug=slug) for slug in ("named", "unpacked"))
    assert (named.project, unpacked.project) == ("harbours", "")
    assert {task.gold_revisions.get().digest for task in (named, unpacked)} == {release.manifest_sha256}
    monkeypatch.chdir(tmp_path)
    for source, reason in {
        "harbours/9.9": "no release “9.9”. There is no directory harbours/9.9 either",
        "nowhere/1.0": "no project “nowhere”",
        "harbours": "no directory harbours",
    }.items():
        with pytest.raises(CommandError, match=reason):
            create("wrong", source)
    Release.objects.update(state=Release.State.WITHDRAWN, withdrawn_reason="Two items are wrong.")
    with pytest.raises(CommandError, match="was withdrawn: Two items are wrong"):
        create("wrong", "harbours/1.0")
    assert not Task.objects.filter(slug="wrong").exists()
