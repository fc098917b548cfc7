"""The HTML page of the front end, for every URL outside of the API.

It names the files that the page of its address needs, so that the browser loads them at once instead of in rounds. It
holds the responses that the page asks for first, in a JSON block: session and preferences, and in the workspace the
project and the item. `frontend/src/api/delivered.ts` reads the block. In the workspace it also has question and answer
as text, so that they can be read before any script has run; `frontend/src/pages/annotate/first-item.css` gives them the
place that they have in the workspace.
"""

import json
import logging
import re
from dataclasses import dataclass
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

import orjson
from django.conf import settings
from django.contrib.auth.models import User
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.html import escape
from django.utils.translation.trans_real import parse_accept_lang_header
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie

from annotation.queries.annotate.own_work import AssignmentState
from annotation.queries.annotate.workspace_item import WorkItem
from annotation.queries.projects.access import access
from annotation.queries.projects.project_details import ProjectData
from annotation.services.annotate.next_item import NextRequest
from annotation.services.annotate.open_item import open_item
from api.annotate.views import next_data
from api.common.errors import plain
from api.projects.views import project_data
from foundation.accounts.person_queries import SessionData, session_data
from foundation.errors import AnnotationError
from morelkit.text.languages import NO_LANGUAGE, direction

logger = logging.getLogger(__name__)

NOT_BUILT = "The pages have not been built: run `make install`, or `npm ci && npm run build` in frontend."

_KEY_DIGITS: Final = 18  # as in the URLs of the API
_BEGIN_OF_PAGE: Final = re.compile(r"<html\b[^>]*>")
_END_OF_HEAD: Final = "</head>"
_BEGIN_OF_BODY: Final = "<body>"
_API: Final = "/api/v1"
# What could end the block or, read as JavaScript, a line. In JSON these characters occur in strings only.
_ESCAPES: Final = {character: f"\\u{ord(character):04x}".encode() for character in "<>&\u2028\u2029"}


@dataclass(frozen=True)
class _Page:
    """A row of the front end's page table with the files of its page, as `frontend/page-files.ts` writes it."""

    name: str
    pattern: re.Pattern[str]
    for_everyone: bool
    styles: tuple[str, ...]
    scripts: tuple[str, ...]
    texts: dict[str, tuple[str, ...]]

    def links(self, locale: str) -> str:
        scripts = (*self.texts.get(locale, ()), *self.scripts)
        return "".join(
            (
                *(f'<link rel="stylesheet" crossorigin href="{_static(name)}">' for name in self.styles),
                *(f'<link rel="modulepreload" crossorigin href="{_static(name)}">' for name in scripts),
            )
        )


@dataclass(frozen=True)
class _Build:
    """`index.html` around the attributes of the page, the end of the head and the begin of the body."""

    start: str
    head: str
    between: str
    rest: str
    pages: tuple[_Page, ...]

    def html(self, attributes: str = ' lang="en" dir="ltr"', links: str = "", text: str = "") -> str:
        return f"{self.start}<html{attributes}>{self.head}{links}{self.between}{text}{self.rest}"

    def page_at(self, path: str, *, signed_in: bool) -> tuple[_Page | None, dict[str, str | None]]:
        """Return the page that is shown at a path, and the parts of the path. Without a session: the login page."""
        for page in self.pages:
            if found := page.pattern.match(path):
                if signed_in or page.for_everyone:
                    return page, found.groupdict()
                return next(each for each in self.pages if each.name == "login"), {}
        return None, {}


@never_cache
@ensure_csrf_cookie
def app_page(request: HttpRequest) -> HttpResponse:
    index = settings.FRONTEND_DIST / "index.html"
    if not index.is_file():
        return HttpResponse(NOT_BUILT, status=HTTPStatus.SERVICE_UNAVAILABLE, content_type="text/plain")
    build = _read_build(index, index.stat().st_mtime_ns)
    try:
        session = session_data(request.user)
        page, parts = build.page_at(request.path_info, signed_in=session.user is not None)
        responses: dict[str, Any] = {f"GET {_API}/session/": session}
        text = ""
        if page and page.name == "annotate":
            of_workspace, text = _workspace(
                request, parts["slug"] or "", parts["item"], _locale(request, session, page)
            )
            responses |= of_workspace
    except DatabaseError:
        # The page asks again, and shows the error.
        logger.exception("The page %s is sent without its first responses.", request.path_info)
        return HttpResponse(build.html())
    locale = _locale(request, session, page) if page else "en"
    links = page.links(locale) if page else ""
    block = f'<script type="application/json" id="first-responses">{_as_json(responses)}</script>'
    return HttpResponse(build.html(_attributes(locale, session), f"{links}{block}", text))


def unknown_api_address(_request: HttpRequest) -> JsonResponse:
    return plain(HTTPStatus.NOT_FOUND, "There is nothing at this address of the API.", "no_address")


def _workspace(request: HttpRequest, slug: str, item: str | None, locale: str) -> tuple[dict[str, Any], str]:
    """Return the first responses of the workspace and the HTML of its item.

    A page that nobody looks at reserves and shows no item. In an archived project none is reserved.
    """
    responses: dict[str, Any] = {}
    text = ""
    if not isinstance(request.user, User):
        return responses, text
    address = f"{_API}/projects/{slug}/"
    try:
        here = access(request.user, slug)
        mine, shown = None, None
        if _is_visit(request):
            now = timezone.now()
            if item is not None:
                if len(item) <= _KEY_DIGITS:
                    shown = open_item(here.project, here.annotator, int(item), now)
                    responses[f"GET {address}items/{int(item)}/mine/"] = shown
            elif here.project.archived_at is None:
                # Before any figures: what is reserved must not wait for them.
                found = next_data(here, now, NextRequest(ask_language=True))
                mine, shown = found.mine, found.item
                responses[f'POST {address}next/ {{"ask_language":true}}'] = found
        project = responses[f"GET {address}"] = project_data(here, mine)
        text = _text(shown, project, locale) if shown else ""
    except AnnotationError:
        pass
    return responses, text


def _attributes(locale: str, session: SessionData) -> str:
    """Return the attributes of the page: language, direction, and what `public/theme.js` applies before it is shown."""
    chosen = {"lang": locale, "dir": direction(locale)}
    if session.user:
        preferences = session.user.preferences
        if preferences["theme"] != "system":
            chosen["data-theme"] = preferences["theme"]
        chosen |= {
            "data-text-size": str(preferences["text_size"]),
            "data-line-height": str(preferences["line_height"]),
        }
    return "".join(f' {name}="{escape(value)}"' for name, value in chosen.items())


def _text(item: WorkItem, project: ProjectData, locale: str) -> str:
    """Return question and answer, placed as in the workspace, to be read until the page's scripts have run."""
    if item.assigned in (AssignmentState.SKIPPED, AssignmentState.EXPIRED):
        return ""  # A notice is above the question.
    labels = "".join(
        f'<span><span class="swatch m m{label.color}">{escape(label.key or "•")}</span>'
        f"{escape(label.texts.get(locale, label.text))}</span>"
        for label in project.scheme.span_labels
    )
    row = f'<div class="labels">{labels}</div>' if len(project.scheme.span_labels) > 1 else ""
    lang = f'lang="{escape(item.language)}"'
    # As `questionDirection` of the front end.
    direction = "auto" if item.language == NO_LANGUAGE else item.direction
    return (
        '<div id="first-item"><div class="sheet"><div class="text" tabindex="0">'
        f'<p class="question title" {lang} dir="{direction}">{escape(item.question)}</p>'
        f'<div class="head">{row}</div>'
        f'<p class="answer" {lang} dir="{item.direction}">{escape(item.answer)}</p></div></div></div>'
    )


def _is_visit(request: HttpRequest) -> bool:
    """Return whether the page is opened, not prefetched or inspected by a program."""
    purpose = f"{request.headers.get('Sec-Purpose', '')} {request.headers.get('Purpose', '')}"
    return (
        request.method == "GET"
        and "prefetch" not in purpose.lower()
        and request.headers.get("Sec-Fetch-Dest", "document") == "document"
    )


def _locale(request: HttpRequest, session: SessionData, page: _Page) -> str:
    """Return the language that the page will choose, as `bestLocale` of the front end does."""
    chosen = session.user.preferences["locale"] if session.user else ""
    accepted = parse_accept_lang_header(request.headers.get("Accept-Language", ""))
    languages = (tag.lower().partition("-")[0] for tag in (chosen, *(tag for tag, _ in accepted)))
    return next((each for each in languages if each in page.texts), "en")


def _as_json(responses: dict[str, Any]) -> str:
    """Return JSON that is safe inside a `script` element."""
    text = orjson.dumps(responses)
    for character, escaped in _ESCAPES.items():
        text = text.replace(character.encode(), escaped)
    return text.decode()


@lru_cache(maxsize=1)
def _read_build(index: Path, _changed_at: int) -> _Build:
    text = index.read_text()
    page = _BEGIN_OF_PAGE.search(text)
    if page is None:
        raise ValueError(f"{index.name} has no html element.")
    head, end_of_head, body = text[page.end() :].partition(_END_OF_HEAD)
    before, begin_of_body, rest = body.partition(_BEGIN_OF_BODY)
    rows = index.with_name("pages.json")
    pages = json.loads(rows.read_text()) if rows.is_file() else []
    return _Build(
        text[: page.start()],
        head,
        end_of_head + before + begin_of_body,
        rest,
        tuple(
            _Page(
                name=row["name"],
                pattern=re.compile(row["pattern"], re.ASCII),
                for_everyone=row["roles"] == "everyone",
                styles=tuple(row["styles"]),
                scripts=tuple(row["scripts"]),
                texts={locale: tuple(names) for locale, names in row["texts"].items()},
            )
            for row in pages
        ),
    )


def _static(name: str) -> str:
    return f"{settings.STATIC_URL}app/{name}"
