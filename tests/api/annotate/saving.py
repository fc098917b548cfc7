"""Requests and responses of saves, as a browser sends and reads them."""

import uuid
from typing import Any

from annotation.models import Item
from tests.api.client import Api, work_path

SKIP = {"reason": "I cannot tell."}


def body(item: Item, *spans: tuple[int, int], **changes: Any) -> dict[str, Any]:
    """A draft with these spans and a new save_id. `changes` replace fields."""
    return {
        "save_id": str(uuid.uuid4()),
        "base_revision": 0,
        "answer_sha256": item.answer_sha256,
        "submit": False,
        "content": save_content(*spans),
        **changes,
    }


def save_content(*spans: tuple[int, int], **changes: Any) -> dict[str, Any]:
    marks = [
        {"id": f"m{n}", "start": s, "end": e, "label": "hallucination"} for n, (s, e) in enumerate(spans)
    ]
    return {
        "spans": marks,
        "labels": {},
        "nothing_to_mark": False,
        "unsure": False,
        "comment": "",
        "links": [],
        "evidence": [],
        "active_seconds": 0,
        **changes,
    }


def put(api: Api, item: Item, sent: dict[str, Any], *, status: int = 200) -> Any:
    return api.put(work_path(item), sent, status=status)


def ranges(answer: dict[str, Any]) -> list[tuple[int, int]]:
    """The spans of a response to a save, or of an annotation state."""
    state = answer.get("annotation", answer)
    return [(span["start"], span["end"]) for span in state["content"]["spans"]]


def pointers(problem: dict[str, Any]) -> list[str]:
    return [each["pointer"] for each in problem["errors"]]
