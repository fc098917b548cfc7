"""The number of SQL statements of the requests that annotators wait for, session and membership included.

BEGIN is counted, here as the savepoint of a test's transaction; COMMIT is not. A save also prolongs the reservation, at
most once a minute, and a session notes its last use every ten minutes.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotation.models import Acceptance, Guidelines, Item
from annotation.services.projects.guidelines import set_guidelines
from tests.api.annotate.saving import body, put
from tests.people import annotate, annotator, hand_over

pytestmark = pytest.mark.django_db


@contextmanager
def at_most(limit: int) -> Iterator[None]:
    """Fail with a list of the statements if the block runs more than `limit`."""
    with CaptureQueriesContext(connection) as captured:
        yield
    found = [query["sql"] for query in captured.captured_queries]
    statements = [sql for sql in found if not sql.startswith("RELEASE SAVEPOINT")]
    listed = "\n".join(f"{number}. {sql[:300]}" for number, sql in enumerate(statements, 1))
    assert len(statements) <= limit, f"{len(statements)} statements instead of {limit}:\n{listed}"


@pytest.fixture
def accepted(cast) -> None:
    """Guidelines that ada has accepted."""
    set_guidelines(cast.alpha, "en", "# Mark what is wrong")
    for row in Guidelines.objects.filter(project=cast.alpha):
        Acceptance.objects.create(
            annotator=annotator(cast.alpha, cast.ada), guidelines=row, accepted_at=timezone.now()
        )


@pytest.fixture
def in_use(cast, accepted, ada) -> Item:
    """An item that ada has reserved, in a project in which others have submitted."""
    annotate(cast.alpha, cast.bo, cast["q-1"], (0, 3))
    ada.get("/session/")  # notes the use of the session
    cast["q-1"].project = cast["q-2"].project = cast.alpha  # the path of a request reads it
    return hand_over(cast.alpha, cast.ada, cast["q-1"])


def test_the_session_needs_one_statement(in_use, ada):
    with at_most(1):
        ada.get("/session/")


def test_a_draft_needs_seven_statements_and_the_first_one_eight(in_use, ada):
    with at_most(8):
        put(ada, in_use, body(in_use, (0, 3)))
    with at_most(7):
        put(ada, in_use, body(in_use, (0, 4), base_revision=1))


def test_a_submission_needs_fourteen_statements_and_without_a_draft_fifteen(cast, in_use, ada):
    with at_most(15):
        put(ada, in_use, body(in_use, (0, 3), submit=True))
    other = hand_over(cast.alpha, cast.ada, cast["q-2"])
    put(ada, other, body(other, (0, 3)))
    with at_most(14):
        put(ada, other, body(other, (0, 4), base_revision=1, submit=True))
    with at_most(14):
        put(ada, other, body(other, (0, 5), base_revision=2, submit=True))


def test_a_new_item_needs_ten_statements_and_a_reserved_one_five(cast, accepted, ada):
    ada.get("/session/")
    with at_most(10):
        given = ada.post("/projects/alpha/next/")
    assert given["item"]
    with at_most(5):
        assert ada.post("/projects/alpha/next/")["item"]["id"] == given["item"]["id"]
    with at_most(10):
        following = ada.post("/projects/alpha/next/", {"beside": given["item"]["id"]})
    assert following["item"]["id"] != given["item"]["id"]


def test_as_many_statements_after_more_revisions(in_use, ada):
    for number in range(3):
        put(ada, in_use, body(in_use, (0, number + 1), base_revision=number))
    with at_most(7):
        put(ada, in_use, body(in_use, (0, 9), base_revision=3))
    put(ada, in_use, body(in_use, (0, 9), base_revision=4, submit=True))
    with at_most(10):
        assert ada.post("/projects/alpha/next/")["item"]
