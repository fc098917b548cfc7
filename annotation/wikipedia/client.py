"""Ask Wikipedia for a page or for titles: politely, within a time, and with every fault told in one way."""

import ssl
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Self, TypeVar

import httpx
import wikipediaapi
from django.conf import settings

from annotation.domain import wikipedias
from annotation.domain.text import text_fault
from annotation.domain.titles import TitleError, page_url, read_title
from annotation.wikipedia.encyclopedia import Encyclopedia, bad_answer
from annotation.wikipedia.errors import FetchError
from annotation.wikipedia.pace import Clock, Deadline, Pace
from annotation.wikipedia.transport import BoundedTransport, TooLargeError

T = TypeVar("T")

_TRIES = 3
_BACKOFF = 1.0  # seconds before the second try, twice as many before the third
_SLICE = 5.0  # seconds of a wait at a time: between them whoever waits can be heard and stopped
_MAX_TITLE = 500  # characters

_pace = Pace()


@dataclass(frozen=True, slots=True)
class PageName:
    """A page in another language."""

    language: str
    title: str


@dataclass(frozen=True, slots=True)
class FetchedPage:
    """A page at one revision, whole from one answer. `extract` is plain text with its == headings ==."""

    language: str
    title: str
    url: str
    revision_id: str
    revised_at: datetime
    sha1: str  # of the revision's wikitext, as Wikipedia gives it; "" where it hides it
    extract: str
    languages: tuple[PageName, ...]


class Wikipedia:
    """A context, for one thread. `beat` is called every few seconds of waiting; what it raises ends the wait."""

    def __init__(
        self,
        *,
        clock: Clock | None = None,
        pace: Pace | None = None,
        transport: httpx.BaseTransport | None = None,
        beat: Callable[[], None] = lambda: None,
    ) -> None:
        self._clock = clock or Clock()
        self._beat = beat
        self._pace = pace or _pace
        self._deadline = Deadline(0, self._clock)
        self._wiki = Encyclopedia(
            user_agent=settings.WIKIPEDIA_USER_AGENT,
            max_retries=0,  # the package waits as long as the server likes; `_trying` does not
            extra_api_params={"maxlag": settings.WIKIPEDIA_MAXLAG},
            trust_env=False,  # no proxy and no password that the environment happens to name
            transport=BoundedTransport(
                transport
                or httpx.HTTPTransport(verify=_certificates(), proxy=settings.WIKIPEDIA_PROXY or None),
                server=settings.WIKIPEDIA_SERVER,
                max_bytes=settings.WIKIPEDIA_MAX_BYTES,
                timeout=settings.WIKIPEDIA_TIMEOUT,
                turn=self._turn,
                left=lambda: self._deadline.left(),
            ),
        )

    def page(self, language: str, title: str, variant: str = "", *, seconds: float) -> FetchedPage:
        """The page of that title, redirects followed, or within `seconds` a FetchError that says why not."""
        _check(language)
        try:
            title = read_title(title, language)
        except TitleError as error:
            raise FetchError(error.code, error.detail) from None

        def ask() -> FetchedPage:
            page = wikipediaapi.WikipediaPage(
                self._wiki, title=title, language=language, variant=variant or None
            )
            self._wiki.info(page)
            return _read(page._attributes, language, variant)

        return self._trying(ask, seconds, _TRIES)

    def titles(self, language: str, text: str, *, seconds: float, limit: int = 10) -> list[str]:
        """Titles of articles that begin with `text`, best first. Asked once: whoever types on asks again."""
        _check(language)
        if not text.strip() or text_fault(text):
            return []

        def ask() -> list[str]:
            answer = self._wiki._get(language, self._wiki.titles_params(text.strip(), limit))
            query = answer.get("query")
            found = query.get("prefixsearch") if isinstance(query, dict) else None
            return list(_titles(found if isinstance(found, list) else []))[:limit]

        return self._trying(ask, seconds, 1)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._wiki._client.close()

    def _trying(self, ask: Callable[[], T], seconds: float, tries: int) -> T:
        self._deadline = Deadline(seconds, self._clock)
        for attempt in range(1, tries + 1):
            try:
                return _telling(ask)
            except FetchError as error:
                wait = error.retry_after if error.retry_after is not None else _BACKOFF * 2 ** (attempt - 1)
                wait = min(wait, settings.WIKIPEDIA_MAX_WAIT)
                if error.retry_after is not None:
                    self._pace.hold(wait, self._clock)
                if not error.passing or attempt == tries or wait >= self._deadline.left():
                    raise
                self._wait(wait)
        raise AssertionError("The last try returns or raises.")

    def _wait(self, seconds: float) -> None:
        while seconds > 0:
            self._beat()
            self._clock.sleep(min(seconds, _SLICE))
            seconds -= _SLICE

    def _turn(self) -> None:
        wait = self._pace.turn(settings.WIKIPEDIA_PAUSE_MS / 1000, self._deadline, self._clock)
        if wait is None:
            raise FetchError("busy", "Too many requests wait for Wikipedia.", passing=True)
        self._wait(wait)


@cache
def _certificates() -> ssl.SSLContext:
    """Reading them takes longer than a request."""
    return httpx.create_ssl_context()


def _check(language: str) -> None:
    if not settings.WIKIPEDIA:
        raise FetchError("off", "Fetching pages is turned off on this server.")
    if language not in wikipedias.LANGUAGES:
        raise FetchError("unknown_language", f"There is no Wikipedia in “{language[:32]}”.")


def _telling(ask: Callable[[], T]) -> T:
    """`ask()`, with whatever the package raises told as a FetchError."""
    try:
        return ask()
    except wikipediaapi.WikiHttpTimeoutError as error:
        raise FetchError("timeout", "Wikipedia did not answer in time.", passing=True) from error
    except wikipediaapi.WikiConnectionError as error:
        if isinstance(error.__cause__, TooLargeError):
            most = settings.WIKIPEDIA_MAX_BYTES
            raise FetchError("too_large", f"The page is larger than {most:,} bytes.") from error
        raise FetchError("unreachable", "Wikipedia could not be reached.", passing=True) from error
    except wikipediaapi.WikiInvalidJsonError as error:
        raise bad_answer() from error
    except wikipediaapi.WikiHttpError as error:
        detail = f"Wikipedia refused the request (status {error.status_code})."
        raise FetchError("refused", detail) from error


def _read(found: dict[str, Any], language: str, variant: str) -> FetchedPage:
    """The page in an answer. Raises FetchError where anything of it is missing or not what it should be."""
    title, extract, revisions = found.get("title"), found.get("extract"), found.get("revisions")
    revision = revisions[0] if isinstance(revisions, list) and revisions else None
    if not isinstance(revision, dict) or not isinstance(extract, str) or not _is_title(title):
        raise bad_answer()
    number, sha1 = revision.get("revid"), revision.get("sha1", "")
    try:
        revised_at = datetime.fromisoformat(str(revision.get("timestamp")))
    except ValueError:
        raise bad_answer() from None
    if type(number) is not int or number < 1 or not isinstance(sha1, str) or revised_at.tzinfo is None:
        raise bad_answer()
    if text_fault(extract):
        raise FetchError("bad_answer", f"The page {text_fault(extract)}.")
    return FetchedPage(
        language,
        str(title),
        page_url(language, str(title), variant=variant),
        str(number),
        revised_at,
        sha1[:40] if sha1.isalnum() else "",
        extract,
        tuple(_languages(found.get("langlinks"))),
    )


def _is_title(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= _MAX_TITLE and not text_fault(value)


def _titles(found: list[Any]) -> Iterator[str]:
    for each in found:
        if isinstance(each, dict) and each.get("ns") == 0 and _is_title(each.get("title")):
            yield each["title"]


def _languages(links: object) -> Iterator[PageName]:
    for each in links if isinstance(links, list) else []:
        language = wikipedias.known(str(each.get("lang", ""))) if isinstance(each, dict) else None
        if language and _is_title(each.get("*")):
            yield PageName(language, each["*"])
