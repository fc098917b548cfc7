"""The list of an annotator's own saves of an item."""

import pytest

from tests.api.annotate.saving import body, put
from tests.api.client import Api, work_path
from tests.people import annotate

pytestmark = pytest.mark.django_db


def history(api: Api, item, query: str = ""):
    return api.get(work_path(item, "revisions") + query)


def test_all_saves_are_listed_newest_first(ada, held):
    for base, spans in enumerate([[(0, 3)], [(0, 3), (4, 12)]]):
        put(ada, held, body(held, *spans, base_revision=base, submit=base == 1))
    rows = history(ada, held)["results"]
    assert [(row["number"], row["submit"], len(row["content"]["spans"])) for row in rows] == [
        (2, True, 2),
        (1, False, 1),
    ]


def test_a_returned_revision_can_be_saved_again(ada, held):
    sent = body(held, (4, 12), (25, 30))
    sent["content"] |= {"comment": "Mine.", "unsure": True, "active_seconds": 9}
    put(ada, held, sent)
    put(ada, held, body(held, base_revision=1))
    old = history(ada, held)["results"][1]["content"]
    assert put(ada, held, body(held, base_revision=2, content=old))["annotation"]["content"] == old


def test_an_item_without_a_save_has_no_history(ada, held):
    assert history(ada, held) == {"results": [], "next": None}


def test_pages_follow_one_another_without_gap_or_repetition(ada, held):
    for base in range(45):
        put(ada, held, body(held, (0, base % 20 + 1), base_revision=base))
    numbers, cursor = [], ""
    while cursor is not None:
        page = history(ada, held, f"?cursor={cursor}")
        numbers += [row["number"] for row in page["results"]]
        cursor = page["next"]
    assert numbers == list(range(45, 0, -1))


def test_nobody_sees_the_saves_of_others(cast, ada, lena, held):
    put(ada, held, body(held, (0, 3)))
    lena.get(work_path(held, "revisions"), status=404)
    annotate(cast.alpha, cast.bo, held, (4, 12))
    rows = history(Api(cast.bo), held)["results"]
    assert [[span["start"] for span in row["content"]["spans"]] for row in rows] == [[4]]


def test_a_cursor_of_another_list_is_refused(ada, held):
    history_of = work_path(held, "revisions")
    for cursor in ("x", "W10=", "WyJhIl0=", "WzEsMl0="):
        ada.get(f"{history_of}?cursor={cursor}", status=422)
