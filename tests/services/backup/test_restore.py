"""Restore: what is refused, and what happens if it is killed."""

from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql

from annotation.services.backup import create_backup as backup_module
from foundation.archive_file import open_archive
from tests.archives import altered
from tests.databases import postgres_url
from tests.e2e.site import Site
from tests.images import png
from tests.waiting import wait_until


def members(path: Path) -> dict[str, str]:
    with open_archive(path, backup_module.KIND) as archive:
        return {member.path: member.sha256 for member in archive.members}


@pytest.fixture(scope="module")
def backup(tmp_path_factory, migrated) -> Any:
    """The archive of a small site with a release, made by its commands."""
    directory = tmp_path_factory.mktemp("source")
    site = Site(directory, migrated=migrated)
    site.manage("demo")
    (directory / "menu.png").write_bytes(png())
    (directory / "guidelines.md").write_text("![The menu](images/menu.png)")
    guidelines = str(directory / "guidelines.md")
    site.manage("set_guidelines", "harbours", "ar", guidelines, "--images", str(directory))
    site.manage("build_release", "harbours", "v1")
    file = directory / "backup.tar.gz"
    site.manage("backup", str(file))
    site.close()
    return file


@pytest.fixture
def empty(tmp_path: Path) -> Any:
    (tmp_path / "new").mkdir()
    site = Site(tmp_path / "new", empty=True)
    yield site
    site.close()


def refusal(site: Site, *arguments: object) -> str:
    """The message of a command that must fail, and leave the site empty."""
    site.manage(*map(str, arguments), failing=True)
    assert not (site.directory / "morel.sqlite3").exists()
    assert not (site.directory / "releases").exists()
    assert not (site.directory / ".restoring").exists()
    return (site.directory / "command.err").read_text("utf-8")


def test_a_backup_is_restored_once(backup, empty):
    out = empty.manage("restore", str(backup))
    assert "restored as of" in out
    assert "harbours v1: 0 differences of the release" in empty.manage("verify_site")
    assert (empty.directory / "releases").stat().st_mode & 0o777 == 0o700
    (image,) = (empty.directory / "guidelines-images").glob("*/*")
    assert image.read_bytes() == png()
    assert image.stat().st_mode & 0o777 == 0o600
    empty.manage("restore", str(backup), failing=True)
    assert "is not empty" in (empty.directory / "command.err").read_text("utf-8")
    assert "0 differences" in empty.manage("verify_site")


def test_a_migrated_database_without_rows_is_empty(backup, empty):
    empty.manage("migrate", "-v0")
    empty.manage("restore", str(backup))
    assert "harbours v1: 0 differences" in empty.manage("verify_site")
    empty.manage(
        "add_member", "harbours", "newton", "--role", "lead", "--password", "a long enough password"
    )  # ids go on


def test_a_restore_that_was_killed_is_repeated_and_no_server_starts_before(backup, empty):
    (empty.directory / ".restoring").mkdir()
    (empty.directory / "releases" / "1").mkdir(parents=True)
    empty.manage("serve", failing=True)
    assert "run `restore` again" in (empty.directory / "command.err").read_text("utf-8")
    empty.manage("restore", str(backup))
    assert "harbours v1: 0 differences" in empty.manage("verify_site")


# Kill the restore when it calls this function of `restore`, or after the function has returned.
KILL = """
import os
from pathlib import Path
from annotation.services.backup import restore

def die(*arguments, **options):
    if {after}:
        function(*arguments, **options)
    os._exit(9)

function = restore.{name}
restore.{name} = die
restore.restore_backup(Path({file!r}))
"""


@pytest.mark.parametrize(
    ("name", "after"),
    [("_put_in_place", False), ("_put_in_place", True), ("call_command", False), ("record_and_commit", True)],
)
def test_a_restore_is_repeated_wherever_it_was_killed(backup, empty, name, after):
    empty.manage("shell", "-v0", "-c", KILL.format(name=name, after=after, file=str(backup)), failing=True)
    assert (empty.directory / ".restoring").is_dir()
    empty.manage("serve", failing=True)
    assert "run `restore` again" in (empty.directory / "command.err").read_text("utf-8")
    assert "restored as of" in empty.manage("restore", str(backup))
    assert not (empty.directory / ".restoring").exists()
    assert "harbours v1: 0 differences" in empty.manage("verify_site")


def test_a_killed_restore_is_not_finished_with_another_backup(backup, empty, tmp_path):
    kill = KILL.format(name="call_command", after=False, file=str(backup))
    empty.manage("shell", "-v0", "-c", kill, failing=True)

    def earlier(state: dict[str, Any]) -> None:
        state["created_at"] = "2026-01-01T00:00:00+00:00"

    other = altered(backup, tmp_path / "other.tar.gz", "manifest.json", earlier)
    empty.manage("restore", str(other), failing=True)
    assert "is not empty" in (empty.directory / "command.err").read_text("utf-8")
    empty.manage("restore", str(backup))
    assert "harbours v1: 0 differences" in empty.manage("verify_site")


@pytest.mark.any_database
def test_a_folder_with_files_is_not_empty(backup, empty):
    (empty.directory / "uploads").mkdir(exist_ok=True)
    (empty.directory / "uploads" / "one").write_bytes(b"x")
    assert "uploads/one exists" in refusal(empty, "restore", backup)
    assert (empty.directory / "uploads" / "one").read_bytes() == b"x"


@pytest.mark.parametrize("share", [0.001, 0.3, 0.999])
def test_a_truncated_backup_is_refused_by_the_name_of_the_member(backup, empty, tmp_path, share):
    file = tmp_path / "cut.tar.gz"
    content = backup.read_bytes()
    file.write_bytes(content[: int(len(content) * share)])
    assert "truncated or altered" in refusal(empty, "restore", file)
    assert "truncated or altered" in refusal(empty, "restore", "--check", file)


def later(state: dict[str, Any]) -> None:
    state["migrations"]["annotation"].append("9999_from_the_future")


def miscounted(state: dict[str, Any]) -> None:
    state["counts"]["annotation_item"] += 1


def elsewhere(state: dict[str, Any]) -> None:
    state["members"][1]["path"] = "static/app.js"


def other_database(state: dict[str, Any]) -> None:
    state["database"] = "postgresql" if state["database"] == "sqlite" else "sqlite"


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (later, "made by a later version of Morel: migration annotation.9999_from_the_future"),
        (elsewhere, "static/app.js is no part of a backup"),
        (other_database, "DATABASE_URL"),
        (lambda state: state.pop("counts"), "“counts” is missing"),
    ],
)
def test_a_backup_that_does_not_fit_is_refused(backup, empty, tmp_path, edit, message):
    file = altered(backup, tmp_path / "altered.tar.gz", "manifest.json", edit)
    assert message in refusal(empty, "restore", file)


def test_a_backup_whose_counts_differ_is_refused_and_can_be_repeated(backup, empty, tmp_path):
    file = altered(backup, tmp_path / "altered.tar.gz", "manifest.json", miscounted)
    empty.manage("restore", str(file), failing=True)
    assert "annotation_item has" in (empty.directory / "command.err").read_text("utf-8")
    empty.manage("restore", str(backup))
    assert "harbours v1: 0 differences" in empty.manage("verify_site")


@pytest.mark.skipif(bool(postgres_url()), reason="It edits the SQLite file.")
def test_a_damaged_database_file_is_refused(backup, empty, tmp_path):
    file = altered(
        backup,
        tmp_path / "altered.tar.gz",
        "database.sqlite3",
        lambda content: content[:8192] + bytes(100_000) + content[108_192:],
    )
    empty.manage("restore", str(file), failing=True)
    assert "The database of the backup is damaged" in (empty.directory / "command.err").read_text("utf-8")


def test_the_check_of_a_backup_touches_nothing_and_finds_an_altered_release(backup, empty, tmp_path):
    empty.manage("help")  # every command creates the secret key and folders
    before = sorted(path.name for path in empty.directory.rglob("*") if "command" not in path.name)
    assert "no difference" in empty.manage("restore", "--check", str(backup))
    after = sorted(path.name for path in empty.directory.rglob("*") if "command" not in path.name)
    assert [name for name in after if name not in before] == []
    member = next(path for path in members(backup) if path.endswith("README.md"))
    file = altered(backup, tmp_path / "altered.tar.gz", member, lambda content: content + b"x")
    empty.manage("restore", "--check", str(file), failing=True)
    assert "2 differences" in (empty.directory / "command.err").read_text("utf-8")


UNUSED_DATABASES = """
    SELECT datname FROM pg_database WHERE starts_with(datname, 'morel_check_')
    AND NOT EXISTS (SELECT FROM pg_stat_activity WHERE pg_stat_activity.datname = pg_database.datname)
"""


@pytest.mark.skipif(not postgres_url(), reason="Only PostgreSQL has temporary databases.")
def test_databases_of_killed_checks_are_dropped_and_those_in_use_stay(backup, empty):
    left, used = "morel_check_killed", "morel_check_in_use"
    with psycopg.connect(empty.environment["DATABASE_URL"], autocommit=True) as server:
        for name in (left, used):
            server.execute(sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(sql.Identifier(name)))
        try:
            with psycopg.connect(empty.environment["DATABASE_URL"], dbname=used):
                empty.manage("restore", "--check", str(backup))
                # Other workers check backups on this server at the same time, with databases in use.
                wait_until(lambda: server.execute(UNUSED_DATABASES).fetchall() == [])
            assert server.execute("SELECT datname FROM pg_database WHERE datname = %s", [used]).fetchall()
        finally:
            for name in (left, used):
                server.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(name)))


@pytest.mark.any_database
def test_the_check_of_a_backup_leaves_the_reserve_free(backup, empty):
    empty.environment["MOREL_DISK_RESERVE"] = str(10**15)
    assert "is nearly full" in refusal(empty, "restore", "--check", backup)


def test_a_backup_is_not_restored_beside_a_running_server(backup, empty, migrated):
    empty.manage("migrate", "-v0")
    empty.start()
    empty.manage("restore", str(backup), failing=True)
    assert "Stop it before you restore" in (empty.directory / "command.err").read_text("utf-8")


@pytest.mark.any_database
def test_people_stay_logged_in_by_the_restored_key(backup, empty):
    empty.manage("restore", str(backup))
    restored = (empty.directory / "secret-key").read_text()
    assert restored == (backup.parent / "secret-key").read_text()
