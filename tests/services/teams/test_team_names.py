"""Which names of teams are equal, and which are refused."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.services.teams.team_names import checked_name, name_key
from foundation.errors import InvalidError


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Straße", "STRASSE"),
        ("Ångström", "A\u030angstro\u0308m"),
        ("ﬁne", "FINE"),
        ("①②", "12"),
        ("a\u00a0b", "A   b"),
        ("ΣΑΣ", "σας"),
        ("Team ❤️", "team ❤"),
        ("العربية", "ﺍﻟﻌﺮﺑﻴﺔ"),
    ],
)
def test_names_that_look_the_same_are_equal(one: str, other: str):
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize("name", ["Ана", "Team 🗼", "हिन्दी", "الفريق", "東京", "R&D", "a.b-c_d", "Việt Nam"])
def test_names_of_all_scripts_are_stored_as_typed(name: str):
    assert checked_name(f"  {name} ")[0] == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "!!!",
        "a\u200bb",  # zero-width space
        "a\u200db",  # zero-width joiner
        "a\u00adb",  # soft hyphen
        "a\ufeffb",
        "a\u202eb",  # right-to-left override
        "a\x00b",
        "a\nb",
        "a\tb",
        "a\x7fb",
        "a\u2028b",
        "a\u3164b",  # Hangul filler
        "a\u2800b",  # blank Braille pattern
        "a\ue000b",  # private use
        "a\ud800b",  # half a surrogate pair
        "a" * 101,
        "\ufdfa" * 20,  # each becomes 18 characters
        "a\u0301\u0301\u0301\u0301\u0301",
    ],
)
def test_names_with_invisible_characters_and_too_long_ones_are_refused(name: str):
    with pytest.raises(InvalidError) as refused:
        checked_name(name)
    assert refused.value.errors[0].pointer == "/name"


@given(st.text(max_size=100))
def test_a_key_is_its_own_key_and_fits_its_column(name: str):
    try:
        stored, key = checked_name(name)
    except InvalidError:
        return
    assert name_key(key) == key == name_key(stored)
    assert len(key) <= 200
    assert checked_name(stored) == (stored, key)
