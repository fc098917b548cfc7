"""The site that the scenes play on: the demo, and what the demo lacks."""

import uuid
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, StorageState, ViewportSize, expect

from tests.e2e.site import PASSWORD, Site, item

DEMO = "harbours"
LABELS = "many-labels"
EMPTY = "without-items"
ALONE = "nobody-yet"
PROVEN = "with-evidence"
OPEN_DOOR = "an-open-door"
CLOSED_DOOR = "a-closed-door"
WIDE: ViewportSize = {"width": 1280, "height": 800}
NARROW: ViewportSize = {"width": 390, "height": 800}

_ANSWER = "The lamp was lit by Edwin Fernsby on 2 March 1884, in the rain, before four hundred people."
_LAMPS = [item(f"lamp-{n}", _ANSWER, question=f"Who lit lamp {n}?") for n in range(1, 4)]
_PROVEN = _LAMPS[0] | {
    "reference_title": "Crooked Point",
    "reference_text": "Ida Fernsby lit the lamp in 1874.",
}

# In one process, which is quicker; and with a password that is known.
_MORE = f"""
import tempfile
import uuid
from pathlib import Path
from django.contrib.auth.models import User
from django.utils import timezone
from annotation.models import Annotation, Annotator, Invitation, Project
from annotation.services.imports import import_files
from annotation.services.invitations import invite
from annotation.services.members import add_member
from annotation.services.messages import Post, send_message
from annotation.services.projects import create_project, set_project
from tests.records import write_jsonl

labels = create_project({LABELS!r}, preset="shroom-visions")
nothing = create_project({EMPTY!r})
for person in User.objects.all():
    person.set_password({PASSWORD!r})
    person.save()
add_member(labels, "dana", "annotator", password={PASSWORD!r})
proven = create_project({PROVEN!r})
set_project(proven, evidence="optional")
add_member(proven, "dana", "annotator")
add_member(nothing, "ada", "annotator")
add_member(nothing, "lena", "lead")
add_member(create_project({ALONE!r}), "lena", "lead")
User.objects.create_user("nina", password={PASSWORD!r})
with tempfile.TemporaryDirectory() as directory:
    import_files(labels, "items", [write_jsonl(Path(directory) / "lamps.jsonl", {_LAMPS!r})])
    import_files(proven, "items", [write_jsonl(Path(directory) / "proven.jsonl", [{_PROVEN!r}])])

ada = Annotator.objects.get(project__slug={DEMO!r}, user__username="ada")
asked = Annotation.objects.filter(annotator=ada, item__language="en").order_by("pk").first()
question = Post(uuid.uuid4(), "Is the year part of the mark, or the day as well?")
send_message(asked.item_id, ada, ada.user, question, timezone.now())

lena = User.objects.get(username="lena")
demo = Project.objects.get(slug={DEMO!r})
for code, revoked_at in (({OPEN_DOOR!r}, None), ({CLOSED_DOOR!r}, timezone.now())):
    made = invite(demo, lena, timezone.now(), languages=["en"], max_uses=None, note="For friends of harbours")
    Invitation.objects.filter(pk=made.pk).update(code=code, revoked_at=revoked_at)
"""


class Stage:
    """People: ada and bo annotate the demo and lena leads it; dana has a project with many labels, nina none at all."""

    def __init__(self, site: Site, browser: Browser) -> None:
        site.manage("demo")
        site.manage("shell", "-v0", "-c", _MORE)
        site.start()
        self._site = site
        self._browser = browser
        self._states: dict[str, StorageState] = {}

    def url(self, path: str) -> str:
        return self._site.url + path

    def context(self, person: str | None, **options: Any) -> BrowserContext:
        """A browser in which the person is logged in."""
        if person and person not in self._states:
            self._states[person] = self._log_in(person)
        state = self._states[person] if person else None
        wanted = {"viewport": WIDE, "locale": "en-GB", "reduced_motion": "reduce", **options}
        return self._browser.new_context(storage_state=state, **wanted)

    def _log_in(self, person: str) -> StorageState:
        with self._browser.new_context(locale="en-GB") as context:
            page = context.new_page()
            page.goto(self.url("/login"))
            page.locator("[name=username]").fill(person)
            page.locator("[name=password]").fill(PASSWORD)
            page.locator("[name=password]").press("Enter")
            page.wait_for_url(lambda url: "/login" not in url)
            return context.storage_state()


class View:
    """A page on the stage, and what several scenes begin with."""

    def __init__(self, stage: Stage, page: Page) -> None:
        self.stage = stage
        self.page = page

    def go(self, path: str) -> None:
        self.page.goto(self.stage.url(path))

    def press(self, keys: str) -> None:
        self.page.keyboard.press(keys)

    def find(self, testid: str) -> Locator:
        return self.page.get_by_test_id(testid)

    def sees(self, what: str | Locator) -> None:
        """Waits for what has the test id."""
        found = self.find(what) if isinstance(what, str) else what
        expect(found.first).to_be_visible()

    def sees_heading(self, name: str) -> None:
        self.sees(self.page.get_by_role("heading", name=name))

    def open_marked(self, language: str = "en") -> None:
        """An item that the person has submitted, with several marks."""
        listed = self.page.request.get(
            self.stage.url(f"/api/v1/projects/{DEMO}/mine/?status=submitted")
        ).json()
        rows = [row for row in listed["results"] if row["language"] == language and row["spans"] > 1]
        self.go(f"/p/{DEMO}/annotate/{rows[0]['item']}")
        self.sees(self.find("span-list").locator("li").nth(1))
        self.sees("reference-text")

    def open_fresh(self, slug: str = DEMO) -> None:
        """An item that is not begun, when everything has come that comes after it."""
        self.go(f"/p/{slug}/annotate")
        self.sees("answer")
        expect(self.find("next")).to_be_enabled()
        if slug == LABELS:
            self.sees("span-label-other")

    def select_a_mark(self) -> None:
        self.find("span-list").locator("li button").first.click()
        self.sees(self.page.get_by_role("toolbar"))

    def save_elsewhere(self) -> None:
        """The same person saves the same item in another window."""
        path = f"{self.page.url.replace('/p/', '/api/v1/projects/').replace('/annotate/', '/items/')}/"
        held = self.page.request.get(f"{path}mine/").json()
        annotation = held["annotation"]
        cookies = {cookie.get("name"): cookie.get("value", "") for cookie in self.page.context.cookies()}
        saved = self.page.request.put(
            f"{path}annotation/",
            headers={"X-CSRFToken": cookies["csrftoken"], "Referer": self.stage.url("/")},
            data={
                "save_id": str(uuid.uuid4()),
                "base_revision": annotation["revision"],
                "answer_sha256": held["answer_sha256"],
                "submit": False,
                "content": {**annotation["content"], "comment": "Written in another window."},
            },
        )
        assert saved.ok, saved.text()
