import json
from contextlib import suppress

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from morelkit.formats.jsonl import MAX_DEPTH, JsonLineError, loads


def code(line: bytes) -> str:
    with pytest.raises(JsonLineError) as caught:
        loads(line)
    assert str(caught.value).endswith(".")
    return caught.value.code


def test_escaped_and_unescaped_text_read_alike():
    assert loads(b'{"a":"\\u00e9 \\ud83d\\ude42 \\/"}') == loads('{"a":"é 🙂 /"}'.encode())


def test_keys_stay_in_order_and_numbers_exact():
    line = b'{"b": 12345678901234567890123, "a": [0.1, -5.57, 1e-7, 2.0]}'
    assert json.dumps(loads(line)) == '{"b": 12345678901234567890123, "a": [0.1, -5.57, 1e-07, 2.0]}'


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b'{"a": 1', "truncated_json"),
        (b'{"a": "x', "truncated_json"),
        (b'{"a":', "truncated_json"),
        (b'{"a": x}', "bad_json"),
        (b"{'a': 1}", "bad_json"),
        (b'{"a": 1} {"b": 2}', "bad_json"),
        (b'{"a": "\x01"}', "bad_json"),
        (b'{"a": "\x00"}', "bad_json"),
        (b'{"a": NaN}', "not_finite"),
        (b'{"a": [-Infinity]}', "not_finite"),
        (b'{"a": 1e400}', "not_finite"),
        (b'{"a": ' + b"9" * 5000 + b"}", "not_finite"),
        (b'{"a": 1, "a": 2}', "repeated_key"),
        (b'{"x": {"a": 1, "a": 1}}', "repeated_key"),
        (b"[1]", "not_an_object"),
        (b'"text"', "not_an_object"),
        (b"null", "not_an_object"),
        (b'{"a": "\xe9"}', "not_utf8"),
        (b'{"a": "\xed\xa0\x80"}', "not_utf8"),
        (b'{"a": "x\\u0000"}', "unstorable_text"),
        (b'{"a": ["\\uD800"]}', "unstorable_text"),
        (b'{"a": {"\\udfff": 1}}', "unstorable_text"),
        (b'{"\\u0000": 1}', "unstorable_text"),
        (b'{"a": ' + b"[" * 500 + b"]" * 500 + b"}", "too_deep"),
        (b'{"a": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "too_deep"),
    ],
)
def test_values_that_would_fail_or_get_lost_later_are_refused(line, expected):
    assert code(line) == expected


def test_an_escaped_backslash_before_u_is_no_escape():
    assert loads(b'{"a": "\\\\u0000 \\\\ud800"}') == {"a": "\\u0000 \\ud800"}


def test_errors_name_the_field_and_the_position():
    with pytest.raises(JsonLineError, match="“answer” holds a NUL character at position 2") as caught:
        loads(b'{"id": "1", "answer": "ab\\u0000"}')
    assert caught.value.field == "answer"


def test_nesting_is_limited_to_the_stated_depth():
    def nested(depth):
        return b'{"a": ' * (depth - 1) + b"{}" + b"}" * (depth - 1)

    assert loads(nested(MAX_DEPTH))
    assert code(nested(MAX_DEPTH + 1)) == "too_deep"


def test_many_adjacent_lists_are_not_deep():
    assert len(loads(json.dumps({"a": [[[at]] for at in range(500)]}).encode())["a"]) == 500


json_objects = st.dictionaries(
    st.text(),
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.text(),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
        max_leaves=8,
    ),
    max_size=5,
)


@given(json_objects, st.booleans())
def test_every_object_survives_a_round_trip(value, escaped):
    text = json.dumps(value, ensure_ascii=escaped)
    assume("\\u0000" not in text)  # json.dumps always escapes NUL
    assert json.dumps(loads(text.encode())) == json.dumps(value)


@given(st.binary())
def test_no_bytes_break_the_reader(line):
    with suppress(JsonLineError):
        assert isinstance(loads(line), dict)
