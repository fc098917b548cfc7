"""What journeys through faults have in common: edits by chance, the screen as it is seen, the database as it is."""

import itertools
import json
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from tests.case_counts import FAULT_RUNS
from tests.e2e.site import Site, item
from tests.e2e.workspace import download, drag, log_in, open_workspace

OpenPage = Callable[[BrowserContext], Page]

# Every journey by chance is taken once for each seed, with other edits and other moments.
SEEDS = range(1, FAULT_RUNS + 1)

# As in saveProtocol.ts: after so long a pause what was changed is sent; after so long it is tried again at the latest.
QUIET_MS = 2_000
LONGEST_RETRY_MS = 30_000

ANSWER = "The lamp of Crooked Point was lit by Edwin Fernsby on 2 March 1884 in the rain, and seen from Low Harbour."
WORDS = [(0, 3), (4, 8), (12, 25), (37, 50), (54, 66), (74, 78), (84, 88), (94, 105)]

SAVES = "**/annotation/"

# The browser says so in its console; that it happens is what these journeys are about.
NO_CONNECTION = (
    r"net::ERR_(INTERNET_DISCONNECTED|CONNECTION_(?:REFUSED|RESET|CLOSED)|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE|FAILED"
    r"|ABORTED)"
)
STALE = r"status of 409"

# The list of marks comes a little later than the page.
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
    """Where everybody is given the same items, unless the policy is another one."""
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
    """What the database holds of a person's work, oldest first, by question."""
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
                **shown_by(dict(zip(SAID, content, strict=True))),
            }
        )
    return found


def shown_by(content: dict[str, Any]) -> dict[str, Any]:
    """What a page shows of it, in the form of `screen`."""
    return {
        "spans": [[mark["start"], mark["end"]] for mark in read(content["spans"])],
        "labels": sorted(f"label-{name}-{choice}" for name, choice in read(content["labels"]).items()),
        "nothing_to_mark": bool(content["nothing_to_mark"]),
        "unsure": bool(content["unsure"]),
        "comment": content["comment"],
    }


def latest(kept: dict[str, Any]) -> dict[str, Any]:
    """The content of what the page keeps, as it was on the screen last."""
    content: dict[str, Any] = kept["content"] or kept["steps"][-1]["content"]
    return content


def work(page: Page, site: Site, slug: str) -> dict[str, Any]:
    """The item on the page, as the server tells it."""
    item = page.url.rpartition("/")[2]
    answer = page.request.get(f"{site.url}/api/v1/projects/{slug}/items/{item}/mine/")
    found: dict[str, Any] = answer.json()
    return found


def read(column: Any) -> Any:
    """SQLite has JSON as text."""
    return json.loads(column) if isinstance(column, str) else column


SAID = ("spans", "labels", "nothing_to_mark", "unsure", "comment")


def said(revision: dict[str, Any]) -> dict[str, Any]:
    return {name: revision[name] for name in SAID}


def assert_stored_once(
    site: Site, slug: str, person: str, asked: str, shown: dict[str, Any], *, submissions: int = 0
) -> list[dict[str, Any]]:
    """The server ends with what was on the screen, in one annotation, and nothing was stored twice."""
    stored = revisions(site, slug, person)[asked]
    assert said(stored[-1]) == shown
    assert len({each["annotation"] for each in stored}) == 1
    assert [each["number"] for each in stored] == list(range(1, len(stored) + 1))
    assert [each["submit"] for each in stored].count(True) == submissions
    assert stored[-1]["counts"] == stored[-1]["submit"]
    repeated = [
        each
        for before, each in itertools.pairwise(stored)
        if said(before) == said(each) and before["submit"] == each["submit"]
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
    """As if the person had stopped for a moment: what they did is on its way."""
    page.clock.fast_forward(QUIET_MS)


def retry(page: Page) -> None:
    """The time comes at which everything that failed is tried again."""
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


# All that the browser keeps, whoever's it is.
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


# Playwright's own waiting takes the promise of an answer for an answer.
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


def wait_until_nothing_is_kept(page: Page) -> None:
    """The server has acknowledged everything, also what is not on the screen."""
    wait_until(page, f"async () => (await ({KEPT})()).length === 0")


def wait_until_something_is_kept(page: Page) -> None:
    wait_until(page, f"async () => (await ({KEPT})()).length > 0")


def status(page: Page) -> Locator:
    return page.get_by_test_id("saved")


def log_out(page: Page) -> None:
    page.get_by_role("button", name="account of").click()
    page.get_by_role("button", name="Log out").click()
    page.wait_for_url("**/login")


def judge(page: Page) -> dict[str, Any]:
    """Says what a submit needs, and returns what is on the screen then."""
    if not screen(page)["spans"]:
        page.get_by_test_id("nothing-to-mark").check(force=True)
    page.get_by_test_id("label-fluency-well-formed").check(force=True)
    page.get_by_test_id("label-factuality-errors").check(force=True)
    return screen(page)


def submit_and_go_on(page: Page) -> dict[str, Any]:
    """Judges, submits, and is led to the next item. Returns what was on the screen."""
    shown = judge(page)
    asked = question(page)
    page.get_by_test_id("submit").click()
    expect(page.locator("main h1")).not_to_have_text(asked)
    return shown


# Is this in one of the scripts that have come? (The clock that journeys set makes `performance` mute.)
HAS_FETCHED = """
async (text) => {
  const entries = await new Promise((tell) =>
    new PerformanceObserver((list) => tell(list.getEntries())).observe({ type: "resource", buffered: true }));
  const scripts = new Set(entries.map(({ name }) => name).filter((name) => name.endsWith(".js")));
  const texts = await Promise.all([...scripts].map((name) => fetch(name).then((script) => script.text())));
  return texts.some((each) => each.includes(text));
}
"""


def exported(page: Page, directory: Path) -> dict[str, Any]:
    """What the panel of what waits gives as the last resort."""
    page.get_by_test_id("waiting").first.click()
    saved: dict[str, Any] = json.loads(download(page, page.get_by_test_id("export"), directory).read_text())
    page.keyboard.press("Escape")
    return saved


class Hand:
    """Somebody at work, without plan but the same in every run of a seed."""

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
        """The first mark. With it comes the code that is needed when nothing comes any more."""
        self.mark()
        wait_until(self._page, HAS_FETCHED, "outbox.title")

    def mark(self) -> None:
        drag(self._page, *self._chance.choice(WORDS))

    def _unmark(self) -> None:
        rows = self._page.locator("[data-testid=span-list] li .icon:last-child")
        if count := rows.count():
            rows.nth(self._chance.randrange(count)).click()

    def write(self) -> None:
        """Something that was not there before, whatever came before."""
        self._letters += 1
        field = self._page.get_by_test_id("comment")
        field.press_sequentially(f"{self._letters} ")
        field.blur()

    def _judge(self) -> None:
        choices = self._page.locator("[data-testid^=label-]")
        choices.nth(self._chance.randrange(choices.count())).check(force=True)

    def _doubt(self) -> None:
        self._page.keyboard.press("u")
