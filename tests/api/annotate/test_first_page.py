"""The HTML of the workspace: the responses in it, the files that it preloads, and who reserves an item."""

import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from annotation.models import Assignment, Item, Membership
from annotation.services.projects.project_settings import create_project
from api.config import front_end_page
from foundation.accounts.person_queries import preferences_of
from foundation.accounts.preferences import set_preferences
from tests.api.annotate.saving import body, put
from tests.api.client import Api
from tests.people import join
from tests.records import import_records, item
from tests.snapshot import snapshot

pytestmark = [pytest.mark.any_database, pytest.mark.django_db]

WORKSPACE = "/p/alpha/annotate"
SESSION = "GET /api/v1/session/"
PROJECT = "GET /api/v1/projects/alpha/"
NEXT = 'POST /api/v1/projects/alpha/next/ {"ask_language":true}'
PAGES = [
    {
        "name": "login",
        "pattern": r"^\/login\/?$",
        "roles": "everyone",
        "styles": ["assets/login.css"],
        "scripts": ["assets/login.js"],
        "texts": {"en": ["assets/en.js"], "ar": ["assets/ar.js"]},
    },
    {
        "name": "annotate",
        "pattern": r"^\/p\/(?P<slug>[-\w]+)\/annotate(?:\/(?P<item>\d+))?\/?$",
        "roles": "members",
        "styles": ["assets/workspace.css"],
        "scripts": ["assets/workspace.js"],
        "texts": {"en": ["assets/en.js"], "ar": ["assets/ar.js", "assets/workspace-ar.js"]},
    },
]
HOSTILE = (
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "]]>&lt;/script&gt;&amp;&#60;",
    "\u2028alert(1)\u2029",
    '"};alert(1)//\\',
    "<img src=x onerror=alert(1)>‮<\u200b/script>",
)


@pytest.fixture(autouse=True)
def without_a_choice(cast) -> None:
    """Ada, who works in two languages, is not asked for one."""
    Membership.objects.filter(user=cast.ada).update(working_language="*")


@pytest.fixture(autouse=True)
def built(settings, tmp_path):
    (tmp_path / "index.html").write_text("<html><head><title>Morel</title></head><body></body></html>")
    (tmp_path / "pages.json").write_text(json.dumps(PAGES))
    settings.FRONTEND_DIST = tmp_path


class Elements(HTMLParser):
    """The start tags of a page, the text of its JSON block and of its paragraphs."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.block = ""
        self.paragraphs: list[str] = []
        self._inside = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._inside = tag
        if tag == "p":
            self.paragraphs.append("")

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside == "script":
            self.block += data
        elif self._inside == "p":
            self.paragraphs[-1] += data

    @property
    def links(self) -> list[tuple[str | None, str | None]]:
        return [(with_["rel"], with_["href"]) for tag, with_ in self.tags if tag == "link"]


def opened(http: Client, path: str = WORKSPACE, **headers: str) -> Elements:
    response = http.get(path, headers=headers)
    assert response.status_code == 200
    return Elements(response.content.decode())


def responses(http: Client, path: str = WORKSPACE, **headers: str) -> Any:
    return json.loads(opened(http, path, **headers).block)


def reservations() -> int:
    return Assignment.objects.filter(annotator__user__username="ada").count()


def test_the_workspace_has_what_the_api_responds(ada):
    found = responses(ada.http)
    assert list(found) == [SESSION, NEXT, PROJECT]
    assert found[NEXT]["item"]["answer"]
    for call, response in found.items():
        method, address, *sent = call.split(" ")
        asked = json.loads(sent[0]) if sent else None
        assert ada.call(method, address.removeprefix("/api/v1"), asked) == response


def test_the_page_of_an_item_has_that_item_with_its_draft(ada, held):
    put(ada, held, body(held, (4, 12)))
    call = f"GET /api/v1/projects/alpha/items/{held.pk}/mine/"
    found = responses(ada.http, f"{WORKSPACE}/{held.pk}")
    assert list(found) == [SESSION, call, PROJECT]
    assert found[call]["annotation"]["revision"] == 1
    assert found[call] == ada.get(call.removeprefix("GET /api/v1"))


@pytest.mark.parametrize("item", ["999999", "9" * 40])
def test_what_the_api_refuses_is_not_in_the_page(ada, item):
    assert not [call for call in responses(ada.http, f"{WORKSPACE}/{item}") if "mine" in call]
    assert list(responses(ada.http, "/p/beta/annotate")) == [SESSION]
    assert list(responses(ada.http, "/p/nowhere/annotate")) == [SESSION]


def test_without_a_session_the_page_has_none_and_preloads_the_log_in_page(client):
    page = opened(client)
    assert json.loads(page.block) == {SESSION: {"user": None}}
    assert page.links == [
        ("stylesheet", "/static/app/assets/login.css"),
        ("modulepreload", "/static/app/assets/en.js"),
        ("modulepreload", "/static/app/assets/login.js"),
    ]


def test_an_ended_session_shows_nothing_of_the_project(ada):
    responses(ada.http)
    ada.http.logout()
    assert responses(ada.http) == {SESSION: {"user": None}}


def test_somebody_else_s_log_in_gives_their_session_and_item(cast, ada):
    ada.http.force_login(cast.bo)
    found = responses(ada.http)
    assert found[SESSION]["user"]["username"] == "bo"
    assert reservations() == 0


@pytest.mark.parametrize("accepted", ["ar", "ar-EG,ar;q=0.9,en;q=0.8", "de-DE,ar;q=0.5"])
def test_the_texts_are_those_of_the_browser_s_language(ada, accepted):
    assert ("modulepreload", "/static/app/assets/workspace-ar.js") in opened(
        ada.http, **{"Accept-Language": accepted}
    ).links


def test_the_chosen_language_comes_before_the_browser_s(cast, ada):
    preferences = ada.get("/session/")["user"]["preferences"]
    set_preferences(cast.ada, {**preferences, "locale": "ar"})
    links = opened(ada.http, **{"Accept-Language": "en"}).links
    assert links == [
        ("stylesheet", "/static/app/assets/workspace.css"),
        ("modulepreload", "/static/app/assets/ar.js"),
        ("modulepreload", "/static/app/assets/workspace-ar.js"),
        ("modulepreload", "/static/app/assets/workspace.js"),
    ]


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Purpose": "prefetch"},
        {"Sec-Purpose": "prefetch;prerender"},
        {"Purpose": "prefetch"},
        {"Sec-Fetch-Dest": "image"},
        {"Sec-Fetch-Dest": "empty"},
    ],
)
def test_a_page_that_nobody_opened_reserves_and_shows_nothing(ada, cast, held, headers):
    Item.objects.filter(pk=held.pk).update(shown_at=None)
    assert list(responses(ada.http, f"{WORKSPACE}/{held.pk}", **headers)) == [SESSION, PROJECT]
    assert Item.objects.get(pk=held.pk).shown_at is None
    assert list(responses(Api(cast.bo).http, **headers)) == [SESSION, PROJECT]
    assert not Assignment.objects.filter(annotator__user=cast.bo).exists()


def test_a_head_request_reserves_nothing(ada):
    assert ada.http.head(WORKSPACE).status_code == 200
    assert reservations() == 0


def test_an_archived_project_reserves_and_shows_nothing(ada, cast, held):
    Item.objects.filter(pk=held.pk).update(shown_at=None)
    Api(cast.lena).put("/projects/alpha/archived/", {"archived": True})
    bo, before = Api(cast.bo), snapshot()
    shown = f"GET /api/v1/projects/alpha/items/{held.pk}/mine/"
    assert list(responses(ada.http)) == list(responses(bo.http)) == [SESSION, PROJECT]
    assert list(responses(ada.http, f"{WORKSPACE}/{held.pk}")) == [SESSION, shown, PROJECT]
    assert snapshot() == before


def test_a_visit_reserves_one_item_however_often(ada):
    first = responses(ada.http, **{"Sec-Fetch-Dest": "document"})[NEXT]["item"]["id"]
    assert responses(ada.http)[NEXT]["item"]["id"] == first
    assert reservations() == 1


def test_the_page_is_not_stored(ada):
    assert "no-store" in ada.http.get(WORKSPACE).headers["Cache-Control"]


def test_other_pages_have_the_session_only(ada):
    assert list(responses(ada.http, "/p/alpha/mine")) == [SESSION]
    assert list(responses(ada.http, "/nowhere")) == [SESSION]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_are_only_text(text):
    project = create_project("gamma", name=text[:80], preset="mu-shroom")
    record = item("q", answer=f"The answer {text} ends.", reference_title=text, reference_text=text)
    import_records(project, [{**record, "model_input": text}])
    api = Api(join(project, "ada"))
    html = api.http.get("/p/gamma/annotate").content.decode()
    page = Elements(html)
    assert [tag for tag, _ in page.tags] == [
        "html",
        "head",
        "title",
        "link",
        "link",
        "link",
        "script",
        "body",
        *("div", "div", "div"),
        *("p", "div", "p"),
    ]
    assert page.tags[6][1] == {"type": "application/json", "id": "first-responses"}
    assert [" ".join(each.split()) for each in page.paragraphs] == [
        " ".join(each.split()) for each in (text, f"The answer {text} ends.")
    ]
    assert not re.search("[<>&\u2028\u2029]", page.block)
    found = json.loads(page.block)
    shown = found[NEXT.replace("alpha", "gamma")]["item"]
    assert shown["question"] == text
    assert shown["answer"] == f"The answer {text} ends."
    assert found["GET /api/v1/projects/gamma/"]["name"] == text[:80]


def test_the_text_of_the_item_is_in_the_page(ada, held):
    [html, *_, body_, first, _sheet, _text, question, _head, answer] = opened(ada.http).tags
    assert html == ("html", {"lang": "en", "dir": "ltr", "data-text-size": "1", "data-line-height": "1"})
    assert [body_[0], first[1]["id"]] == ["body", "first-item"]
    of_item = {"lang": held.language, "dir": "ltr"}
    assert question[1] == {"class": "question title", **of_item}
    assert answer[1] == {"class": "answer", **of_item}
    assert opened(ada.http).paragraphs == [held.question, held.answer]


def test_a_scheme_with_several_labels_has_room_for_them(ada):
    project = create_project("gamma", preset="visions")
    import_records(project, [item("q")])
    join(project, "ada")
    assert ("div", {"class": "labels"}) not in opened(ada.http).tags
    assert ("div", {"class": "labels"}) in opened(ada.http, "/p/gamma/annotate").tags


def test_a_skipped_item_has_no_text_in_the_page(ada, held):
    ada.post(f"/projects/alpha/items/{held.pk}/skip/", {"reason": "unclear"}, status=204)
    assert opened(ada.http, f"{WORKSPACE}/{held.pk}").paragraphs == []


def test_the_page_has_the_appearance_that_the_user_has_chosen(cast, ada):
    chosen = {"theme": "dark", "locale": "ar", "text_size": 1.2, "line_height": 0.9}
    set_preferences(cast.ada, {**preferences_of(cast.ada), **chosen})
    assert opened(ada.http).tags[0][1] == {
        "lang": "ar",
        "dir": "rtl",
        "data-theme": "dark",
        "data-text-size": "1.2",
        "data-line-height": "0.9",
    }


def test_no_script_is_inline(ada):
    response = ada.http.get(WORKSPACE)
    assert "default-src 'self'" in response.headers["Content-Security-Policy"]
    assert "unsafe" not in response.headers["Content-Security-Policy"]
    scripts = [with_ for tag, with_ in Elements(response.content.decode()).tags if tag == "script"]
    assert [each["type"] for each in scripts] == ["application/json"]


def test_a_database_error_leaves_the_asking_to_the_page(ada, monkeypatch):
    def fail(*_: object) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr(front_end_page, "next_data", fail)
    response = ada.http.get(WORKSPACE)
    assert response.status_code == 200
    assert b"first-responses" not in response.content


def test_a_new_build_is_served_without_a_restart(ada, settings):
    ada.http.get(WORKSPACE)
    index = settings.FRONTEND_DIST / "index.html"
    index.write_text("<html><head><title>Newer</title></head></html>")
    assert b"Newer" in ada.http.get(WORKSPACE).content


def test_who_has_to_choose_a_language_is_asked_in_the_first_response(cast, ada):
    Membership.objects.filter(user=cast.ada).update(working_language="")
    given = responses(ada.http)[NEXT]
    assert (given["item"], given["reason"]) == (None, "language")
    assert [each["language"] for each in given["languages"]] == ["ar", "en"]
    assert not Assignment.objects.filter(annotator__user=cast.ada).exists()
