"""Hostile request bodies: each is answered by a problem document, changes nothing, and never causes a 500."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.api.annotate.saving import body, pointers, save_content
from tests.api.client import Api, check_answer, work_path
from tests.case_counts import examples
from tests.snapshot import snapshot

pytestmark = [pytest.mark.any_database, pytest.mark.django_db]


def refused(api, item, raw: bytes, status: int):
    before = snapshot()
    problem = api.call("put", work_path(item), raw=raw, status=status)
    assert snapshot() == before
    return problem


@pytest.mark.parametrize(
    "raw",
    [
        b" ",
        b"{",
        b'{"save_id": ',
        b"not json",
        b"NaN",
        b'{"base_revision": NaN}',
        b'{"base_revision": 1e999}',
        b"\xff\xfe{}",
        b'{"comment": "\xff"}',
        b"\xef\xbb\xbf{}",
        b'{"comment": "\\ud800"}',
        b'{"\\udfff": 1}',
        b"{'single': 'quotes'}",
        b"[]",
        b"null",
        b'"text"',
        b"12",
        b'{"a": 1}{"b": 2}',
    ],
)
def test_a_body_that_is_not_a_json_object_is_malformed(ada, held, raw):
    assert refused(ada, held, raw, 400)["errors"]


@pytest.mark.parametrize("text", ["\\u0000", "\\ud83d", "\\udc00 \\ud800"])
@pytest.mark.parametrize("place", ['{"content": {"comment": "X"}}', '{"X": 1}', '{"a": [{"b": ["X"]}]}'])
def test_nul_and_lone_surrogates_are_refused_anywhere(ada, held, text, place):
    refused(ada, held, place.replace("X", text).encode(), 400)


@pytest.mark.parametrize("depth", [100, 200, 300, 500, 900, 1_100, 10_000, 100_000])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_a_body_nested_too_deep_is_refused(ada, held, depth, opening, closing):
    deep = opening * depth + "1" + closing * depth
    sent = json.dumps(body(held, (4, 12)))[:-1]
    refused(ada, held, f'{sent}, "deep": {deep}}}'.encode(), 400)
    content = json.dumps(save_content((4, 12)))[:-1]
    whole = json.dumps(body(held, content="HERE")).replace('"HERE"', f'{content}, "deep": {deep}}}')
    refused(ada, held, whole.encode(), 400)


def test_a_body_that_is_too_large_is_refused(ada, held, settings):
    settings.MAX_BODY_BYTES = settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 10_000
    refused(ada, held, json.dumps(body(held, padding="x" * 10_000)).encode(), 413)


def test_the_body_is_measured_whatever_its_declared_length(ada, held, settings):
    settings.MAX_BODY_BYTES = 10_000
    refused(ada, held, json.dumps(body(held, padding="x" * 10_000)).encode(), 413)


@pytest.mark.parametrize("number", ["9" * 30, "-" + "9" * 30, "1e308", "18446744073709551616", "0.1e-400"])
def test_a_huge_number_is_refused_in_every_field(ada, held, number):
    for place in ("base_revision", "save_id", "submit", "answer_sha256"):
        sent = json.dumps(body(held, (4, 12), **{place: "HERE"})).replace('"HERE"', number)
        assert f"/{place}" in pointers(refused(ada, held, sent.encode(), 422))
    sent = json.dumps(body(held, content=save_content(spans=[{"start": "HERE", "end": 12}]))).replace(
        '"HERE"', number
    )
    assert "/content/spans/0/start" in pointers(refused(ada, held, sent.encode(), 422))


@pytest.mark.parametrize(
    "media_type", ["text/plain", "application/x-www-form-urlencoded", "application/xml", ""]
)
def test_another_media_type_is_refused(ada, held, media_type):
    before = snapshot()
    raw = json.dumps(body(held, (4, 12))).encode()
    response = ada.http.generic("PUT", f"/api/v1{work_path(held)}", raw, content_type=media_type)
    assert check_answer("put", work_path(held), response)["status"] == 415
    assert snapshot() == before


@pytest.mark.parametrize("accept", ["text/html", "application/xml", "nonsense"])
def test_problems_are_json_whatever_the_accept_header(ada, held, accept):
    response = ada.send("put", work_path(held), {}, headers={"accept": accept})
    assert check_answer("put", work_path(held), response)["status"] in {406, 422}


@pytest.mark.parametrize(
    "query",
    [
        "cursor=x",
        "cursor=%00",
        "cursor=WyJ4IiwxXQ==",  # ["x",1]
        "cursor=WzFd",  # [1]
        "cursor=WzEsMV0=",  # [1,1]
        "cursor=WyIyMDI0LTAxLTAxIiwxXQ==",  # ["2024-01-01",1]: a time without a zone
        "cursor=WzE4NDQ2NzQ0MDczNzA5NTUxNjE1LDE4NDQ2NzQ0MDczNzA5NTUxNjE1XQ==",  # two numbers of 64 bits
        "cursor=WzE4NDQ2NzQ0MDczNzA5NTUxNjE1XQ==",
        "cursor=WyIyMDI0LTAxLTAxVDAwOjAwOjAwWiIsMTg0NDY3NDQwNzM3MDk1NTE2MTVd",  # […Z, 64 bits]
        "language=%00",
        "language=%ED%A0%80",
        "search=%00",
        "search=%ED%A0%80",
        "order=%00",
        "status=%00",
        "policy=%00",
        "extra=%00",
        "language=" + "x" * 5_000,
    ],
)
@pytest.mark.parametrize(
    "path", ["items/", "mine/", "mine/?status=skipped", "imports/", "gold/", "items/{item}/"]
)
def test_a_hostile_query_never_breaks_a_list(lena, held, path, query):
    path = f"/projects/alpha/{path.format(item=held.pk)}"
    response = lena.send("get", f"{path}{'&' if '?' in path else '?'}{query}")
    assert response.status_code in {200, 400, 422}
    if response.status_code != 200:
        check_answer("get", path, response)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["start", "end", "label", "id", "url", "x"]), inner, max_size=4)
    ),
    max_leaves=12,
)
SPAN = st.fixed_dictionaries(
    {"start": st.integers(-2, 45) | JSON, "end": st.integers(-2, 45) | JSON},
    optional={"label": st.just("hallucination") | JSON, "id": st.text("ab", max_size=2) | JSON},
)
CONTENT = st.fixed_dictionaries(
    {},
    optional={
        "spans": st.lists(SPAN, max_size=4) | JSON,
        "labels": JSON,
        "nothing_to_mark": st.booleans() | JSON,
        "unsure": st.booleans() | JSON,
        "comment": st.text(max_size=5) | JSON,
        "links": JSON,
        "active_seconds": st.integers(0, 100) | JSON,
    },
)
SAVE = st.fixed_dictionaries(
    {},
    optional={
        "save_id": st.uuids().map(str) | JSON,
        "base_revision": st.integers(0, 2) | JSON,
        "answer_sha256": st.just("RIGHT") | JSON,
        "submit": st.booleans() | JSON,
        "content": CONTENT | JSON,
    },
)
patient = settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=examples(250),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@patient
@given(sent=SAVE | JSON)
def test_no_json_breaks_a_save(cast, ada, held, sent):
    if isinstance(sent, dict) and sent.get("answer_sha256") == "RIGHT":
        sent["answer_sha256"] = held.answer_sha256
    response = ada.send("put", work_path(held), sent)
    assert response.status_code in {200, 400, 409, 422}
    check_answer("put", work_path(held), response)


@settings(patient, max_examples=examples(60))
@given(
    sent=JSON
    | st.fixed_dictionaries({}, optional=dict.fromkeys(["reason", "mapping", "closed", "kind"], JSON))
)
@pytest.mark.parametrize("path", ["items/{item}/skip/", "imports/", "languages/en/", "session"])
def test_no_json_breaks_other_endpoints(cast, lena, held, path, sent):
    path = "/session/" if path == "session" else f"/projects/alpha/{path.format(item=held.pk)}"
    method = "patch" if "languages" in path else "post"
    api = Api() if path == "/session/" else lena
    response = api.send(method, path, sent)
    assert 400 <= response.status_code < 500
    check_answer(method, path, response)
