"""User preferences: stored per user, sent as a whole, and validated."""

import zoneinfo

import pytest

from foundation.accounts.preference_rules import time_zones
from foundation.models import Preferences
from tests.api.annotate.saving import pointers
from tests.api.client import Api
from tests.people import person
from tests.snapshot import snapshot

pytestmark = pytest.mark.django_db

DEFAULTS = {
    "locale": "",
    "theme": "system",
    "text_size": 1,
    "line_height": 1,
    "snap": {},
    "keys": {},
    "time_zone": "",
}
MINE = {
    "locale": "ar",
    "theme": "dark",
    "text_size": 1.25,
    "line_height": 0.9,
    "snap": {"en": "words", "zh-hans": "characters"},
    "keys": {"submit": "Ctrl+Enter", "nothing": "KeyN", "skip": "", "keys": "?", "redo": "Ctrl+Shift+KeyZ"},
    "time_zone": "Asia/Tokyo",
}


@pytest.fixture
def ada():
    return Api(person("ada"))


def preferences(api: Api):
    return api.get("/session/")["user"]["preferences"]


def test_preferences_have_defaults(ada):
    assert preferences(ada) == DEFAULTS


def test_preferences_are_stored_per_user(ada):
    bo = Api(person("bo"))
    assert ada.put("/preferences/", MINE) == MINE
    assert preferences(ada) == MINE
    assert preferences(bo) == DEFAULTS
    assert ada.put("/preferences/", DEFAULTS) == DEFAULTS == preferences(ada)


def test_a_preference_added_later_has_its_default_in_stored_preferences(ada):
    ada.put("/preferences/", MINE)
    row = Preferences.objects.get()
    del row.value["time_zone"]
    row.save()
    assert preferences(ada) == MINE | {"time_zone": ""}


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("locale", [None, 1, "e", "english language", "en\n", "x" * 100, ["en"]]),
        ("theme", [None, "", "Dark", 1, ["dark"], {"a": 1}]),
        ("text_size", [None, "1", True, 0.84, 1.61, 1e308, -1, [1]]),
        ("line_height", [None, "1", False, 0.89, 1.51]),
        ("snap", [None, [], "words", {f"x-{n}": "words" for n in range(101)}]),
        ("keys", [None, [], "KeyN", {f"c{n}": "" for n in range(101)}]),
        ("time_zone", [None, 1, "Mars/Olympus", "../../etc/passwd", "/etc/localtime", "asia/tokyo", ["UTC"]]),
    ],
)
def test_an_invalid_value_is_refused_with_its_pointer(ada, name, values):
    for value in values:
        before = snapshot()
        assert pointers(ada.put("/preferences/", MINE | {name: value}, status=422)) == [f"/{name}"], value
        assert snapshot() == before


@pytest.mark.parametrize(
    "stroke",
    [
        "",
        "Ctrl+z",
        "Ctrl+Shift+z",
        "Alt+Period",
        "Alt+ArrowUp",
        "Digit5",
        "1",
        "/",
        "?",
        "~",
        "Ctrl++",
        "+",
        "F12",
    ],
)
def test_a_shortcut_is_a_key_code_or_a_character(ada, stroke):
    assert ada.put("/preferences/", MINE | {"keys": {"look-up": stroke}})["keys"] == {"look-up": stroke}


@pytest.mark.parametrize(
    "stroke",
    [
        None,
        1,
        "Ctrl+",
        "KeyN KeyM",
        "Ctrl+Ctrl+KeyN",
        "Ctrl+Alt+Ctrl+KeyN",
        "Hyper+KeyN",
        "ctrl+KeyN",
        "é",
        "<b>x</b>",
        "K" * 41,
        ["KeyN"],
    ],
)
def test_invalid_shortcuts_are_refused(ada, stroke):
    refused = ada.put("/preferences/", MINE | {"keys": {"skip": stroke}}, status=422)
    assert pointers(refused) == ["/keys/skip"]


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"keys": {"": "KeyN"}}, "/keys/"),
        ({"keys": {"a/b~": "KeyN"}}, "/keys/a~1b~0"),
        ({"keys": {"x" * 41: "KeyN"}}, f"/keys/{'x' * 41}"),
        ({"snap": {"": "words"}}, "/snap/"),
        ({"snap": {"not a tag": "words"}}, "/snap/not a tag"),
        ({"snap": {"en": "lines"}}, "/snap/en"),
        ({"snap": {"en": None}}, "/snap/en"),
    ],
)
def test_invalid_entries_are_refused_with_their_pointer(ada, changes, pointer):
    assert pointers(ada.put("/preferences/", MINE | changes, status=422)) == [pointer]


@pytest.mark.parametrize("name", ["colour", "__proto__"])
def test_unknown_preferences_are_refused_with_their_pointer(ada, name):
    assert pointers(ada.put("/preferences/", MINE | {name: {}}, status=400)) == [f"/{name}"]


@pytest.fixture
def small_machine():
    """A machine without a time zone database."""
    zoneinfo.reset_tzpath(to=())
    time_zones.cache_clear()
    yield
    zoneinfo.reset_tzpath()
    time_zones.cache_clear()


@pytest.mark.parametrize("zone", ["Asia/Calcutta", "Asia/Kolkata", "America/Argentina/Ushuaia", "UTC", ""])
def test_every_name_of_a_time_zone_is_accepted_on_every_server(ada, small_machine, zone):
    """Browsers still send outdated names."""
    assert ada.put("/preferences/", MINE | {"time_zone": zone})["time_zone"] == zone


def test_preferences_are_sent_as_a_whole(ada):
    assert pointers(ada.put("/preferences/", {}, status=422)) == sorted(f"/{name}" for name in DEFAULTS)
    part = {name: value for name, value in MINE.items() if name != "theme"}
    assert pointers(ada.put("/preferences/", part, status=422)) == ["/theme"]
