"""Invalid saves. All problems are reported at once, each with its field, and nothing is changed."""

import pytest

from tests.api.annotate.saving import body, pointers, put, save_content
from tests.api.client import work_path
from tests.snapshot import snapshot

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

GOOD = {"id": "a", "start": 4, "end": 12, "label": "hallucination"}
TEXT = 39  # code points of the answer


def refused(api, item, sent):
    """The problem document of a refused save, which must change nothing."""
    before = snapshot()
    problem = put(api, item, sent, status=422)
    assert snapshot() == before
    assert all(each["detail"] for each in problem["errors"])
    return problem


@pytest.mark.parametrize(
    ("span", "place"),
    [
        ({"start": 12, "end": 12}, "end"),
        ({"start": 12, "end": 4}, "end"),
        ({"start": -1}, "start"),
        ({"end": -1}, "end"),
        ({"end": TEXT + 1}, "end"),
        ({"start": TEXT, "end": TEXT}, "end"),
        ({"start": TEXT + 1, "end": TEXT + 2}, "start"),
        ({"start": 2**63, "end": 2**63 + 1}, "start"),
        ({"start": 4.0}, "start"),
        ({"end": 12.5}, "end"),
        ({"start": True}, "start"),
        ({"start": False}, "start"),
        ({"start": "4"}, "start"),
        ({"end": None}, "end"),
        ({"end": [12]}, "end"),
        ({"end": {"offset": 12}}, "end"),
        ({"end": 1e30}, "end"),
        ({"label": "unknown"}, "label"),
        ({"label": "Hallucination"}, "label"),
        ({"label": ""}, "label"),
        ({"label": None}, "label"),
        ({"label": ["hallucination"]}, "label"),
        ({"label": {"a": 1}}, "label"),
        ({"id": ""}, "id"),
        ({"id": "x" * 37}, "id"),
        ({"id": 1}, "id"),
        ({"id": None}, "id"),
        ({"id": "other"}, "id"),
    ],
)
def test_an_invalid_span_is_reported_with_its_position(ada, held, span, place):
    good = {**GOOD, "id": "other", "start": 0, "end": 3}
    problem = refused(ada, held, body(held, content=save_content(spans=[good, GOOD | span])))
    assert f"/content/spans/1/{place}" in pointers(problem)


@pytest.mark.parametrize("times", [2, 5_000])
def test_identical_spans_are_refused_with_their_positions(ada, held, times):
    spans = [GOOD | {"id": str(number)} for number in range(times)]
    problem = refused(ada, held, body(held, content=save_content(spans=spans)))
    assert pointers(problem) == [f"/content/spans/{index}" for index in range(1, times)]
    assert {each["code"] for each in problem["errors"]} == {"repeated_span"}
    assert "start 4, end 12, label “hallucination”" in problem["detail"]


@pytest.mark.parametrize("missing", ["start", "end"])
def test_a_span_without_an_offset_is_refused(ada, held, missing):
    span = {key: value for key, value in GOOD.items() if key != missing}
    assert pointers(refused(ada, held, body(held, content=save_content(spans=[span])))) == [
        f"/content/spans/0/{missing}"
    ]


@pytest.mark.parametrize("span", [None, 1, "4-12", [4, 12], True])
def test_a_span_is_an_object(ada, held, span):
    assert pointers(refused(ada, held, body(held, content=save_content(spans=[span])))) == [
        "/content/spans/0"
    ]


def test_all_problems_are_reported(ada, held):
    sent = save_content(
        spans=[GOOD | {"start": -1, "label": "x"}, GOOD | {"id": "b", "end": 99}],
        labels={"fluency": "minor"},
        comment=7,
        links=[{"url": "https://example.org/"}],
        active_seconds=-1,
        unsure="yes",
    )
    assert sorted(pointers(refused(ada, held, body(held, content=sent)))) == [
        "/content/active_seconds",
        "/content/comment",
        "/content/labels/fluency",
        "/content/links/0/url",
        "/content/spans/0/label",
        "/content/spans/0/start",
        "/content/spans/1/end",
        "/content/unsure",
    ]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *[("spans", value) for value in (None, {}, "[]", 1, True)],
        *[("labels", value) for value in (None, [], "x", 1)],
        *[("nothing_to_mark", value) for value in (None, 1, 0, "true", [])],
        *[("unsure", value) for value in (None, 1, "false", {})],
        *[("comment", value) for value in (None, 1, [], {"a": "b"}, "x" * 20_001)],
        *[("links", value) for value in (None, {}, "https://en.wikipedia.org/wiki/A", 3)],
        *[("active_seconds", value) for value in (None, -1, 1.5, True, "3", 10**12, 1e300)],
    ],
)
def test_a_field_of_the_wrong_type_or_size_is_reported(ada, held, name, value):
    assert pointers(refused(ada, held, body(held, content=save_content(**{name: value})))) == [
        f"/content/{name}"
    ]


@pytest.mark.parametrize(
    "link",
    [
        None,
        "https://en.wikipedia.org/wiki/A",
        {},
        {"url": None},
        {"url": ""},
        {"url": "https://en.wikipedia.org/"},
        {"url": "https://en.wikipedia.org.evil.example/wiki/A"},
        {"url": "https://evil.example/en.wikipedia.org/wiki/A"},
        {"url": "javascript://en.wikipedia.org/wiki/A"},
        {"url": "https://[::1/wiki/A"},
        {"url": "https://en.wikipedia.org/wiki/" + "A" * 2_000},
    ],
)
def test_a_link_that_is_not_a_wikipedia_page_is_refused(ada, held, link):
    assert pointers(refused(ada, held, body(held, content=save_content(links=[link])))) == [
        "/content/links/0/url"
    ]


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("save_id", ["", "x", 5, None, [], True, "5" * 400]),
        ("base_revision", [None, -1, "0", 0.0, 1.5, True, [], {}, 1e300, "x" * 2_000]),
        ("answer_sha256", [None, "", 5, [], {}, True, "x" * 65]),
        ("submit", [None, "true", "yes", 1, 0, [], {}]),
        ("content", [None, [], "x", 1, True]),
    ],
)
def test_an_invalid_field_of_the_save_is_reported(ada, held, name, values):
    for value in values:
        assert f"/{name}" in pointers(refused(ada, held, body(held, **{name: value}))), value


@pytest.mark.parametrize("name", ["save_id", "base_revision", "answer_sha256", "submit", "content"])
def test_a_missing_field_of_the_save_is_reported(ada, held, name):
    sent = body(held, (4, 12))
    del sent[name]
    assert pointers(refused(ada, held, sent)) == [f"/{name}"]


def test_too_many_spans_and_links_are_refused(ada, held, settings):
    settings.MAX_SPANS = settings.MAX_LINKS = 2
    page = {"url": "https://en.wikipedia.org/wiki/A"}
    sent = body(held, (0, 1), (2, 3), (4, 5))
    sent["content"]["links"] = [page] * 3
    assert pointers(refused(ada, held, sent)) == ["/content/spans", "/content/links"]


def test_a_name_with_a_slash_is_escaped_in_the_pointer(ada, held):
    sent = body(held, content=save_content(labels={"a/b~c": "x"}))
    assert pointers(refused(ada, held, sent)) == ["/content/labels/a~1b~0c"]


def test_unknown_fields_are_refused(ada, held):
    before = snapshot()
    sent = body(held, (4, 12), later="added")
    sent["content"]["spans"][0]["color"] = 1
    problem = put(ada, held, sent, status=400)
    assert set(pointers(problem)) == {"/later", "/content/spans/0/color"}
    assert snapshot() == before


def test_a_refused_save_leaves_the_item_as_it_was(ada, held):
    put(ada, held, body(held, (4, 12)))
    refused(ada, held, body(held, (0, 99), base_revision=1))
    assert ada.get(work_path(held, "mine"))["annotation"]["revision"] == 1
