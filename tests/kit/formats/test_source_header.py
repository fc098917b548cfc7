"""The header of a source: names, hash of the prompt, cost."""

import hashlib

import pytest

from morelkit.formats.source_header import SourceHeader, header_values, read_header

PROMPT = "Is the answer right? é"
DIGEST = hashlib.sha256(PROMPT.encode()).hexdigest()
WHOLE = {
    "name": "judge",
    "version": "2",
    "prompt": PROMPT,
    "parameters": {"temperature": 0},
    "reference": "The item's page",
    "cost": 1.25,
    "currency": "USD",
}


def test_the_hash_of_the_prompt_is_computed():
    header, faults = read_header(WHOLE)
    assert not faults
    assert header
    assert (header.prompt_sha256, header.cost) == (DIGEST, "1.25")
    assert read_header({**WHOLE, "prompt_sha256": DIGEST})[0] == header


def test_a_written_header_is_read_as_it_was():
    header, _ = read_header(WHOLE)
    assert header
    assert read_header(header_values(header)["source"])[0] == header
    assert header_values(SourceHeader("judge")) == {"source": {"name": "judge"}}


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": 3}, "name"),
        ({"name": "x" * 201}, "name"),
        ({"version": 2}, "version"),
        ({"prompt_sha256": "0" * 64}, "prompt_sha256"),
        ({"prompt_sha256": "abc"}, "prompt_sha256"),
        ({"parameters": [1]}, "parameters"),
        ({"cost": -1}, "cost"),
        ({"cost": "much"}, "cost"),
        ({"cost": True}, "cost"),
        ({"cost": 0.1234567}, "cost"),
        ({"cost": 10**10}, "cost"),
        ({"currency": "dollars"}, "currency"),
        ({"currency": "usd"}, "currency"),
        ({"cost": ""}, "cost"),
        ({"model": "x"}, "model"),
    ],
)
def test_a_wrong_header_is_refused_by_field(changed, field):
    header, faults = read_header({**WHOLE, **changed})
    assert header is None
    assert field in {name for name, _ in faults}
