"""Blind items never contain a suggestion: in no response that an annotator can get, and not before a first answer.

The source has words and offsets that occur nowhere else. All routes of a project are called, each response is searched.
"""

import re
from collections.abc import Iterator

import pytest
from django.utils import timezone

from annotation.models import Exposure, Item
from tests.api.annotate.saving import body, put
from tests.api.client import Api, work_path
from tests.api.common.test_permission_matrix import OF_PROJECTS
from tests.exposure import SOURCE, VERSION, suggest
from tests.people import hand_over, join
from tests.records import import_records, item, stored

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_cache")]

LONG = "Kelp forests shelter fish and urchins. " * 2_800
SPANS = [(106_203, 106_419), (107_117, 107_331)]  # no number of a row is as large
WORDS = (SOURCE, VERSION, "kudu", "okapi", "0.123456", "suggestion", "exposure")
OFFSETS = [offset for span in SPANS for offset in span]
PLANTED = re.compile(
    "|".join([*map(re.escape, WORDS), *(rf"(?<![\w.]){offset}(?!\w)" for offset in OFFSETS)]), re.IGNORECASE
)


@pytest.fixture
def campaign(cast):
    """Items with long answers, the first of which would show suggestions and the second of which is drawn blind."""
    import_records(cast.alpha, [item(f"long-{number}", answer=LONG) for number in (1, 2)])
    suggest(cast.alpha, "shown", SPANS, shown="long-1", blind="long-2")
    return cast.alpha


def given(project, user, name):
    return hand_over(project, user, stored(project, name))


def responses(api: Api, work) -> Iterator[tuple[str, str]]:
    """Yield every response to a GET of a route of the project, and those that give the next item."""
    for route in OF_PROJECTS:
        path = route.path(item=work.pk, key=work.pk)
        if "/alpha/" in path:
            yield path, read(api.http.get(path))
    yield "the page", read(api.http.get(f"/p/alpha/annotate/{work.pk}"))
    yield "the projects", read(api.http.get("/api/v1/projects/"))
    for sent in ({}, {"beside": work.pk}):
        yield f"the next item, {sent}", read(api.send("post", "/projects/alpha/next/", sent))


def read(response) -> str:
    content = b"".join(response.streaming_content) if response.streaming else response.content
    return content.decode()


def planted(api: Api, work) -> dict[str, list[str]]:
    found = {path: PLANTED.findall(text) for path, text in responses(api, work)}
    return {path: words for path, words in found.items() if words}


def test_the_search_finds_what_a_shown_item_shows(campaign, cast, ada):
    shown = given(campaign, cast.ada, "long-1")
    found = planted(ada, shown)
    assert set(found[f"/api/v1{work_path(shown, 'mine')}"]) >= {SOURCE, VERSION, *map(str, OFFSETS)}


def test_no_response_about_a_blind_item_has_a_suggestion(campaign, cast, ada):
    blind = given(campaign, cast.ada, "long-2")
    # As the next item it would have its suggestions, as it should.
    Item.objects.filter(pk=stored(campaign, "long-1").pk).update(archived_at=timezone.now())
    assert planted(ada, blind) == {}
    for number, submit in enumerate((False, True, False, True)):
        saved = ada.send(
            "put", work_path(blind), body(blind, (0, number + 1), base_revision=number, submit=submit)
        )
        assert saved.status_code == 200
        assert not PLANTED.search(read(saved))
    stale = ada.send("put", work_path(blind), body(blind, (0, 9)))
    assert stale.status_code == 409
    assert not PLANTED.search(read(stale))
    assert planted(ada, blind) == {}
    assert not Exposure.objects.filter(item=blind).exists()


def test_no_response_has_a_suggestion_before_the_first_answer(campaign, cast, ada, lena):
    lena.call("patch", "/projects/alpha/exposure-policy/", {"mode": "blind_then_reveal"})
    work = given(campaign, cast.ada, "long-1")
    assert planted(ada, work) == {}
    draft = ada.send("put", work_path(work), body(work, (0, 3)))
    assert not PLANTED.search(read(draft))
    assert planted(ada, work) == {}
    put(ada, work, body(work, (0, 3), base_revision=1, submit=True))
    assert SOURCE in planted(ada, work)[f"/api/v1{work_path(work, 'mine')}"]


def test_another_annotator_of_the_item_learns_nothing_from_a_revealed_one(campaign, cast, ada, lena):
    lena.call("patch", "/projects/alpha/exposure-policy/", {"mode": "blind_then_reveal"})
    work = given(campaign, cast.ada, "long-1")
    ada.get(work_path(work, "mine"))
    put(ada, work, body(work, (0, 3), submit=True))
    given(campaign, cast.bo, "long-1")
    assert planted(Api(cast.bo), work) == {}
    assert planted(Api(join(campaign, "kit")), work) == {}


def test_the_live_summary_has_no_suggestion(campaign, cast, ada, lena):
    shown = given(campaign, cast.ada, "long-1")
    ada.get(work_path(shown, "mine"))
    put(ada, shown, body(shown, (0, 3), submit=True))
    # The websocket sends what this route answers.
    assert not PLANTED.search(read(lena.send("get", "/projects/alpha/summary/")))


def test_a_project_without_a_policy_is_as_if_there_were_none(cast, ada):
    work = given(cast.alpha, cast.ada, "q-1")
    state = ada.get(work_path(work, "mine"))["annotation"]
    assert set(state) == {"revision", "submitted_revision", "status", "surplus", "saved_at", "content"}
    assert "suggestions" not in state["content"]
