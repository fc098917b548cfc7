"""How a person likes Morel: their own, whole, and nothing in it that a page could trip over."""

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


def test_until_something_is_set_the_defaults_hold(ada):
    assert preferences(ada) == DEFAULTS


def test_what_is_set_holds_from_then_on_and_for_nobody_else(ada):
    bo = Api(person("bo"))
    assert ada.put("/preferences/", MINE) == MINE
    assert preferences(ada) == MINE
    assert preferences(bo) == DEFAULTS
    assert ada.put("/preferences/", DEFAULTS) == DEFAULTS == preferences(ada)


def test_a_preference_that_came_later_has_its_default_for_those_who_set_theirs_before(ada):
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
def test_a_value_of_the_wrong_kind_or_size_is_named(ada, name, values):
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
def test_a_key_goes_by_its_place_or_by_its_sign(ada, stroke):
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
def test_a_key_is_a_stroke(ada, stroke):
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
        ({"colour": "red"}, "/colour"),
        ({"__proto__": {}}, "/__proto__"),
    ],
)
def test_what_nobody_knows_is_refused_by_its_place(ada, changes, pointer):
    assert pointers(ada.put("/preferences/", MINE | changes, status=422)) == [pointer]


@pytest.fixture
def small_machine():
    """It has no table of time zones of its own."""
    zoneinfo.reset_tzpath(to=())
    time_zones.cache_clear()
    yield
    zoneinfo.reset_tzpath()
    time_zones.cache_clear()


@pytest.mark.parametrize("zone", ["Asia/Calcutta", "Asia/Kolkata", "America/Argentina/Ushuaia", "UTC", ""])
def test_a_time_zone_goes_by_any_of_its_names_wherever_the_server_runs(ada, small_machine, zone):
    """Browsers still send names of old."""
    assert ada.put("/preferences/", MINE | {"time_zone": zone})["time_zone"] == zone


def test_they_are_sent_whole(ada):
    assert pointers(ada.put("/preferences/", {}, status=422)) == sorted(f"/{name}" for name in DEFAULTS)
    part = {name: value for name, value in MINE.items() if name != "theme"}
    assert pointers(ada.put("/preferences/", part, status=422)) == ["/theme"]
