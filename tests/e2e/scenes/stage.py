"""The site of the scenes: the demo project, and projects for states that the demo lacks."""

import json
import re
import uuid
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    Route,
    StorageState,
    ViewportSize,
    expect,
)

from tests.e2e.faults import QUIET_MS
from tests.e2e.reading import lighthouse
from tests.e2e.scenes.format_projects import FORMATS
from tests.e2e.scenes.harbour_facts import FACTS_TASK
from tests.e2e.scenes.lantern import LANTERN_TASK
from tests.e2e.scenes.suggested_projects import SUGGESTIONS
from tests.e2e.site import PASSWORD, Site, item

DEMO = "harbours"
CAP = "demo-cap"
MUCH = "demo-much"
DEMO_VISIONS = "demo-visions"
LABELS = "many-labels"
EMPTY = "without-items"
ALONE = "nobody-yet"
OPEN_INVITATION = "an-open-door"
REVOKED_INVITATION = "a-closed-door"
SHARED_RELEASE = "a-link-to-the-lights"
EVIDENCE = "lighthouses"
EDGES = "at-the-edges"
TO_READ = "to-be-read-first"
VOTES = "judged-outputs"
TRAINED = "with-practice"
CHOICES = "to-choose-from"
CLAIMS = "claims-of-a-bridge"
WIDE: ViewportSize = {"width": 1280, "height": 800}
NARROW: ViewportSize = {"width": 390, "height": 800}
COMPUTED_MS = 120_000

_ANSWER = "The lamp was lit by Edwin Fernsby on 2 March 1884, in the rain, before four hundred people."
_LAMPS = [item(f"lamp-{n}", _ANSWER, question=f"Who lit lamp {n}?") for n in range(1, 4)]
_CLAIMS = [
    item(
        "bridge",
        "The Marrow Bridge was opened in 1908 to replace the chain ferry, which had sunk twice in one winter. It was "
        "designed by Elin Torvald and built from riveted steel made at Skerrow. During the flood of 1953 its middle "
        "span was lifted off its piers.",
        question="Why was the Marrow Bridge built, who designed it, and what became of it?",
    ),
    item(
        "library",
        "افتُتحت مكتبة وادي الزيتون العامة عام 1936، في دار قديمة قرب السوق. صمّم المبنى الجديد المهندس سليم الحدّاد، "
        "وهو من أبناء البلدة، وافتُتح في 14 مايو 1958.",
        "AR",
        question="متى افتُتحت مكتبة وادي الزيتون العامة، ومن صمّم مبناها؟",
    ),
]
_PRACTICE = [
    item(f"practice-{n}", _ANSWER, question=f"Who lit lamp {n}?")
    | {
        "kind": "training",
        "hard_labels": [[20, 33], [37, 49]],
        "explanation": "The reference names Marian Oake, and gives no day.",
    }
    for n in (1, 2)
]
_CANDIDATES = [
    item("", answer, question="Who designed the new lighthouse of Ollaskerry, and when was it first lit?")
    | {
        "id": f"tower-{n}",
        "model_id": f"org/model-{n}",
        "reference_title": "Ollaskerry Light",
        "reference_text": "The harbour board decided to build a new tower in 1885.\n\n\n== Present tower ==\n"
        "The tower was drawn by Tobias Hallgarth, harbour engineer at Venn, and is built of grey granite that was "
        "quarried on the skerry. It was first lit on 3 October 1887.",
    }
    for n, answer in enumerate(
        (
            "The new tower was drawn by Ingrid Aspeland, harbour engineer at Venn, and built of granite quarried on "
            "the skerry itself. It was first lit on 3 October 1887, and at 41 metres it remained the tallest on that "
            "coast until 1912.",
            "Tobias Hallgarth designed it. It was lit in 1889.",
            "I do not know which lighthouse you mean.",
        )
    )
]
_LIGHTS = [
    *(lighthouse("en") | {"id": f"light-{n}"} for n in range(1, 10)),
    *(
        item(f"lost-{n}", "Der Turm steht im Meer.", "DE")
        | {"wikipedia_url": "https://de.wikipedia.org/wiki/Nirgendwo"}
        for n in range(2)
    ),
]
_EDGES = [
    item(f"{language}-{n}", "The lamp was lit", language)
    for language in ("DE", "EN", "ES", "FR")
    for n in (1, 2)
]
# German: one annotator; Spanish: everything marked; French: nothing marked; English: no annotation.
_AT_THE_EDGES = [
    {"id": f"{language}-{n}", "annotations": dict.fromkeys(people, spans)}
    for language, people, spans in (("DE", "x", [[0, 3]]), ("ES", "xy", [[0, 16]]), ("FR", "xy", []))
    for n in (1, 2)
]
# SHROOM's task with our own outputs: five votes on each, from all alike to three against two.
_TASKS = [
    ("DM", "The keeper lit the <define>beacon</define> at dusk.", "A fire or light that warns ships."),
    ("MT", "Фонарь погас перед рассветом.", "The lantern went out before dawn."),
    ("PG", "The tower was painted white last spring.", "They painted the tower white in spring."),
]
_OUTPUTS = [
    {"id": n, "task": task, "src": source, "tgt": target, "hyp": f"{target} Version {n}.", "ref": "tgt"}
    | {"model": f"larch-{n % 2 + 3}b"}
    for n, (task, source, target) in enumerate(_TASKS * 8)
]
_VOTES = [
    {
        "id": str(n),
        "annotations": {f"annotator_{place}": [] for place in range(5)},
        "annotation_labels": {
            f"annotator_{place}": {"supported": "no" if (place + n) % 5 < (n * 7 + n % 3) % 6 else "yes"}
            for place in range(5)
        },
    }
    for n in range(len(_OUTPUTS) - 2)
]
_SELECTOR = {"type": "TextQuoteSelector", "exact": "41 metres high", "prefix": "1891 and is ", "suffix": "."}
_JUDGED = {
    "id": "light-9",
    "annotations": {"x": [[62, 71], [90, 101]]},
    "annotation_evidence": {
        "x": [
            {
                "span": [62, 71],
                "kind": "passage",
                "source": {
                    "kind": "wikipedia",
                    "language": "en",
                    "title": "Hallgrund Lighthouse",
                    "sha256": "0" * 64,
                },
                "selector": [{"type": "TextPositionSelector", "start": 120, "end": 134}, _SELECTOR],
            },
            {"span": [90, 101], "kind": "silent"},
        ]
    },
}

# One process for all, to save time, and known passwords.
_MORE = f"""
import os
import tempfile
import uuid
from pathlib import Path
from django.contrib.auth.models import User
from django.core.management import call_command
from django.utils import timezone
from morelkit.gold.policy import GoldPolicy
from annotation.models import Annotation, Annotator, Invitation, Item, Membership, Project
from annotation.queries.learning.training import open_training_item
from annotation.queries.projects.access import access
from annotation.services.projects.guidelines import default_guidelines
from annotation.services.imports.lifecycle import import_files
from annotation.services.people.invitations import invite
from annotation.services.learning.training import continue_training
from annotation.services.people.members import add_member
from annotation.services.messages.threads import NewMessage, send_message
from annotation.services.projects.project_settings import create_project, set_project
from annotation.services.releases.lifecycle import publish
from annotation.services.releases.request import ReleaseRequest, build_now
from annotation.services.annotate.save import Save, save_annotation
from annotation.services.references.fetch_job import fetch_references
from tests.records import write_jsonl

call_command("demo", stdout=open(os.devnull, "w"))
for task in ("cap", "much", "visions"):
    call_command("demo", task=task, stdout=open(os.devnull, "w"))
set_project(Project.objects.get(slug={MUCH!r}), adjudication=True)
labels = create_project({LABELS!r}, preset="visions")
trained = create_project({TRAINED!r}, preset="mu-shroom")
reading = create_project({TO_READ!r}, guidelines=default_guidelines())
claims = create_project({CLAIMS!r}, preset="much")
nothing = create_project({EMPTY!r})
choices = create_project({CHOICES!r}, preset="mu-shroom")
for person in User.objects.all():
    person.set_password({PASSWORD!r})
    person.save()
lights = create_project({EVIDENCE!r}, preset="mu-shroom")
for person, language in (("ann", "en"), ("dieter", "de")):
    add_member(lights, person, "annotator", languages=[language], password={PASSWORD!r})
add_member(lights, "lena", "lead")
add_member(lights, "chooser", "annotator", password={PASSWORD!r})
add_member(lights, "paul", "annotator", password={PASSWORD!r})
Membership.objects.filter(project=lights, user__username="paul").update(paused_at=timezone.now())
add_member(labels, "dana", "annotator", password={PASSWORD!r})
add_member(labels, "lena", "lead")
set_project(labels, adjudication=True)
add_member(claims, "dana", "annotator", languages=["en"])
add_member(claims, "bo", "annotator", languages=["en"])
add_member(claims, "ada", "annotator", languages=["ar"])
add_member(reading, "dana", "annotator")
for person in ("dana", "ada"):
    add_member(trained, person, "annotator")
add_member(choices, "lena", "lead")
add_member(nothing, "ada", "annotator")
add_member(nothing, "lena", "lead")
add_member(create_project({ALONE!r}), "lena", "lead")
votes = create_project({VOTES!r}, preset="shroom", redundancy=5)
add_member(votes, "lena", "lead")
set_project(votes, adjudication=True)
edges = create_project({EDGES!r}, preset="mu-shroom")
add_member(edges, "lena", "lead")
Membership.objects.exclude(user__username="chooser").update(working_language="*")
User.objects.create_user("nina", password={PASSWORD!r})
User.objects.create_superuser("root", password={PASSWORD!r})
with tempfile.TemporaryDirectory() as directory:
    import_files(labels, "items", [write_jsonl(Path(directory) / "lamps.jsonl", {_LAMPS!r})])
    import_files(claims, "items", [write_jsonl(Path(directory) / "claims.jsonl", {_CLAIMS!r})])
    import_files(reading, "items", [write_jsonl(Path(directory) / "lamps.jsonl", {_LAMPS!r})])
    import_files(trained, "items", [write_jsonl(Path(directory) / "practice.jsonl", {_PRACTICE!r})])
    import_files(edges, "items", [write_jsonl(Path(directory) / "edges.jsonl", {_EDGES!r})])
    import_files(edges, "annotations", [write_jsonl(Path(directory) / "at.jsonl", {_AT_THE_EDGES!r})])
    import_files(choices, "candidates", [write_jsonl(Path(directory) / "towers.jsonl", {_CANDIDATES!r})])
    import_files(votes, "items", [write_jsonl(Path(directory) / "outputs.jsonl", {_OUTPUTS!r})])
    import_files(votes, "annotations", [write_jsonl(Path(directory) / "votes.jsonl", {_VOTES!r})])
    import_files(lights, "items", [write_jsonl(Path(directory) / "lights.jsonl", {_LIGHTS!r})])
    import_files(lights, "annotations", [write_jsonl(Path(directory) / "judged.jsonl", [{_JUDGED!r}])])
for number in ("1.0", "1.1"):
    build_now(lights, ReleaseRequest(number, GoldPolicy(min_annotations=1), languages=["en"], embargo=["full"]))
publish(lights.releases.get(name="1.0"), timezone.now())
lights.releases.filter(name="1.0").update(link_token={SHARED_RELEASE!r})
set_project(lights, evidence="required")
fetch_references(lights, refresh=False)

def practise(person):
    here, now = access(User.objects.get(username=person), {TRAINED!r}), timezone.now()
    continue_training(here, now)
    item = Item.objects.get(pk=open_training_item(here))
    spans = [{{"start": start, "end": end}} for start, end in ((20, 33), (51, 62))]
    content = {{"spans": spans, "labels": {{}}, "nothing_to_mark": False}}
    save_annotation(trained, here.annotator, item.pk, Save(uuid.uuid4(), 0, item.answer_sha256, True, content), now)
practise("ada")

ada = Annotator.objects.get(project__slug={DEMO!r}, user__username="ada")
asked = Annotation.objects.filter(annotator=ada, item__language="en").order_by("pk").first()
question = NewMessage(uuid.uuid4(), "Is the year part of the mark, or the day as well?")
send_message(asked.item_id, ada, ada.user, question, timezone.now())

lena = User.objects.get(username="lena")
demo = Project.objects.get(slug={DEMO!r})
for code, revoked_at in (({OPEN_INVITATION!r}, None), ({REVOKED_INVITATION!r}, timezone.now())):
    made = invite(demo, lena, timezone.now(), languages=["en"], max_uses=None, note="For friends of harbours")
    Invitation.objects.filter(pk=made.pk).update(code=code, revoked_at=revoked_at)
"""


class Stage:
    """People: ada and bo annotate the demo and lena leads it; dana has a project with many labels, ann and dieter one
    that asks for evidence, and in which paul is paused; fay has one of each record format; uma sees suggestions, and
    liv leads a project in which sol and tam saw some; nina has none at all, and root looks after the site. In the
    shared task lantern, olga organizes, mara and joe are a team, and nick another."""

    def __init__(self, site: Site, browser: Browser) -> None:
        site.manage("shell", "-v0", "-c", _MORE + FORMATS + SUGGESTIONS + LANTERN_TASK + FACTS_TASK)
        site.start()
        self.site = site
        self._browser = browser
        self._states: dict[str, StorageState] = {}
        self._shared: dict[str | None, BrowserContext] = {}

    def url(self, path: str) -> str:
        return self.site.url + path

    def shared(self, person: str | None) -> BrowserContext:
        """The person's shared browser context, for scenes that change nothing, as unsent changes would leak."""
        if person not in self._shared:
            self._shared[person] = self.context(person)
        return self._shared[person]

    def close(self) -> None:
        for context in self._shared.values():
            context.close()

    def context(self, person: str | None, **options: Any) -> BrowserContext:
        """A new browser context in which the person is logged in."""
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


FIRST_RESPONSES = (
    r'<script type="application/json" id="first-responses">.*?</script>|<div id="first-item">.*</div>'
)


class View:
    """A page of the site, with steps that several scenes share."""

    def __init__(self, stage: Stage, page: Page) -> None:
        self.stage = stage
        self.page = page

    def install_clock(self) -> None:
        """Install a fake clock. Call it before the page is opened."""
        self.page.clock.install()

    def pass_pause(self) -> None:
        """Let the pause pass after which a change is sent."""
        self.page.clock.fast_forward(QUIET_MS + 100)

    def refuse(self, status: int, detail: str) -> None:
        """Refuse every save with this problem."""
        refusal = {
            "type": "about:blank",
            "title": "Refused",
            "status": status,
            "detail": detail,
            "errors": [],
        }
        self.page.route(
            "**/annotation/",
            lambda route: route.fulfill(
                status=status, body=json.dumps(refusal), content_type="application/problem+json"
            ),
        )

    def go(self, path: str) -> None:
        self.page.goto(self.stage.url(path))

    def go_without_first_responses(self, path: str) -> None:
        """Open a page as the server sends it while its database does not answer: it has to ask for everything."""

        def send(route: Route) -> None:
            response = route.fetch()
            route.fulfill(
                response=response, body=re.sub(FIRST_RESPONSES, "", response.text(), flags=re.DOTALL)
            )

        self.page.route(self.stage.url(path), send)
        self.go(path)

    def press(self, keys: str) -> None:
        self.page.keyboard.press(keys)

    def find(self, testid: str) -> Locator:
        return self.page.get_by_test_id(testid)

    def sees(self, what: str | Locator, timeout: float | None = None) -> None:
        """Wait until the element, or that with the test id, is visible."""
        found = self.find(what) if isinstance(what, str) else what
        expect(found.first).to_be_visible(timeout=timeout)

    def sees_computed(self, what: str | Locator) -> None:
        """Wait for an element that shows a background computation."""
        self.sees(what, COMPUTED_MS)

    def sees_heading(self, name: str) -> None:
        self.sees(self.page.get_by_role("heading", name=name))

    def open_marked(self, language: str = "en") -> None:
        """Open an item that the person has submitted, with several marks."""
        listed = self.page.request.get(
            self.stage.url(f"/api/v1/projects/{DEMO}/mine/?status=submitted")
        ).json()
        rows = [row for row in listed["results"] if row["language"] == language and row["spans"] > 1]
        self.go(f"/p/{DEMO}/annotate/{rows[0]['item']}")
        self.sees(self.find("span-list").locator("li").nth(1))
        self.sees("reference-text")

    def open_fresh(self, slug: str = DEMO) -> None:
        """Open a new item and wait until the next one is loaded."""
        self.go(f"/p/{slug}/annotate")
        self.sees("answer")
        expect(self.find("next")).to_be_enabled()
        if slug == LABELS:
            self.sees("span-label-other")

    def mark(self, quote: str) -> None:
        """Mark the quote by keyboard."""
        answer = self.find("answer")
        text = answer.inner_text()
        answer.focus()
        self.press("Control+Home")
        for _ in text[: text.index(quote)]:
            self.press("ArrowRight")
        for _ in quote:
            self.press("Shift+ArrowRight")
        self.press("Enter")

    def select_a_mark(self) -> None:
        self.find("span-list").locator("li button").first.click()
        self.sees(self.page.get_by_role("toolbar"))

    def save_elsewhere(self) -> None:
        """Save the item of the page as another window would."""
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
