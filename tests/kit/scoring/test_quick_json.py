"""The fast reader gives what the strict reader gives, or leaves the line to it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from morelkit.formats.jsonl import JsonLineError, loads
from morelkit.scoring.quick_json import quick_loads

texts = st.text('ab":, \\/é😀\t', max_size=6) | st.text(max_size=4)
numbers = st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False, allow_infinity=False)
values = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda each: st.lists(each, max_size=4) | st.dictionaries(texts, each, max_size=4),
    max_leaves=12,
)


@st.composite
def written(draw) -> bytes:
    """An object in one of the ways to write it, with a key repeated somewhere or not."""
    text = json.dumps(
        draw(st.dictionaries(texts, values, max_size=4)),
        ensure_ascii=draw(st.booleans()),
        separators=draw(st.sampled_from([(",", ":"), (", ", ": "), (" , ", " : "), (",", "\t:")])),
    )
    if draw(st.booleans()):
        key, value = (
            json.dumps(draw(texts)),
            draw(st.sampled_from(["1", '"a\\":"', '{"b" :2}', '"\\u0022:"'])),
        )
        text = text.replace("{", f"{{{key}:{value},{key}:{value},", 1).replace(",}", "}", 1)
    return text.encode("utf-8", "surrogatepass")


@given(written())
def test_it_agrees_with_the_strict_reader(line):
    found = quick_loads(line)
    try:
        expected = loads(line)
    except JsonLineError:
        assert found is None
    else:
        assert found is None or json.dumps(found) == json.dumps(expected)


@pytest.mark.parametrize(
    "line",
    [
        b'{"a": 1, "a": 2}',
        b'{"a": {"b": 1, "b": 1}}',
        b'{"a" : 1, "a": 2}',  # a blank hides one key, the repetition adds one
        rb'{"x": "\u0022:", "a": 1, "a": 2}',
        b'{"a": "\\u0000"}',
        b'{"a": NaN}',
        b"[1]",
        b'{"a": ' + b"[" * 300 + b"]" * 300 + b"}",
    ],
)
def test_lines_that_are_left_to_the_strict_reader(line):
    assert quick_loads(line) is None


def test_usual_lines_are_read():
    line = rb'{"id":"1","text":"a \":\" \u00e9 b","soft_labels":[{"start":0,"prob":0.5,"end":1}],"n":[]}'
    assert quick_loads(line) == loads(line)
