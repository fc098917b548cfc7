"""What the site of `make fuzz` has: values for paths, queries and bodies that name something real."""

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.api.tasks.rules import BODIES as TASK_BODIES
from tests.images import png

SLUG = "harbours"
PASSWORD = "a long enough password"
OWN_ITEMS = {
    "annotation_save",
    "item_skip",
    "item_work",
    "message_send",
    "messages_list",
    "reference_retry",
    "revisions_mine",
}
"""Operations on an item that is assigned to the person who asks."""

Body = Callable[[Mapping[str, Any], Random], dict[str, Any]]


@dataclass
class RealValues:
    """`paths`, `queries`: values by parameter. `answers`: the sha256 of the answer by item.

    `own_items`: items assigned to the person. `keys`: annotator keys. `names`: `(operation, parameter)` → values that
    differ from those of `paths`.
    """

    paths: dict[str, list[Any]] = field(default_factory=dict)
    names: dict[tuple[str, str], list[Any]] = field(default_factory=dict)
    queries: dict[str, list[Any]] = field(default_factory=dict)
    answers: dict[int, str] = field(default_factory=dict)
    own_items: list[int] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    scheme: dict[str, Any] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    usernames: dict[str, str] = field(default_factory=dict)

    def path_value(self, operation: str, name: str, random: Random) -> Any:
        """Return a real value of this parameter of a path, or None if the site has none."""
        values = self.names.get((operation, name))
        if values is None and name == "item" and operation in OWN_ITEMS and self.own_items:
            values = self.own_items
        values = values or self.paths.get(name)
        return random.choice(values) if values else None

    def body(self, operation: str, path: Mapping[str, Any], random: Random) -> dict[str, Any]:
        """Return fields of a body that the operation may accept; those of `BODIES` where it has none."""
        made: dict[str, Any] = getattr(self, f"_{operation}", lambda *_: BODIES.get(operation, {}))(
            path, random
        )
        return {name: value(random) if callable(value) else value for name, value in made.items()}

    def _annotation_save(self, path: Mapping[str, Any], random: Random) -> dict[str, Any]:
        start, length = random.randrange(20), random.randrange(1, 12)
        spans = [{"id": "m", "start": start, "end": start + length, "label": self._span_label()}]
        if random.random() < 0.3:
            spans = []
        return {
            "save_id": str(uuid.UUID(int=random.getrandbits(128), version=4)),
            "base_revision": random.choice([0, 0, 1, 2, 3]),
            "answer_sha256": self.answers.get(path.get("item", 0), "0" * 64),
            "submit": random.random() < 0.3,
            "content": {
                "spans": spans,
                "labels": self.labels,
                "nothing_to_mark": not spans,
                "unsure": False,
                "comment": "",
                "links": [],
                "active_seconds": random.randrange(600),
            },
        }

    def _adjudication_decide(self, path: Mapping[str, Any], random: Random) -> dict[str, Any]:
        return {
            "revision": random.choice([0, 1]),
            "spans": [{"id": "m", "start": 0, "end": 4, "label": self._span_label()}],
            "labels": self.labels,
            "note": "",
            "source": "nothing",
        }

    def _span_label(self) -> str:
        return str(self.scheme["span_labels"][0]["name"])

    def _with_key(self, operation: str, random: Random) -> dict[str, Any]:
        return {**BODIES[operation], "annotator": random.choice(self.keys or ["nobody"])}

    def _items_assign(self, _: Mapping[str, Any], random: Random) -> dict[str, Any]:
        return {**self._with_key("items_assign", random), "items": [random.choice(self.paths["item"])]}

    def _items_reopen(self, _: Mapping[str, Any], random: Random) -> dict[str, Any]:
        return {**self._with_key("items_reopen", random), "items": [random.choice(self.paths["item"])]}

    _items_unassign = _items_reopen

    def _exclude(self, _: Mapping[str, Any], random: Random) -> dict[str, Any]:
        key = random.choice(list(self.counts) or ["nobody"])
        return {"annotator": key, "reason": "Too fast.", "expected": self.counts.get(key, 0)}

    def _exclusion_preview(self, _: Mapping[str, Any], random: Random) -> dict[str, Any]:
        return {"annotator": random.choice(self.keys or ["nobody"])}

    def _annotation_include(self, _: Mapping[str, Any], _random: Random) -> dict[str, Any]:
        return {"annotator": self.names["annotation_include", "annotator"][0]}

    def _review_mark(self, _: Mapping[str, Any], random: Random) -> dict[str, Any]:
        return self._with_key("review_mark", random)

    def _surplus_decide(self, _: Mapping[str, Any], random: Random) -> dict[str, Any]:
        return self._with_key("surplus_decide", random)

    def _message_send(self, _: Mapping[str, Any], random: Random) -> dict[str, Any]:
        made = {
            "message_id": str(uuid.UUID(int=random.getrandbits(128), version=4)),
            "text": "Is this right?",
        }
        return made | ({"annotator": random.choice(self.keys)} if self.keys else {})

    def _scheme_set(self, _: Mapping[str, Any], _random: Random) -> dict[str, Any]:
        named = ("version", "span_labels", "item_labels")
        return {name: self.scheme[name] for name in named if name in self.scheme}

    def _item_next(self, _: Mapping[str, Any], random: Random) -> dict[str, Any]:
        return {"beside": random.choice(self.own_items)} if self.own_items and random.random() < 0.5 else {}

    def _person_erase(self, path: Mapping[str, Any], _random: Random) -> dict[str, Any]:
        return {"username": self.usernames.get(path.get("key", ""), "nobody")}


MAPPED = {
    "mapping": {
        "id": "id",
        "lang": "lang",
        "question": "model_input",
        "answer": "model_output_text",
        "reference_url": "wikipedia_url",
    }
}
IMAGE = png()
RECORD = b'{"id": "r-1", "lang": "EN", "model_input": "Why?", "model_output_text": "Because."}\n'


FILES = (IMAGE, RECORD)


def _new_name(random: Random) -> str:
    return f"name-{random.getrandbits(40):x}"


BODIES: dict[str, dict[str, Any]] = {
    **TASK_BODIES,
    "task_create": {"slug": _new_name, "name": "New", "project": SLUG, "release": 1},
    "team_register": {"name": _new_name, "affiliation": "", "terms_version": 1},
    "account_email": {"email": "someone@example.org", "password": PASSWORD},
    "account_password": {"old": PASSWORD, "new": "another quite long password"},
    "second_factor_start": {"password": PASSWORD},
    "second_factor_on": {"code": "123456"},
    "recovery_codes_renew": {"password": PASSWORD, "code": "123456"},
    "second_factor_off": {"password": PASSWORD, "code": "123456"},
    "sign_on_link": {"provider": "oidc", "password": PASSWORD},
    "sign_on": {"provider": "oidc", "next": "/"},
    "sign_up": {"username": _new_name, "name": "Someone", "password": PASSWORD},
    "session_login": {"username": "bo", "password": PASSWORD, "code": ""},
    "reset_ask": {"email": "bo@example.org", "locale": "en"},
    "reset_set": {"password": "another quite long password"},
    "invitation_accept": {"account": {"username": "somebody", "name": "", "password": PASSWORD}},
    "crowd_study_enter": {"pid": _new_name, "study": "s1", "session": _new_name, "instead": True},
    "preferences_set": {
        "locale": "en",
        "theme": "system",
        "text_size": 1,
        "line_height": 1.5,
        "snap": {},
        "keys": {},
        "time_zone": "Europe/Paris",
    },
    "project_make": {"slug": _new_name, "name": "New", "languages": ["EN"], "preset": "mu-shroom"},
    "project_change": {"name": "Renamed", "redundancy": 3},
    "project_archive": {"archived": True},
    "agreement_compute": {"asked": True},
    "people_compare": {"asked": True},
    "crowd_study_create": {"kind": "guest", "quota": 5},
    "exclude": {"reason": "because"},
    "guidelines_write": {"text": "# Mark what is wrong", "ask_again": False},
    "guidelines_accept": {"read": [{"language": "en", "version": 1}]},
    "guidelines_preview": {"text": "# Mark what is wrong"},
    "import_start": MAPPED,
    "guidelines_image_upload": {"file": IMAGE},
    "import_images": {"file": IMAGE},
    "import_upload": {"file": RECORD, "kind": "items"},
    "invitation_make": {"role": "annotator", "languages": ["EN"], "days": 3},
    "invitations_mail": {"emails": ["newton@example.org"], "role": "annotator", "locale": "fr"},
    "adjudication_undo": {"revision": 2},
    "adjudication_withdraw": {"revision": 2},
    "annotation_include": {"annotator": "nobody"},
    "reference_retry": {},
    "review_mark": {"revision": 1, "reviewed": True},
    "item_skip": {"reason": "Too hard."},
    "surplus_decide": {"decision": "accepted"},
    "items_assign": {"annotator": "nobody"},
    "items_reopen": {},
    "language_change": {"closed": True},
    "learning_change": {"tries": 2},
    "person_change": {"paused": True},
    "training_decide": {"verdict": "pass"},
    "references_fetch": {"refresh": False},
    "release_build": {"name": _new_name},
    "release_publish": {"published": True},
    "release_share": {"shared": True},
    "release_withdraw": {"reason": "A mistake."},
    "release_preview": {"policy": "raw"},
    "validity_change": {"fast": 5},
    "view_save": {"name": _new_name, "filter": {"language": "en"}, "shared": False},
    "view_change": {"name": _new_name, "shared": True},
}
