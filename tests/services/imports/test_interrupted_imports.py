"""Failed and interrupted imports leave nothing visible and do not block later imports."""

import os
import signal
import sqlite3
import subprocess
import sys
from datetime import timedelta

import pytest
from django.utils import timezone

from annotation.models import Annotation, Import, Item, ItemStatistic, Rollup
from annotation.services.imports import import_annotations as annotations_module
from annotation.services.imports import import_items as items_module
from annotation.services.imports import lifecycle
from annotation.services.imports.lifecycle import import_files, start_import, undo_import, upload
from annotation.services.projects.project_settings import create_project
from foundation.jobs import HEARTBEAT_TIMEOUT, run_job, run_waiting
from foundation.models import Job
from tests.commands import refuses, succeeds
from tests.paths import ROOT
from tests.people import content, join, reserve, save
from tests.records import import_records, item, items, stored, write_jsonl
from tests.services.statistics.recount import assert_recounted


class Killed(BaseException):
    """An exception that no `except Exception` catches."""


@pytest.fixture
def gamma(db):
    return create_project("gamma", preset="mu-shroom", redundancy=1)


@pytest.fixture
def break_at(monkeypatch):
    """Make a step of an import fail after its `nth` execution."""

    def break_at(module, step: str, nth: int = 1) -> None:
        real, calls = getattr(module, step), []

        def broken(*arguments, **keywords):
            result = real(*arguments, **keywords)
            calls.append(step)
            if len(calls) == nth:
                raise Killed
            return result

        monkeypatch.setattr(module, step, broken)

    return break_at


def visible(project) -> list[str]:
    return list(Item.objects.visible(project).order_by("ordinal").values_list("external_id", flat=True))


@pytest.mark.parametrize("step", ["check", "write"])
def test_a_failed_import_of_items_leaves_nothing_and_can_be_repeated(gamma, break_at, monkeypatch, step):
    break_at(items_module, step)
    with pytest.raises(Killed):
        import_records(gamma, items(3))
    assert not Item.objects.filter(project=gamma).exists()
    assert Import.objects.get(project=gamma).state == "failed"
    assert import_records(gamma, items(3)).added == 3
    assert reserve(gamma, join(gamma, "ada"))


def test_an_import_that_fails_during_publication_stays_invisible(gamma, break_at):
    break_at(items_module, "publish")
    with pytest.raises(Killed):
        import_records(gamma, items(3))
    assert visible(gamma) == []
    import_records(gamma, items(4))
    assert len(visible(gamma)) == 4


def test_a_failed_import_of_annotations_leaves_no_counts_and_no_annotators(gamma, break_at):
    import_records(gamma, items(2))
    break_at(annotations_module, "write")
    records = [{"id": "q-1", "annotations": {"annotator_a": [[0, 3]], "annotator_b": [[0, 3]]}}]
    with pytest.raises(Killed):
        import_records(gamma, records, "annotations")
    assert not Annotation.objects.exists()
    assert not ItemStatistic.objects.exists()
    assert not gamma.annotator_set.exists()
    import_records(gamma, records, "annotations")
    assert_recounted(gamma)
    assert Rollup.objects.get(project=gamma).histogram == {"2": 1}


@pytest.mark.parametrize("step", ["write", "publish", "settle"])
def test_a_job_without_heartbeat_is_resumed_by_another_worker(gamma, tmp_path, monkeypatch, break_at, step):
    """Simulate a kill: the job stays in the state running, and nothing is cleaned up."""
    lead = join(gamma, "lena", "lead")
    with write_jsonl(tmp_path / "a.jsonl", items(3)).open("rb") as file:
        import_ = start_import(upload(gamma, "items", file, "a.jsonl", lead), {})
    with monkeypatch.context() as patched:
        patched.setattr(lifecycle, "_set_state", _sets_state_unless_failed(lifecycle._set_state))
        patched.setattr("foundation.jobs._finish", lambda *_: None)
        if step != "settle":
            patched.setattr(items_module, "remove", lambda *_: None)
        break_at(items_module, step)
        with pytest.raises(Killed):
            run_job(import_.job)
    assert not run_waiting(), "A worker with a recent heartbeat may still be running."
    Job.objects.update(heartbeat=timezone.now() - HEARTBEAT_TIMEOUT - timedelta(seconds=1))
    monkeypatch.undo()
    assert run_waiting()
    import_.refresh_from_db()
    assert (import_.state, import_.added) == ("done", 3)
    assert visible(gamma) == ["q-1", "q-2", "q-3"]
    assert Item.objects.filter(project=gamma, reservable=True).count() == 3
    assert not run_waiting()


def _sets_state_unless_failed(set_state):
    return lambda import_, state: None if state == "failed" else set_state(import_, state)


def test_a_running_job_is_not_run_again(gamma, tmp_path):
    lead = join(gamma, "lena", "lead")
    with write_jsonl(tmp_path / "a.jsonl", items(1)).open("rb") as file:
        import_ = start_import(upload(gamma, "items", file, "a.jsonl", lead), {})
    again = []
    watch = lambda done, total: again.append(run_job(import_.job))  # noqa: E731 — a one-line callback
    assert run_job(import_.job, watch)
    assert set(again) == {False}


def test_a_command_is_refused_while_an_import_waits(gamma, tmp_path):
    lead = join(gamma, "lena", "lead")
    path = write_jsonl(tmp_path / "a.jsonl", items(1))
    with path.open("rb") as file:
        start_import(upload(gamma, "items", file, "a.jsonl", lead), {})
    assert "under way" in refuses("import_items", "gamma", path)
    assert run_waiting()
    assert "Nothing new" in succeeds("import_items", "gamma", path)


def test_two_projects_can_import_at_the_same_time(gamma, tmp_path):
    other = create_project("other", preset="mu-shroom")
    lead = join(gamma, "lena", "lead")
    path = write_jsonl(tmp_path / "a.jsonl", items(1))
    with path.open("rb") as file:
        start_import(upload(gamma, "items", file, "a.jsonl", lead), {})
    assert import_files(other, "items", [path]).added == 1


def test_a_command_can_import_while_an_undo_waits_for_the_worker(gamma):
    undo_import(import_records(gamma, items(2)))
    again = import_records(gamma, [item("q-1", answer="Another answer."), item("q-2")])
    assert (again.state, again.added, again.unchanged) == ("done", 2, 0)
    while run_waiting():
        pass
    assert visible(gamma) == ["q-1", "q-2"]


def test_saves_succeed_during_an_import(gamma, tmp_path):
    import_records(gamma, items(2))
    ada = join(gamma, "ada")
    assigned = reserve(gamma, ada)
    saved = []

    def watch(done: int, total: int) -> None:
        saved.append(
            save(gamma, ada, assigned, content((0, 1 + len(saved) % 9)), submit=bool(len(saved) % 2))
        )

    import_files(gamma, "items", [write_jsonl(tmp_path / "a.jsonl", items(1_200, prefix="new"))], watch=watch)
    assert len(saved) >= 4
    assert stored(gamma, "q-1").answer
    assert_recounted(gamma)


@pytest.fixture
def site(tmp_path, migrated_file):
    """Return a function that runs commands as processes on a separate data directory."""
    migrated_file.copy_to(tmp_path)
    environment = {
        key: value for key, value in os.environ.items() if key not in {"DATABASE_URL", "REDIS_URL"}
    }
    environment |= {"MOREL_DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "api.config.settings"}

    def start(*arguments: object) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "manage.py", *map(str, arguments)],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    return start


@pytest.mark.sqlite
def test_a_killed_import_leaves_nothing_and_can_be_repeated(site, tmp_path):
    def finish(*arguments: object) -> str:
        process = site(*arguments)
        out, err = process.communicate()
        assert process.returncode == 0, err
        return out

    finish("create_project", "gamma", "--preset", "mu-shroom")
    path = write_jsonl(tmp_path / "many.jsonl", items(20_000))
    process = site("import_items", "gamma", path)
    with sqlite3.connect(tmp_path / "morel.sqlite3", timeout=30) as database:
        count = "SELECT count(*) FROM annotation_item"
        while process.poll() is None and database.execute(count).fetchone()[0] < 1_000:
            pass
        assert process.poll() is None, "The import ended before it was killed: use more items."
        process.send_signal(signal.SIGKILL)
        process.communicate()
        published = "SELECT count(*) FROM annotation_import WHERE published_at IS NOT NULL"
        assert database.execute(published).fetchone()[0] == 0
    small = write_jsonl(tmp_path / "small.jsonl", items(3))
    assert "Added 3 items" in finish("import_items", "gamma", small)
    with sqlite3.connect(tmp_path / "morel.sqlite3") as database:
        assert database.execute("SELECT count(*) FROM annotation_item").fetchone()[0] == 3
