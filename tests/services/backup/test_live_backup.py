"""Backups of a real site while people work in it, restored into an empty one.

Eight annotators save over HTTP. A second process builds and reissues releases, and uploads and discards files.
"""

import hashlib
import http.client
import io
import json
import sqlite3
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.concurrency.crowd import REVISIONS, Crowd
from tests.databases import MigratedDatabase, postgres_url
from tests.e2e.site import Site
from tests.paths import ROOT
from tests.records import item, write_jsonl
from tests.waiting import wait_until

pytestmark = pytest.mark.crowd

CLIENTS = 8

PREPARE = """
from django.core.management import call_command
from annotation.models import AnnotationRevision
call_command("create_project", "gamma", preset="mu-shroom", redundancy=2, no_guidelines=True)
call_command("add_member", "gamma", "otto", role="lead", password="a long enough password")
call_command("import_items", "gamma", {items!r})
call_command("import_annotations", "gamma", {annotations!r})
AnnotationRevision.objects.update(comment="Seen.")
call_command("recompute", "gamma")
call_command("build_release", "gamma", "v1", comments=True)
call_command("build_release", "gamma", "v2")
"""

# Until the file `stop` appears: releases are built, reissued and uploads come and go.
WRITE = """
import io
from pathlib import Path
from django.utils import timezone
from annotation.models import Annotator, Erasure, Project, Release
from annotation.services.imports.lifecycle import discard_import, start_import, upload
from annotation.services.releases.build_job import request_reissue
from annotation.services.releases.request import ReleaseRequest, build_now
from django.contrib.auth.models import User
from foundation.jobs import run_waiting
from foundation.write_transaction import write_transaction
from morelkit.gold.policy import GoldPolicy
import annotation.services.releases.lifecycle

project, user, stop = Project.objects.get(slug="gamma"), User.objects.get(username="otto"), Path({stop!r})
begun = Path({turns!r})
first = Release.objects.get(project=project, name="v1")
turns = 0
while not stop.exists():
    turns += 1
    begun.write_text(str(turns))
    build_now(project, ReleaseRequest(name=f"r{{turns}}", policy=GoldPolicy(), comments=True))
    with write_transaction():
        Erasure.objects.create(
            project=project, annotator=Annotator.objects.get(project=project, key="annotator_a"), comments=0,
            messages=0, erased_at=timezone.now(),
        )
        request_reissue(first)
    run_waiting("releases")
    for number in range(5):
        line = '{{"id": "n-%d-%d", "lang": "EN", "model_input": "Who?", "model_output_text": "Ada."}}' % (turns, number)
        import_ = upload(project, "items", io.BytesIO(line.encode()), "more.jsonl", user)
        if number % 2:
            discard_import(import_)
        elif number == 2:
            start_import(import_, {{}})
            run_waiting("work")
"""

UPLOADS = "SELECT files FROM annotation_import WHERE state IN ('uploaded', 'waiting', 'checking', 'writing')"
BUILT = (
    "SELECT release.id, release.name, project.slug FROM annotation_release release "
    "JOIN annotation_project project ON project.id = release.project_id WHERE release.state = 'ready'"
)


@dataclass
class Writer:
    """The second process, which goes through its loop until the file `stop` exists."""

    process: subprocess.Popen[bytes]
    stop: Path
    begun: Path

    def turns(self) -> int:
        """How often it has begun its loop."""
        return int(self.begun.read_text() or 0) if self.begun.exists() else 0

    def end(self) -> None:
        self.stop.touch()
        assert self.process.wait() == 0


@pytest.fixture
def site(tmp_path: Path, migrated: MigratedDatabase) -> Iterator[Site]:
    (tmp_path / "site").mkdir()
    site = Site(tmp_path / "site", migrated=migrated)
    records = [item(f"q-{number}") for number in range(1, 5)]
    both = {"annotator_a": [[0, 3], [25, 30]], "annotator_b": [[25, 30]]}
    files = {
        "items": str(write_jsonl(tmp_path / "items.jsonl", records)),
        "annotations": str(
            write_jsonl(
                tmp_path / "annotations.jsonl", [{"id": each["id"], "annotations": both} for each in records]
            )
        ),
    }
    site.manage("shell", "-v0", "-c", PREPARE.format(**files))
    site.start()
    yield site
    site.close()


@contextmanager
def empty_site(directory: Path) -> Iterator[Site]:
    directory.mkdir()
    site = Site(directory, empty=True)
    yield site
    site.close()


@contextmanager
def writer(site: Site) -> Iterator[Writer]:
    stop, begun = site.directory / "stop", site.directory / "turns"
    process = subprocess.Popen(
        [sys.executable, "manage.py", "shell", "-v0", "-c", WRITE.format(stop=str(stop), turns=str(begun))],
        cwd=ROOT,
        env=site.environment,
    )
    running = Writer(process, stop, begun)
    try:
        yield running
    finally:
        stop.touch()
        process.wait()


def revisions(site: Site, slug: str) -> set[tuple[Any, ...]]:
    return {
        (name, key, str(save_id).replace("-", ""), number, comment, bool(submit))
        for name, key, save_id, number, comment, submit in site.rows(REVISIONS, slug)
    }


def acknowledged(crowd: Crowd) -> set[tuple[Any, ...]]:
    return {
        (person.name, save.item, save.save_id.replace("-", ""), save.revision, save.comment, save.submit)
        for person in crowd.people
        for save in list(person.saves)
    }


def downloads(crowd: Crowd, site: Site) -> dict[str, str]:
    """The SHA-256 of the download of each release, as served."""
    found = {}
    cookie = "; ".join(f"{name}={value}" for name, value in crowd.lead.cookies.items())
    for key, name, slug in site.rows(BUILT):
        with closing(http.client.HTTPConnection(site.url.removeprefix("http://"), timeout=60)) as connection:
            path = f"/api/v1/projects/{slug}/releases/{key}/download/"
            connection.request("GET", path, headers={"Cookie": cookie})
            answer = connection.getresponse()
            content = answer.read()
            assert answer.status == 200, content
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            assert archive.testzip() is None
        found[f"{slug} {name}"] = hashlib.sha256(content).hexdigest()
    return found


def test_a_backup_taken_while_people_save_restores_all_that_was_acknowledged(site, tmp_path):
    crowd = Crowd.gather(site, "alpha", 1, 40, lambda: [site.url], CLIENTS)
    site.manage("add_member", "gamma", "alpha-lead", "--role", "lead")
    enough = threading.Event()
    backups: list[tuple[Path, set[tuple[Any, ...]]]] = []
    try:
        with ThreadPoolExecutor(CLIENTS) as threads, writer(site) as second:
            at_work = [threads.submit(crowd._work, person, enough) for person in crowd.people]
            try:
                for number in range(1, 4):
                    assert crowd.log.wait_for(number * 150)
                    before = acknowledged(crowd)
                    file = tmp_path / f"backup-{number}.tar.gz"
                    site.manage("backup", str(file))
                    backups.append((file, before))
                wait_until(lambda: second.turns() > 1)
                second.end()
            finally:
                enough.set()
            for each in at_work:
                each.result()
        served = downloads(crowd, site)
        site.stop(kill=True)
        assert len(backups[0][1]) < len(backups[1][1]) < len(backups[2][1])
        for number, (file, before) in enumerate(backups):
            with empty_site(tmp_path / f"restored-{number}") as other:
                other.manage("restore", str(file))
                after = revisions(other, "alpha")
                assert before <= after
                assert after <= acknowledged(crowd)
                assert_whole(other)
                other.start()
                again = downloads(crowd, other)
                assert {"gamma v1", "gamma v2"} <= again.keys() <= served.keys()
                assert all(
                    again[name] == served[name] for name in again if name != "gamma v1"
                )  # reissued since
        assert "no difference" in site.manage("restore", "--check", str(backups[0][0]))
    finally:
        crowd.disperse()


def assert_whole(site: Site) -> None:
    """Statistics equal a recomputation, all releases verify, and the files of imports can be read."""
    assert "gamma v1: 0 differences" in site.manage("verify_site")
    for (files,) in site.rows(UPLOADS):
        for file in json.loads(files) if isinstance(files, str) else files:
            assert Path(file["path"]).is_relative_to(site.directory) or "items.jsonl" in file["path"]
            assert Path(file["path"]).is_file(), file
    assert (site.directory / "secret-key").stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(bool(postgres_url()), reason="The documented command was for SQLite.")
def test_the_backup_documented_before_lost_the_releases_and_this_one_keeps_them(site, tmp_path):
    crowd = Crowd.gather(site, "alpha", 1, 2, lambda: [site.url], 1)
    site.manage("add_member", "gamma", "alpha-lead", "--role", "lead")
    served = downloads(crowd, site)
    assert len(served) == 2
    site.manage("backup", str(tmp_path / "backup.tar.gz"))
    site.stop(kill=True)
    with empty_site(tmp_path / "old") as old:
        with (
            closing(sqlite3.connect(site.directory / "morel.sqlite3")) as source,
            closing(sqlite3.connect(old.directory / "morel.sqlite3")) as copy,
        ):
            source.backup(copy)
        assert "directory" in old.manage("verify_site", failing=True)
    with empty_site(tmp_path / "new") as new:
        new.manage("restore", str(tmp_path / "backup.tar.gz"))
        new.start()
        assert downloads(crowd, new) == served
    crowd.disperse()
