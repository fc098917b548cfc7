"""The HTML page of the front end, for every URL outside of the API.

It names the files that the page of its address needs, so that the browser loads them at once instead of in rounds. It
holds the responses that the page asks for first, in a JSON block: session and preferences, and in the workspace the
project and the item. `frontend/src/api/delivered.ts` reads the block.
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
from django.utils.translation.trans_real import parse_accept_lang_header
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie

from annotation.queries.projects.access import access
from annotation.services.annotate.open_item import open_item
from api.annotate.views import next_data
from api.common.errors import plain
from api.projects.views import project_data
from foundation.accounts.person_queries import SessionData, session_data
from foundation.errors import AnnotationError

logger = logging.getLogger(__name__)

NOT_BUILT = "The pages have not been built: run `make install`, or `npm ci && npm run build` in frontend."

_KEY_DIGITS: Final = 18  # as in the URLs of the API
_END_OF_HEAD: Final = "</head>"
_API: Final = "/api/v1"
# What could end the block or, read as JavaScript, a line. In JSON these characters stand in strings only.
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
    head: str
    rest: str
    pages: tuple[_Page, ...]

    def page_at(self, path: str, *, signed_in: bool) -> tuple[_Page | None, dict[str, str | None]]:
        """Return the page that is shown at a path, and the parts of the path. Without a session: the log-in page."""
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
        if page and page.name == "annotate":
            responses |= _workspace(request, parts["slug"] or "", parts["item"])
    except DatabaseError:
        # The page asks again, and shows the error.
        logger.exception("The page %s is sent without its first responses.", request.path_info)
        return HttpResponse(f"{build.head}{build.rest}")
    links = page.links(_locale(request, session, page)) if page else ""
    block = f'<script type="application/json" id="first-responses">{_as_json(responses)}</script>'
    return HttpResponse(f"{build.head}{links}{block}{build.rest}")


def unknown_api_address(_request: HttpRequest) -> JsonResponse:
    return plain(HTTPStatus.NOT_FOUND, "There is nothing at this address of the API.", "no_address")


def _workspace(request: HttpRequest, slug: str, item: str | None) -> dict[str, Any]:
    """Return the first responses of the workspace. A page that nobody looks at reserves and shows no item."""
    if not isinstance(request.user, User):
        return {}
    project = f"{_API}/projects/{slug}/"
    responses: dict[str, Any] = {}
    try:
        here = access(request.user, slug)
        mine = None
        if _is_visit(request):
            now = timezone.now()
            if item is None:
                # Before any figures: what is reserved must not wait for them.
                found = next_data(here, now)
                mine = found.mine
                responses[f"POST {project}next/"] = found
            elif len(item) <= _KEY_DIGITS:
                address = f"GET {project}items/{int(item)}/mine/"
                responses[address] = open_item(here.project, here.annotator, int(item), now)
        responses[f"GET {project}"] = project_data(here, mine)
    except AnnotationError:
        pass
    return responses


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
    for character, escape in _ESCAPES.items():
        text = text.replace(character.encode(), escape)
    return text.decode()


@lru_cache(maxsize=1)
def _read_build(index: Path, _changed_at: int) -> _Build:
    head, end, rest = index.read_text().partition(_END_OF_HEAD)
    rows = index.with_name("pages.json")
    pages = json.loads(rows.read_text()) if rows.is_file() else []
    return _Build(
        head,
        end + rest,
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
