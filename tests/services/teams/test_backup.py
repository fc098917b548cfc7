"""Gold and predictions of shared tasks are in backups, and are checked."""

import hashlib
import shutil
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from annotation.services.backup.create_backup import KIND, create_backup
from annotation.services.backup.verify_site import verify_site
from evaluation.models import GoldPart, Submission, Upload
from evaluation.queries.referenced_files import PATTERN
from evaluation.queries.stored_files import gold_directory, gold_file, root, submission_file
from foundation.archive_file import open_archive
from tests.databases import MigratedDatabase
from tests.e2e.site import Site
from tests.people import make_cast
from tests.tasks import Tasks, make_tasks

CONTENT = b'{"id": "x"}\n'
SHA256 = hashlib.sha256(CONTENT).hexdigest()

PREPARE = """
import hashlib
from tests.people import make_cast
from tests.services.teams.test_backup import submit
from tests.tasks import make_tasks
submit(make_tasks(make_cast()))
"""


def submit(tasks: Tasks) -> None:
    """Store predictions as the submissions of two teams, whose bytes are the same."""
    for number, team in enumerate((tasks.saltmarsh, tasks.ninefold), 1):
        upload = Upload.objects.create(
            task=tasks.lantern, phase=tasks.dev, team=team, system="one", received_at=timezone.now()
        )
        Submission.objects.create(
            upload=upload,
            task=tasks.lantern,
            phase=tasks.dev,
            team=team,
            track=tasks.en,
            number=number,
            file_name="en.jsonl",
            size=len(CONTENT),
            sha256=SHA256,
        )
    path = submission_file(SHA256)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(CONTENT)


@pytest.fixture
def stored(transactional_db: None) -> Any:
    tasks = make_tasks(make_cast())
    submit(tasks)
    yield tasks
    shutil.rmtree(root(), ignore_errors=True)


def test_a_backup_has_gold_and_each_prediction_once(stored: Tasks, tmp_path):
    (root() / "gold" / "leftover").write_bytes(b"x")
    done = create_backup(tmp_path / "backup.tar.gz")
    with open_archive(tmp_path / "backup.tar.gz", KIND) as archive:
        found = {member.path: member.sha256 for member in archive.members}
    assert found[f"evaluation/submissions/{SHA256[:2]}/{SHA256}"] == SHA256
    for part in GoldPart.objects.select_related("revision"):
        path = gold_file(part.revision, part).relative_to(settings.DATA_DIR).as_posix()
        assert found[path] == part.gold_sha256
        assert found[
            path.replace("/gold/", "/unlabelled/").replace("evaluation/unlabelled", "evaluation/gold")
        ] == (part.items_sha256)
    assert not any("leftover" in path for path in found)
    assert not [each for each in done.missing if "lantern" in each or "harbour" in each]


def test_missing_and_altered_files_are_named(stored: Tasks, tmp_path):
    submission_file(SHA256).write_bytes(b"other")
    part = stored.revision.parts.get(language="en", split="tst")
    gold_file(stored.revision, part).unlink()
    missing = create_backup(tmp_path / "backup.tar.gz").missing
    assert [each for each in missing if each.startswith("submission 1 of lantern")]
    assert [each for each in missing if each.startswith("gold 1 of lantern") and "gold/en.tst.jsonl" in each]
    lines: list[str] = []
    assert verify_site(lines.append) >= 2
    assert any("submission 1 of lantern" in line for line in lines)
    (gold_directory(stored.revision) / "manifest.json").write_bytes(b"{}")
    assert any("manifest.json" in each for each in create_backup(tmp_path / "second.tar.gz").missing)


@pytest.mark.any_database
def test_a_restored_site_has_all_files(tmp_path, migrated: MigratedDatabase):
    import re

    (tmp_path / "before").mkdir()
    (tmp_path / "after").mkdir()
    site = Site(tmp_path / "before", migrated=migrated)
    empty = Site(tmp_path / "after", empty=True)
    try:
        site.manage("shell", "-v0", "-c", PREPARE)
        counted = "evaluation: 0 differences of 19 files"
        assert counted in site.manage("verify_site")
        site.manage("backup", str(tmp_path / "backup.tar.gz"))
        lock = tmp_path / "after" / "evaluation" / "submissions.lock"
        lock.parent.mkdir()
        lock.touch()  # as a server leaves it
        empty.manage("restore", str(tmp_path / "backup.tar.gz"))
        assert counted in empty.manage("verify_site")
        file = tmp_path / "after" / "evaluation" / "submissions" / SHA256[:2] / SHA256
        assert file.read_bytes() == CONTENT
        assert re.fullmatch(PATTERN, file.relative_to(tmp_path / "after").as_posix())
        third = Site(tmp_path / "third", empty=True)
        other = tmp_path / "third" / "evaluation" / "submissions" / SHA256[:2] / SHA256
        other.parent.mkdir(parents=True)
        other.write_bytes(CONTENT)
        refused = third.manage("restore", str(tmp_path / "backup.tar.gz"), failing=True)
        assert refused == ""
        third.close()
    finally:
        site.close()
        empty.close()
