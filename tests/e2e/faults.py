"""Helpers of journeys with faults: random edits, the state of the screen, and the state of the database."""

import itertools
import json
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import APIResponse, BrowserContext, Locator, Page, Route, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from tests.case_counts import FAULT_RUNS
from tests.e2e.site import Site, item
from tests.e2e.workspace import download, drag, log_in, open_workspace

OpenPage = Callable[[BrowserContext], Page]

# Every random journey runs once per seed, with different edits and times.
SEEDS = range(1, FAULT_RUNS + 1)

# As in saveProtocol.ts: the pause after which changes are sent, and the longest delay of a retry.
QUIET_MS = 2_000
LONGEST_RETRY_MS = 30_000

ANSWER = "The lamp of Crooked Point was lit by Edwin Fernsby on 2 March 1884 in the rain, and seen from Low Harbour."
WORDS = [(0, 3), (4, 8), (12, 25), (37, 50), (54, 66), (74, 78), (84, 88), (94, 105)]

SAVES = "**/annotation/"

# Console errors that these journeys cause on purpose.
NO_CONNECTION = (
    r"net::ERR_(INTERNET_DISCONNECTED|CONNECTION_(?:REFUSED|RESET|CLOSED)|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE|FAILED"
    # The server was killed while it sent a response.
    r"|ABORTED|RESPONSE_HEADERS_TRUNCATED|CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED_ENCODING)"
)
STALE = r"status of 409"

# The list of marks is rendered after the page.
SCREEN = """
() => {
  const rows = [...document.querySelectorAll("[data-testid=span-list] .num")];
  const count = parseInt(document.querySelector("[data-testid=mark-count]")?.textContent);
  return rows.length === count && {
    spans: rows.map((range) => range.textContent.trim().split("–").map(Number)),
    labels: [...document.querySelectorAll("[data-testid^=label-]:checked")].map((each) => each.dataset.testid).sort(),
    nothing_to_mark: document.querySelector("[data-testid=nothing-to-mark]").checked,
    unsure: document.querySelector("[data-testid=unsure]").checked,
    comment: document.querySelector("[data-testid=comment]").value,
  };
}
"""

REVISIONS = """
SELECT item.external_id, annotation.id, annotation.submitted_id = revision.id, revision.number, revision.submit,
    revision.active_seconds, revision.spans, revision.labels, revision.nothing_to_mark, revision.unsure,
    revision.comment
FROM annotation_annotationrevision revision
JOIN annotation_annotation annotation ON revision.annotation_id = annotation.id
JOIN annotation_item item ON annotation.item_id = item.id
JOIN annotation_project project ON item.project_id = project.id
JOIN annotation_annotator annotator ON annotation.annotator_id = annotator.id
JOIN auth_user person ON annotator.user_id = person.id
WHERE project.slug = ? AND person.username = ?
ORDER BY item.id, revision.number
"""


def project(
    site: Site,
    slug: str,
    people: tuple[str, ...] = ("ada",),
    items: int = 0,
    *options: str,
    policy: str = "everyone",
) -> Site:
    """A project in which all annotators get the same items, unless another policy is given."""
    rows = [
        item(f"{slug}-{n}", ANSWER, question=f"Who lit lamp {n}?")
        for n in range(1, (items or FAULT_RUNS + 2) + 1)
    ]
    site.project(slug, dict.fromkeys(people, "annotator"), rows, "--assignment", policy, *options)
    return site


NOTHING = {"spans": [], "labels": [], "nothing_to_mark": False, "unsure": False, "comment": ""}


def screen(page: Page) -> dict[str, Any]:
    seen: dict[str, Any] = page.wait_for_function(SCREEN).json_value()
    return seen


def expect_screen(page: Page, wanted: dict[str, Any]) -> None:
    same = f"(wanted) => JSON.stringify(({SCREEN})()) === wanted"
    with suppress(PlaywrightTimeoutError):
        page.wait_for_function(same, arg=as_browsers_write(wanted), timeout=30_000)
    assert screen(page) == wanted


def as_browsers_write(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def quotes(shown: dict[str, Any]) -> list[str]:
    return [ANSWER[start:end] for start, end in shown["spans"]]


def question(page: Page) -> str:
    return page.locator("main h1").inner_text()


def revisions(site: Site, slug: str, person: str) -> dict[str, list[dict[str, Any]]]:
    """A person's stored revisions, oldest first, by question."""
    found: dict[str, list[dict[str, Any]]] = {}
    for external_id, annotation, counts, number, submit, seconds, *content in site.rows(
        REVISIONS, slug, person
    ):
        found.setdefault(f"Who lit lamp {external_id.rpartition('-')[2]}?", []).append(
            {
                "annotation": annotation,
                "number": number,
                "submit": bool(submit),
                "counts": bool(counts),
                "active_seconds": seconds,
                **shown_by(dict(zip(CONTENT_FIELDS, content, strict=True))),
            }
        )
    return found


def shown_by(content: dict[str, Any]) -> dict[str, Any]:
    """Content in the form of `screen`."""
    return {
        "spans": [[mark["start"], mark["end"]] for mark in read(content["spans"])],
        "labels": sorted(f"label-{name}-{choice}" for name, choice in read(content["labels"]).items()),
        "nothing_to_mark": bool(content["nothing_to_mark"]),
        "unsure": bool(content["unsure"]),
        "comment": content["comment"],
    }


def latest(kept: dict[str, Any]) -> dict[str, Any]:
    """The latest content of a stored draft."""
    content: dict[str, Any] = kept["content"] or kept["steps"][-1]["content"]
    return content


def work(page: Page, site: Site, slug: str) -> dict[str, Any]:
    """The item on the page, as the server returns it."""
    item = page.url.rpartition("/")[2]
    answer = page.request.get(f"{site.url}/api/v1/projects/{slug}/items/{item}/mine/")
    found: dict[str, Any] = answer.json()
    return found


def read(column: Any) -> Any:
    """The value of a JSON column, which SQLite returns as text."""
    return json.loads(column) if isinstance(column, str) else column


CONTENT_FIELDS = ("spans", "labels", "nothing_to_mark", "unsure", "comment")


def content_of(revision: dict[str, Any]) -> dict[str, Any]:
    return {name: revision[name] for name in CONTENT_FIELDS}


def assert_stored_once(
    site: Site, slug: str, person: str, asked: str, shown: dict[str, Any], *, submissions: int = 0
) -> list[dict[str, Any]]:
    """Assert that the server has what was on the screen, in one annotation, and stored nothing twice."""
    stored = revisions(site, slug, person)[asked]
    assert content_of(stored[-1]) == shown
    assert len({each["annotation"] for each in stored}) == 1
    assert [each["number"] for each in stored] == list(range(1, len(stored) + 1))
    assert [each["submit"] for each in stored].count(True) == submissions
    assert stored[-1]["counts"] == stored[-1]["submit"]
    repeated = [
        each
        for before, each in itertools.pairwise(stored)
        if content_of(before) == content_of(each) and before["submit"] == each["submit"]
    ]
    assert repeated == []
    return stored


def assert_screen_stored_once(site: Site, slug: str, person: str, page: Page) -> list[dict[str, Any]]:
    return assert_stored_once(site, slug, person, question(page), screen(page))


def begin(page: Page, site: Site, slug: str, person: str = "ada") -> None:
    page.clock.install()
    log_in(page, site, person)
    open_workspace(page, site, slug)


def pause(page: Page) -> None:
    """Let the pause pass after which changes are sent."""
    page.clock.fast_forward(QUIET_MS)


@contextmanager
def clock_stopped(page: Page) -> Iterator[None]:
    """No save is sent again in the block, so that none can fail after it and put the next one off."""
    page.clock.pause_at(page.evaluate("Date.now()") + 1_000)
    yield
    page.clock.resume()


def retry(page: Page) -> None:
    """Let the time pass after which failed saves are retried."""
    page.clock.fast_forward(LONGEST_RETRY_MS)


def wait_until_saved(page: Page) -> None:
    pause(page)
    expect(status(page)).to_contain_text("Saved")


PRESS_RETRY = """
() => {
  const status = document.querySelector("[data-testid=saved]");
  if (status.textContent.startsWith("Saved")) return true;
  if (status.nextElementSibling?.textContent === "Retry now") status.nextElementSibling.click();
}
"""


def press_retry_until_saved(page: Page) -> None:
    pause(page)
    page.wait_for_function(PRESS_RETRY)


# All drafts that the browser stores, of any person.
KEPT = """
() => new Promise((resolve) => {
  const opening = indexedDB.open("morel", 1);
  // It is for the page to make one.
  opening.onupgradeneeded = () => opening.transaction.abort();
  opening.onerror = () => resolve([]);
  opening.onsuccess = () => {
    const asking = opening.result.transaction("unsent").objectStore("unsent").getAll();
    asking.onsuccess = () => (opening.result.close(), resolve(asking.result));
  };
})
"""


# Playwright's wait_for_function does not await the promise of an asynchronous predicate.
UNTIL = """
async (arg) => {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await (PREDICATE)(arg)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("Waited in vain");
}
"""


def wait_until(page: Page, predicate: str, arg: object = None) -> None:
    """`predicate`: an asynchronous function."""
    page.evaluate(UNTIL.replace("PREDICATE", predicate), arg)


def wait_until_no_draft_is_stored(page: Page) -> None:
    """Wait until the server has acknowledged all drafts, including those that are not on the screen."""
    wait_until(page, f"async () => (await ({KEPT})()).length === 0")


def wait_until_a_draft_is_stored(page: Page) -> None:
    wait_until(page, f"async () => (await ({KEPT})()).length > 0")


class Held:
    """Hold the first request that matches, answered by the server where `answered`, until the test lets it go."""

    def __init__(self, page: Page, pattern: str, *, answered: bool = False) -> None:
        self._page = page
        self._answered = answered
        self._held: list[tuple[Route, APIResponse | None]] = []
        page.route(pattern, self._hold)

    def _hold(self, route: Route) -> None:
        if self._held:
            route.continue_()
        else:
            self._held.append((route, route.fetch() if self._answered else None))

    def wait(self) -> None:
        for _ in range(1_000):
            if self._held:
                return
            self._page.wait_for_timeout(20)
        raise AssertionError("No such request came.")

    def release(self) -> None:
        self.wait()
        route, response = self._held[0]
        if response:
            route.fulfill(response=response)
        else:
            route.continue_()


def status(page: Page) -> Locator:
    return page.get_by_test_id("saved")


def log_out(page: Page) -> None:
    page.get_by_role("button", name="account of").click()
    page.get_by_role("button", name="Log out").click()
    page.wait_for_url("**/login")


def complete_form(page: Page) -> dict[str, Any]:
    """Fill in what a submit requires, without a contradiction, and return the state of the screen."""
    factuality = "errors"
    if not screen(page)["spans"]:
        page.get_by_test_id("nothing-to-mark").check(force=True)
        factuality = "correct"
    page.get_by_test_id("label-fluency-well-formed").check(force=True)
    page.get_by_test_id(f"label-factuality-{factuality}").check(force=True)
    return screen(page)


def submit_and_continue(page: Page) -> dict[str, Any]:
    """Fill in the form, submit, and wait for the next item. Return the state of the screen at the submit."""
    shown = complete_form(page)
    asked = question(page)
    page.get_by_test_id("submit").click()
    expect(page.locator("main h1")).not_to_have_text(asked)
    return shown


def exported(page: Page, directory: Path) -> dict[str, Any]:
    """The export of unsent drafts."""
    page.get_by_test_id("waiting").first.click()
    saved: dict[str, Any] = json.loads(download(page, page.get_by_test_id("export"), directory).read_text())
    page.keyboard.press("Escape")
    return saved


class RandomEditor:
    """A person who makes random edits, reproducible by seed."""

    def __init__(self, page: Page, seed: int) -> None:
        self._page = page
        self._chance = random.Random(seed)
        self._letters = 0

    def edit(self, times: int = 1) -> None:
        for _ in range(times):
            before = screen(self._page)
            while screen(self._page) == before:
                self._chance.choice(
                    [self.mark, self.mark, self.mark, self._unmark, self.write, self._doubt, self._judge]
                )()

    def begin(self) -> None:
        """Make the first mark, which loads the list of marks, and wait for its row."""
        self.mark()
        screen(self._page)

    def mark(self) -> None:
        drag(self._page, *self._chance.choice(WORDS))

    def _unmark(self) -> None:
        rows = self._page.locator("[data-testid=span-list] li .icon:last-child")
        if count := rows.count():
            rows.nth(self._chance.randrange(count)).click()

    def write(self) -> None:
        """Type text that differs from all text before."""
        self._letters += 1
        field = self._page.get_by_test_id("comment")
        field.press_sequentially(f"{self._letters} ")
        field.blur()

    def _judge(self) -> None:
        choices = self._page.locator("[data-testid^=label-]")
        choices.nth(self._chance.randrange(choices.count())).check(force=True)

    def _doubt(self) -> None:
        self._page.keyboard.press("u")
