"""A killed run leaves complete snapshots, and the next run requests only the remaining pages."""

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.mediawiki import MediaWiki, Page, Wiki
from tests.paths import ROOT
from tests.records import item, write_jsonl

PAGES = 12


class Gate:
    """Passes a number of requests and blocks the next."""

    def __init__(self, passes: int) -> None:
        self._left = passes
        self.reached = threading.Event()
        self.open = threading.Event()

    def __call__(self, request: object) -> None:
        self._left -= 1
        if self._left < 0:
            self.reached.set()
            self.open.wait()


@pytest.fixture
def mediawiki():
    pages = [Page("de", f"Seite {number}", f"Text {number}.") for number in range(PAGES)]
    with MediaWiki(Wiki(pages)) as server:
        yield server


class Site:
    """A separate database file, with commands as processes."""

    def __init__(self, directory: Path, mediawiki: MediaWiki) -> None:
        self._mediawiki = mediawiki
        environment = {
            name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}
        }
        self._environment = environment | {
            "MOREL_DATA_DIR": str(directory),
            "MOREL_WIKIPEDIA_SERVER": mediawiki.address,
            "MOREL_WIKIPEDIA_PAUSE_MS": "0",
        }

    def start(self, *arguments: object) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, *map(str, arguments)],
            cwd=ROOT,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def finish(self, *arguments: object) -> str:
        process = self.start(*arguments)
        out, err = process.communicate()
        assert process.returncode == 0, err
        return out

    def killed_at(self, number: int, *arguments: object) -> list[str]:
        """Kill a command during the request of this number, and return the pages it requested."""
        self._mediawiki.requests.clear()
        self._mediawiki.before = gate = Gate(number)
        process = self.start("manage.py", *arguments)
        assert gate.reached.wait(60), process.communicate()
        process.send_signal(signal.SIGKILL)
        process.communicate()
        gate.open.set()
        return self._mediawiki.titles


SET_UP = """
import django, sys
django.setup()
from django.core.management import call_command
call_command("create_project", "gamma", preset="mu-shroom")
call_command("import_items", "gamma", sys.argv[1])
"""


@pytest.mark.sqlite
def test_a_killed_run_resumes_with_the_remaining_pages(tmp_path, mediawiki, monkeypatch, migrated_file):
    migrated_file.copy_to(tmp_path)
    titles = [f"Seite {number}" for number in range(PAGES)]
    records = [
        item(title, lang="DE", wikipedia_url=f"https://de.wikipedia.org/wiki/{title.replace(' ', '_')}")
        for title in titles
    ]
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "api.config.settings")
    site = Site(tmp_path, mediawiki)
    site.finish("-c", SET_UP, write_jsonl(tmp_path / "items.jsonl", records))
    for which in ("--missing", "--refresh"):
        *stored, _ = site.killed_at(6, "fetch_references", "gamma", which)
        assert len(stored) == 6
        mediawiki.requests.clear()
        outcome = json.loads(site.finish("manage.py", "fetch_references", "gamma", which, "--json"))
        assert (outcome["served"], outcome["snapshots"]) == (PAGES, PAGES)
        assert sorted([*stored, *mediawiki.titles]) == sorted(titles), "Each page is requested once."
