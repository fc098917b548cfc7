"""Fifty people at one project, each in a thread with a session of their own, and what the database holds afterwards.

The server runs in a process of its own; here it is asked over HTTP only, except to let reservations run out.
"""

import json
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from tests.concurrency.annotator import Annotator
from tests.concurrency.connection import Connection, Log
from tests.e2e.site import Site
from tests.records import item, write_jsonl

PEOPLE = 50
REDUNDANCY = 3
EXPIRIES = 40

# Passwords cost a third of a second each, on purpose; nobody here types one.
COMMAND = """
import io
import json
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client, override_settings
from annotation.queries.projects.access import project_by_slug
from annotation.services.people.members import add_member
call_command("create_project", {slug!r}, preset="mu-shroom", redundancy={redundancy}, no_guidelines=True,
    stdout=io.StringIO())
call_command("import_items", {slug!r}, {file!r}, stdout=io.StringIO())
sessions = {{}}
with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
    for name, role in {people!r}.items():
        add_member(project_by_slug({slug!r}), name, role)
        browser = Client()
        browser.force_login(User.objects.get(username=name))
        sessions[name] = settings.SESSION_COOKIE_NAME, browser.cookies[settings.SESSION_COOKIE_NAME].value
print(json.dumps(sessions))
"""

EXPIRE = """
UPDATE annotation_assignment SET expires_at = '2020-01-01 00:00:00+00:00' WHERE state = 'reserved'
    AND id / 2 * 2 = id - ?
"""

PLACES = """
SELECT item.id, item.coverage, count(place.id) FROM annotation_item item
JOIN annotation_project project ON project.id = item.project_id
LEFT JOIN annotation_assignment place ON place.item_id = item.id AND place.slot IS NOT NULL
WHERE project.slug = ? GROUP BY item.id, item.coverage
"""

WORK = """
SELECT annotation.item_id, person.username, annotation.surplus, annotation.submitted_id IS NOT NULL, place.state,
    place.slot
FROM annotation_annotation annotation
JOIN annotation_annotator annotator ON annotator.id = annotation.annotator_id
JOIN annotation_project project ON project.id = annotator.project_id
JOIN auth_user person ON person.id = annotator.user_id
LEFT JOIN annotation_assignment place
    ON place.item_id = annotation.item_id AND place.annotator_id = annotation.annotator_id
WHERE project.slug = ?
"""

REVISIONS = """
SELECT person.username, annotation.item_id, revision.save_id, revision.number, revision.comment, revision.submit
FROM annotation_annotationrevision revision
JOIN annotation_annotation annotation ON annotation.id = revision.annotation_id
JOIN annotation_annotator annotator ON annotator.id = annotation.annotator_id
JOIN annotation_project project ON project.id = annotator.project_id
JOIN auth_user person ON person.id = annotator.user_id
WHERE project.slug = ?
"""

STATISTICS = """
SELECT statistic.item_id, statistic.n FROM annotation_itemstatistic statistic
JOIN annotation_item item ON item.id = statistic.item_id
JOIN annotation_project project ON project.id = item.project_id
WHERE project.slug = ?
"""

# Nothing else may ever be refused, in whatever order requests arrive, unless the database stops.
EXPECTED = {("annotation", "stale_revision"), ("next", "busy"), ("skip", "submitted")}
UNAVAILABLE = (503, "database_busy")


@dataclass
class Crowd:
    site: Site
    slug: str
    people: list[Annotator]
    lead: Connection
    log: Log
    most: int = REDUNDANCY  # the largest redundancy that was in force

    @classmethod
    def gather(
        cls,
        site: Site,
        slug: str,
        seed: int,
        items: int,
        servers: Callable[[], Sequence[str]],
        people: int = PEOPLE,
    ) -> "Crowd":
        names = [f"{slug}-{number:02}" for number in range(people)]
        rows = [item(f"{slug}-{number}") for number in range(items)]
        file = write_jsonl(site.directory / f"{slug}.jsonl", rows)
        roles = dict.fromkeys(names, "annotator") | {f"{slug}-lead": "lead"}
        command = COMMAND.format(slug=slug, people=roles, file=str(file), redundancy=REDUNDANCY)
        sessions = json.loads(site.manage("shell", "-v0", "-c", command))
        log = Log()

        def browser(name: str, number: int) -> Connection:
            return Connection(servers, sessions[name], number, log)

        annotators = [
            Annotator(slug, name, browser(name, number), browser(name, number + 1), seed)
            for number, name in enumerate(names)
        ]
        return cls(site, slug, annotators, browser(f"{slug}-lead", 0), log)

    def run(self, requests: int, events: dict[float, Callable[["Crowd"], object]] | None = None) -> None:
        """Until so many requests are answered and all is done. `events`: share of the requests → what happens."""
        enough = threading.Event()
        moments: list[tuple[float, Callable[[Crowd], object]]] = [
            (number / EXPIRIES, lambda crowd, number=number: crowd.let_expire(number % 2))
            for number in range(1, EXPIRIES)
        ]
        moments = sorted([*moments, *(events or {}).items()], key=lambda moment: moment[0])
        with ThreadPoolExecutor(len(self.people)) as threads:
            at_work = [threads.submit(self._work, person, enough) for person in self.people]
            try:
                for share, happens in moments:
                    if self.log.wait_for(int(share * requests)):
                        happens(self)
                self.log.wait_for(requests)
            finally:
                enough.set()
            for each in at_work:
                each.result()
            list(threads.map(Annotator.finish, self.people))

    def disperse(self) -> None:
        for connection in (
            self.lead,
            *(tab for each in self.people for tab in (each.browser, each.other_tab)),
        ):
            connection.close()

    def _work(self, person: Annotator, enough: threading.Event) -> None:
        try:
            person.work(enough)
        except BaseException:
            self.log.end()
            raise

    def let_expire(self, half: int) -> None:
        """Half of the reservations have run out. That nobody stands where there is no place is looked at, too."""
        self.site.change(EXPIRE, half)
        self.assert_places_kept()

    def set_redundancy(self, redundancy: int) -> None:
        self.lead.call("GET", "session/")
        status, answer = self.lead.call("PATCH", f"projects/{self.slug}/", {"redundancy": redundancy})
        assert status == 200, answer

    def assert_places_kept(self) -> None:
        """No item's places are more than were ever asked for."""
        rows = self.site.rows(PLACES, self.slug)
        assert [row for row in rows if max(row[1:]) > self.most] == []

    def assert_sound(self, redundancy: int = REDUNDANCY, *, database_stopped: bool = False) -> None:
        """Places, annotations, revisions, statistics and answers tell the same story; every item is complete."""
        self.assert_places_kept()
        assert_refusals_expected(self.log.answers, database_stopped=database_stopped)
        counted = self._counted()
        for key, coverage, places in self.site.rows(PLACES, self.slug):
            assert coverage == places == counted[key], f"item {key}: {coverage}, {places}, {counted[key]}"
            assert counted[key] >= redundancy
        assert dict(self.site.rows(STATISTICS, self.slug)) == counted
        self._assert_nothing_lost()

    def _counted(self) -> Counter[int]:
        counted: Counter[int] = Counter()
        seen = set()
        for key, name, surplus, submitted, state, slot in self.site.rows(WORK, self.slug):
            assert (key, name) not in seen, f"{name} is on item {key} twice."
            seen.add((key, name))
            if submitted:
                assert state == "submitted"
                assert bool(surplus) == (slot is None)
                counted[key] += not surplus
        return counted

    def assert_acknowledged_stored(self) -> int:
        """The database holds the acknowledged saves, each once. Return their number."""
        acknowledged = self._acknowledged()  # before the read: saves may go on
        stored = Counter(self._stored())
        assert [save for save in acknowledged if stored[save] != 1] == []
        return len(acknowledged)

    def _assert_nothing_lost(self) -> None:
        """The database holds the acknowledged saves, each once, and no other."""
        assert sorted(self._stored()) == sorted(self._acknowledged())

    def _stored(self) -> list[tuple[object, ...]]:
        return [
            (name, key, str(save_id).replace("-", ""), number, comment, bool(submit))
            for name, key, save_id, number, comment, submit in self.site.rows(REVISIONS, self.slug)
        ]

    def _acknowledged(self) -> list[tuple[object, ...]]:
        return [
            (person.name, save.item, save.save_id.replace("-", ""), save.revision, save.comment, save.submit)
            for person in self.people
            for save in list(person.saves)
        ]

    def report(self) -> str:
        surplus = sum(bool(row[2]) for row in self.site.rows(WORK, self.slug))
        answers: Any = Counter()
        for (_, status, code), times in self.log.answers.items():
            answers[f"{status} {code}".strip()] += times
        saves = sum(len(person.saves) for person in self.people)
        return (
            f"{self.log.requests} requests ({dict(answers)}), {self.log.unanswered} sent again; {saves} saves, "
            f"{surplus} surplus"
        )


def assert_refusals_expected(
    answers: Counter[tuple[str, int, str]], *, database_stopped: bool = False
) -> None:
    refused = {key: times for key, times in answers.items() if key[1] >= 400}
    if database_stopped:
        refused = {key: times for key, times in refused.items() if key[1:] != UNAVAILABLE}
    odd = {key: times for key, times in refused.items() if key[1] != 409 or (key[0], key[2]) not in EXPECTED}
    assert odd == {}
