"""`morelkit submit` against a real server: the same messages as `morelkit check`, and the same rules as the page."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from morelkit.cli import main
from tests.databases import MigratedDatabase
from tests.e2e.site import Site
from tests.records import write_jsonl
from tests.tasks import predictions

pytestmark = pytest.mark.any_database

PREPARE = """
import json
from django.utils import timezone
from foundation.accounts.api_tokens import create_token
from evaluation.queries.stored_files import items_file
from tests.people import make_cast
from tests.tasks import make_tasks
tasks = make_tasks(make_cast())
_, token = create_token(tasks.sam, "test", f"team:{tasks.saltmarsh.pk}", 1, timezone.now())
tasks.saltmarsh.terms_version = tasks.lantern.terms_version
tasks.saltmarsh.save()
items = {p.language: str(items_file(tasks.revision, p)) for p in tasks.revision.parts.all() if p.split == "dev"}
print(json.dumps({"token": token, "items": items}))
"""


class LiveTask:
    def __init__(self, site: Site) -> None:
        prepared = json.loads(site.manage("shell", "-v0", "-c", PREPARE).splitlines()[-1])
        self.site, self.token, self.items = site, prepared["token"], prepared["items"]
        self.url = f"{site.url}/tasks/lantern"


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory, migrated: MigratedDatabase) -> Iterator[LiveTask]:
    site = Site(tmp_path_factory.mktemp("site"), migrated=migrated)
    try:
        site.start()
        yield LiveTask(site)
    finally:
        site.close()


@pytest.fixture
def token(live: LiveTask, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("MOREL_TOKEN", live.token)
    return live.token


def count(live: LiveTask) -> int:
    return int(live.site.rows("select count(*) from evaluation_submission")[0][0])


@pytest.mark.usefixtures("token")
def test_valid_files_are_submitted_and_scored(live: LiveTask, tmp_path: Path, capsys):
    files = [
        write_jsonl(tmp_path / f"{lang}.jsonl", predictions(lang, "dev", good=3)) for lang in ("en", "ar")
    ]
    before = count(live)
    assert main(["submit", live.url, *map(str, files), "--system", "three", "--wait"]) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith("Valid: 12 predictions (ar, en).\n")
    assert shown.out.count("scored: ") == 2
    assert shown.err.startswith("Uploaded: ")
    assert count(live) == before + 2


@pytest.mark.usefixtures("token")
def test_problems_are_printed_as_check_prints_them(live: LiveTask, tmp_path: Path, capsys):
    records = predictions("en", "dev")
    records[0]["hard_labels"] = [[5, 1000]]
    records[1]["soft_labels"][0]["prob"] = 2
    path = write_jsonl(tmp_path / "en.jsonl", records[:-1])
    assert main(["check", live.items["en"], str(path)]) == 1
    offline = capsys.readouterr().out
    before = count(live)
    assert main(["submit", live.url, str(path), "--check"]) == 1
    assert capsys.readouterr().out == offline
    assert count(live) == before
    assert main(["submit", live.url, str(path), "--system", "bad"]) == 1
    assert capsys.readouterr().out.startswith(offline)


@pytest.mark.usefixtures("token")
def test_a_file_of_another_task_is_refused(live: LiveTask, tmp_path: Path, capsys):
    path = write_jsonl(tmp_path / "en.jsonl", predictions("en", "dev", prefix="x-"))
    before = count(live)
    assert main(["submit", live.url, str(path), "--system", "other"]) == 2
    assert "Nothing of this upload was stored or counted." in capsys.readouterr().err
    assert count(live) == before


@pytest.mark.usefixtures("token")
@pytest.mark.parametrize("task", ["harbour", "absent"])
def test_a_token_is_refused_for_another_task(live: LiveTask, task: str, tmp_path: Path):
    path = write_jsonl(tmp_path / "en.jsonl", predictions("en", "dev"))
    assert main(["submit", f"{live.site.url}/tasks/{task}", str(path), "--system", "s"]) == 2


def test_a_wrong_token_is_refused(live: LiveTask, tmp_path: Path, monkeypatch, capsys):
    monkeypatch.setenv("MOREL_TOKEN", "morel_wrong")
    path = write_jsonl(tmp_path / "en.jsonl", predictions("en", "dev"))
    assert main(["submit", live.url, str(path), "--system", "s"]) == 2
    assert "unknown, expired or revoked" in capsys.readouterr().err
