"""Forty teams that submit to one task at once, and what the database holds afterwards.

The server runs in a process of its own. It is asked over HTTP only, except to move the deadline.
"""

import http.client
import json
import random
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.e2e.site import Site
from tests.task_records import predictions

CSRF = "c" * 32
TRACKS = ("en", "ar")
PATIENCE = 600  # seconds until a server that never comes back fails the test

COMMAND = """
import json, tempfile
from datetime import timedelta
from pathlib import Path
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from evaluation.models import Phase, Task, Team, TeamMember
from evaluation.services.tasks.create_task import DirectorySource, create_task
from tests.tasks import write_gold
with tempfile.TemporaryDirectory() as folder:
    task = create_task({slug!r}, "Crowd", DirectorySource(write_gold(Path(folder, "gold")), "crowd"), None)
now = timezone.now()
Task.objects.filter(pk=task.pk).update(published_at=now)
Phase.objects.create(task=task, slug="test", name="Test", kind="test", split="tst", visibility="blind",
    starts_at=now - timedelta(days=1), ends_at=now + timedelta(days=1), **{caps!r})
sessions = []
for number in range({teams}):
    user = User.objects.create(username=f"{slug}-{{number}}")
    team = Team.objects.create(task=task, name=f"Team {{number}}", name_key=f"team {{number}}")
    TeamMember.objects.create(task=task, team=team, user=user)
    browser = Client()
    browser.force_login(user)
    sessions.append([team.pk, browser.cookies[settings.SESSION_COOKIE_NAME].value])
print(json.dumps(sessions))
"""

UPLOADS = """
SELECT upload.id, upload.team_id, upload.received_at FROM evaluation_upload upload
JOIN evaluation_task task ON task.id = upload.task_id WHERE task.slug = ?
"""
SUBMISSIONS = """
SELECT submission.id, submission.upload_id, submission.number, submission.team_id, track.slug, submission.state,
    submission.sha256, slot.of_day, slot.of_phase, submission.message
FROM evaluation_submission submission
JOIN evaluation_task task ON task.id = submission.task_id
JOIN evaluation_track track ON track.id = submission.track_id
LEFT JOIN evaluation_quotaslot slot ON slot.submission_id = submission.id
WHERE task.slug = ? ORDER BY submission.number
"""
ATTEMPTS = """
SELECT attempt.upload_id, attempt.team_id, attempt.day, attempt.of_day FROM evaluation_attemptslot attempt
JOIN evaluation_upload upload ON upload.id = attempt.upload_id
JOIN evaluation_task task ON task.id = upload.task_id WHERE task.slug = ?
"""
SCORES = """
SELECT score.submission_id, score."values" FROM evaluation_score score
JOIN evaluation_submission submission ON submission.id = score.submission_id
JOIN evaluation_task task ON task.id = submission.task_id WHERE task.slug = ?
"""
WAITING = """
SELECT count(*) FROM evaluation_submission submission JOIN evaluation_task task ON task.id = submission.task_id
WHERE task.slug = ? AND submission.state = 'waiting'
"""
END = """
UPDATE evaluation_phase SET ends_at = ?
WHERE slug = 'test' AND task_id = (SELECT id FROM evaluation_task WHERE slug = ?)
"""


@dataclass(frozen=True)
class Row:
    """A stored submission. `of_day` and `of_phase` are None without a place in the quota."""

    id: int
    upload: int
    number: int
    team: int
    track: str
    state: str
    sha256: str
    of_day: int | None
    of_phase: int | None
    message: str


@dataclass
class Submitters:
    site: Site
    slug: str
    teams: list[tuple[int, str]]
    seed: int
    acknowledged: list[dict[str, Any]] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)
    unanswered: int = 0
    end: datetime | None = None
    _changed: threading.Condition = field(default_factory=threading.Condition)

    @classmethod
    def gather(cls, site: Site, slug: str, teams: int, seed: int, **caps: int) -> "Submitters":
        command = COMMAND.format(slug=slug, teams=teams, caps=caps)
        sessions = json.loads(site.manage("shell", "-v0", "-c", command))
        return cls(site, slug, [(team, session) for team, session in sessions], seed)

    def run(self, requests: int, threads: int, events: Mapping[float, Callable[[], object]]) -> None:
        """Send so many uploads from several threads. `events`: share of the answered ones → what happens then."""
        numbers = iter(range(requests))
        lock = threading.Lock()

        def work() -> None:
            while True:
                with lock:
                    number = next(numbers, None)
                if number is None:
                    return
                self._submit_something(random.Random(f"{self.seed}:{number}"))

        with ThreadPoolExecutor(threads) as pool:
            at_work = [pool.submit(work) for _ in range(threads)]
            for share, happens in sorted(events.items()):
                self._wait_for(int(share * requests), at_work)
                happens()
            for each in at_work:
                each.result()

    def submit(self, team: tuple[int, str], files: Mapping[str, bytes], **fields: str) -> str:
        """Send an upload until there is an answer other than 503. Return "" or the code of the refusal."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                status, content = self._send(team[1], files, fields)
            except (OSError, http.client.HTTPException):
                with self._changed:
                    self.unanswered += 1
                assert time.monotonic() < until, "The server did not come back."
                time.sleep(0.2)
                continue
            if status != 503:
                return self._note(status, content)
            assert time.monotonic() < until, content
            time.sleep(1)

    def set_deadline(self, seconds: float) -> None:
        self.end = datetime.now(UTC) + timedelta(seconds=seconds)
        self.site.change(END, self.end.isoformat(sep=" "), self.slug)

    def wait_until_scored(self) -> None:
        until = time.monotonic() + 2 * PATIENCE
        while self.site.rows(WAITING, self.slug) != [(0,)]:
            assert time.monotonic() < until, "Scoring does not end."
            time.sleep(0.5)

    def submissions(self) -> list[Row]:
        return [Row(*row) for row in self.site.rows(SUBMISSIONS, self.slug)]

    def uploads(self) -> dict[int, tuple[int, datetime]]:
        """Return team and receipt of each stored upload."""
        return {key: (team, _instant(at)) for key, team, at in self.site.rows(UPLOADS, self.slug)}

    def attempts(self) -> list[tuple[Any, ...]]:
        return self.site.rows(ATTEMPTS, self.slug)

    def scores(self) -> dict[int, dict[str, Any]]:
        rows = self.site.rows(SCORES, self.slug)
        return {key: json.loads(values) if isinstance(values, str) else values for key, values in rows}

    def report(self) -> str:
        return f"{dict(self.answers)}, {self.unanswered} without an answer, {len(self.submissions())} stored"

    def _submit_something(self, chance: random.Random) -> None:
        """Submit one or both tracks; one in eight files is invalid, and many files of different teams are equal."""
        tracks = chance.choice([TRACKS, TRACKS[:1], TRACKS[1:]])
        self.submit(chance.choice(self.teams), {f"{track}.jsonl": _file(track, chance) for track in tracks})

    def _send(self, session: str, files: Mapping[str, bytes], fields: Mapping[str, str]) -> tuple[int, Any]:
        boundary = uuid.uuid4().hex
        connection = http.client.HTTPConnection(self.site.url.removeprefix("http://"), timeout=PATIENCE)
        headers = {
            "Content-Type": f"multipart/form-data; boundary={boundary}",
            "Cookie": f"csrftoken={CSRF}; sessionid={session}",
            "X-CSRFToken": CSRF,
        }
        path = f"/api/v1/tasks/{self.slug}/submissions/"
        try:
            connection.request("POST", path, form(boundary, files, fields), headers)
            response = connection.getresponse()
            return response.status, json.loads(response.read())
        finally:
            connection.close()

    def _note(self, status: int, content: Any) -> str:
        code = "" if status == 201 else str(content["type"]).rpartition(":")[2]
        with self._changed:
            if not code:
                self.acknowledged.append(content)
            self.answers[code or "received"] += 1
            self._changed.notify_all()
        return code

    def _wait_for(self, answers: int, at_work: list[Any]) -> None:
        def reached() -> bool:
            return self.answers.total() >= answers or any(
                each.done() and each.exception() for each in at_work
            )

        with self._changed:
            while not reached():
                self._changed.wait(1)


def file_of(track: str, variant: int) -> bytes:
    records = predictions(track, "tst", good=variant % 7, shift=variant)
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


def _file(track: str, chance: random.Random) -> bytes:
    content = file_of(track, chance.randrange(12))
    return content if chance.random() > 1 / 8 else b"".join(content.splitlines(keepends=True)[:3])


def form(boundary: str, files: Mapping[str, bytes], fields: Mapping[str, str] | None = None) -> bytes:
    """Return the body of a submission of the system larch."""
    texts = {"system": "larch", **(fields or {})}.items()
    parts = [f'Content-Disposition: form-data; name="{name}"\r\n\r\n{text}'.encode() for name, text in texts]
    for name, content in files.items():
        head = f'Content-Disposition: form-data; name="files"; filename="{name}"\r\n\r\n'.encode()
        parts.append(head + content)
    mark = f"--{boundary}".encode()
    return b"".join(mark + b"\r\n" + part + b"\r\n" for part in parts) + mark + b"--\r\n"


def _instant(value: Any) -> datetime:
    at = datetime.fromisoformat(value) if isinstance(value, str) else value
    return at if at.tzinfo else at.replace(tzinfo=UTC)
