"""A simulated annotator who reserves, saves, submits, skips and abandons items, sometimes in two tabs.

The seed determines the actions. Their timing is not controlled.
"""

import random
import threading
import uuid
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from tests.concurrency.connection import Connection

WORDS = [(0, 3), (4, 12), (13, 16), (25, 30)]


@dataclass
class Acknowledged:
    """A save that the server acknowledged."""

    item: int
    save_id: str
    revision: int
    comment: str
    submit: bool


@dataclass
class Annotator:
    slug: str
    name: str
    browser: Connection
    other_tab: Connection
    seed: int
    saves: list[Acknowledged] = field(default_factory=list)
    items: dict[int, dict[str, Any]] = field(default_factory=dict)  # as last seen, by key
    revisions: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._chance = random.Random(f"{self.seed}:{self.name}")

    def work(self, enough: threading.Event) -> None:
        """Act at random until `enough` requests were sent."""
        self.browser.call("GET", "session/")
        self.other_tab.call("GET", "session/")
        while not enough.is_set():
            item = self._next(self._in_hand())
            if item is None:
                self._go_over_something()
                continue
            for _ in range(self._chance.randint(0, 5)):
                self._chance.choice(
                    (self._save, self._save, self._save, self._send_twice, self._save_in_two_tabs)
                )(item)
            self._leave(item)

    def finish(self) -> None:
        """Submit all reserved and all remaining items."""
        while item := self._next(None):
            self._save(item, submit=True)

    def _in_hand(self) -> int | None:
        return self._chance.choice(list(self.items)) if self.items and self._chance.random() < 0.2 else None

    def _next(self, beside: int | None) -> int | None:
        status, answer = self.browser.call(
            "POST", f"projects/{self.slug}/next/", {} if beside is None else {"beside": beside}
        )
        if status == 409:
            return self._next(beside)
        return self._seen(answer["item"]) if answer["item"] else None

    def _seen(self, item: dict[str, Any]) -> int:
        key: int = item["id"]
        self.items[key] = item
        self.revisions[key] = item["annotation"]["revision"]
        return key

    def _leave(self, item: int) -> None:
        """Submit half of the items, skip some, and let the reservations of the others expire."""
        what = self._chance.random()
        if what < 0.5:
            self._save(item, submit=True)
        elif what < 0.58:
            self.browser.call(
                "POST", f"projects/{self.slug}/items/{item}/skip/", {"reason": "I cannot tell."}
            )
        elif what < 0.8:
            self._go_over_something()

    def _go_over_something(self) -> None:
        """Open an earlier item again and save it, possibly late or for a second time."""
        if not self.items:
            return  # others were quicker each time
        item = self._chance.choice(list(self.items))
        _, answer = self.browser.call("GET", f"projects/{self.slug}/items/{item}/mine/")
        self._seen(answer)
        self._save(item, submit=self._chance.random() < 0.5)

    def _save(self, item: int, *, submit: bool = False) -> None:
        self._send(self.browser, item, self._body(item, submit=submit))

    def _send_twice(self, item: int) -> None:
        """Repeat a save, as a browser does that did not get the response."""
        body = self._body(item)
        self._send(self.browser, item, body)
        self._send(self.browser, item, body, again=True)

    def _save_in_two_tabs(self, item: int) -> None:
        """Save twice from the same revision: exactly one save must be accepted."""
        mine, theirs = self._body(item), self._body(item)
        with ThreadPoolExecutor(2) as tabs:
            sent = [
                tabs.submit(self._send, self.browser, item, mine),
                tabs.submit(self._send, self.other_tab, item, theirs),
            ]
            accepted = [each.result() for each in sent]
        assert accepted.count(True) == 1, (
            f"{accepted.count(True)} of two saves from one revision were accepted."
        )

    def _body(self, item: int, *, submit: bool = False) -> dict[str, Any]:
        start, end = self._chance.choice(WORDS)
        return {
            "save_id": str(uuid.UUID(int=self._chance.getrandbits(128), version=4)),
            "base_revision": self.revisions[item],
            "answer_sha256": self.items[item]["answer_sha256"],
            "submit": submit,
            "content": {
                "spans": [{"id": "m", "start": start, "end": end, "label": "hallucination"}],
                "labels": {},
                "nothing_to_mark": False,
                "unsure": False,
                "comment": f"{self.name} {self._chance.getrandbits(32):08x}",
                "links": [],
                "evidence": [],
                "active_seconds": len(self.saves),
            },
        }

    def _send(self, tab: Connection, item: int, body: dict[str, Any], *, again: bool = False) -> bool:
        status, answer = tab.call("PUT", f"projects/{self.slug}/items/{item}/annotation/", body)
        if status == 409:
            self.revisions[item] = max(self.revisions[item], answer["current"]["revision"])
            return False
        state = answer["annotation"]
        assert state["revision"] == body["base_revision"] + 1
        assert state["content"]["comment"] == body["content"]["comment"]
        self.revisions[item] = max(self.revisions[item], state["revision"])
        if not again:
            kept = Acknowledged(
                item, body["save_id"], state["revision"], state["content"]["comment"], body["submit"]
            )
            self.saves.append(kept)
        return True
