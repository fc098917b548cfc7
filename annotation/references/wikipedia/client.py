"""The Wikipedia client: rate-limited requests with retries and a deadline, and one kind of error."""

import ssl
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import cache
from typing import Any, Self, TypeVar

import httpx
import wikipediaapi
from django.conf import settings

from annotation.references.deadline import Clock, Deadline
from annotation.references.provider import FetchedPage, FetchError, PageName
from annotation.references.wikipedia import sites
from annotation.references.wikipedia.api_library import SnapshotApi, bad_response
from annotation.references.wikipedia.rate_limit import RateLimit
from annotation.references.wikipedia.titles import TitleError, page_url, read_title
from annotation.references.wikipedia.transport import BoundedTransport, TooLargeError
from morelkit.text.storable_text import text_fault

T = TypeVar("T")

_TRIES = 3
_BACKOFF = 1.0  # seconds before the second try, twice as long before the third
_SLICE = 5.0  # seconds between heartbeats while waiting
_MAX_TITLE = 500  # characters

_rate_limit = RateLimit()


class Wikipedia:
    """A client for one thread, used as a context manager.

    `heartbeat` is called every few seconds while waiting; an exception from it ends the wait.
    """

    def __init__(
        self,
        *,
        clock: Clock | None = None,
        rate_limit: RateLimit | None = None,
        transport: httpx.BaseTransport | None = None,
        heartbeat: Callable[[], None] = lambda: None,
    ) -> None:
        self._clock = clock or Clock()
        self._heartbeat = heartbeat
        self._rate_limit = rate_limit or _rate_limit
        self._deadline = Deadline(0, self._clock)
        self._wiki = SnapshotApi(
            user_agent=settings.WIKIPEDIA_USER_AGENT,
            max_retries=0,  # the package waits as long as the server asks; `_retry` has a limit
            extra_api_params={"maxlag": settings.WIKIPEDIA_MAXLAG},
            trust_env=False,  # ignore proxies and passwords in the environment
            transport=BoundedTransport(
                transport
                or httpx.HTTPTransport(verify=_certificates(), proxy=settings.WIKIPEDIA_PROXY or None),
                server=settings.WIKIPEDIA_SERVER,
                max_bytes=settings.WIKIPEDIA_MAX_BYTES,
                timeout=settings.WIKIPEDIA_TIMEOUT,
                wait_for_slot=self._wait_for_slot,
                remaining=lambda: self._deadline.remaining(),
            ),
        )

    def page(self, language: str, title: str, variant: str = "", *, seconds: float) -> FetchedPage:
        """Return the page with this title, following redirects.

        Raises `FetchError`, at the latest after `seconds`.
        """
        _check(language)
        try:
            title = read_title(title, language)
        except TitleError as error:
            raise FetchError(error.code, error.detail) from None

        def request() -> FetchedPage:
            page = wikipediaapi.WikipediaPage(
                self._wiki, title=title, language=language, variant=variant or None
            )
            self._wiki.info(page)
            return _read(page._attributes, language, variant)

        return self._retry(request, seconds, _TRIES)

    def titles(self, language: str, text: str, *, seconds: float, limit: int = 10) -> list[str]:
        """Return titles of articles that begin with `text`, best first.

        Raises `FetchError` without a retry: the next keystroke searches again.
        """
        _check(language)
        if not text.strip() or text_fault(text):
            return []

        def request() -> list[str]:
            response = self._wiki._get(language, self._wiki.titles_params(text.strip(), limit))
            query = response.get("query")
            found = query.get("prefixsearch") if isinstance(query, dict) else None
            return list(_titles(found if isinstance(found, list) else []))[:limit]

        return self._retry(request, seconds, 1)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._wiki._client.close()

    def _retry(self, request: Callable[[], T], seconds: float, tries: int) -> T:
        self._deadline = Deadline(seconds, self._clock)
        for attempt in range(1, tries + 1):
            try:
                return _with_fetch_errors(request)
            except FetchError as error:
                wait = error.retry_after if error.retry_after is not None else _BACKOFF * 2 ** (attempt - 1)
                wait = min(wait, settings.WIKIPEDIA_MAX_WAIT)
                if error.retry_after is not None:
                    self._rate_limit.pause(wait, self._clock)
                if not error.transient or attempt == tries or wait >= self._deadline.remaining():
                    raise
                self._wait(wait)
        raise AssertionError("The last try returns or raises.")

    def _wait(self, seconds: float) -> None:
        while seconds > 0:
            self._heartbeat()
            self._clock.sleep(min(seconds, _SLICE))
            seconds -= _SLICE

    def _wait_for_slot(self) -> None:
        wait = self._rate_limit.reserve(settings.WIKIPEDIA_PAUSE_MS / 1000, self._deadline, self._clock)
        if wait is None:
            raise FetchError("busy", "Too many requests wait for Wikipedia.", transient=True)
        self._wait(wait)


@cache
def _certificates() -> ssl.SSLContext:
    """Return the certificates, cached because reading them takes longer than a request."""
    return httpx.create_ssl_context()


def _check(language: str) -> None:
    if not settings.WIKIPEDIA:
        raise FetchError("off", "Fetching pages is turned off on this server.")
    if language not in sites.LANGUAGES:
        raise FetchError("unknown_language", f"There is no Wikipedia in “{language[:32]}”.")


def _with_fetch_errors(request: Callable[[], T]) -> T:
    """Return `request()`, with exceptions of the package converted to `FetchError`."""
    try:
        return request()
    except wikipediaapi.WikiHttpTimeoutError as error:
        raise FetchError("timeout", "Wikipedia did not answer in time.", transient=True) from error
    except wikipediaapi.WikiConnectionError as error:
        if isinstance(error.__cause__, TooLargeError):
            limit = settings.WIKIPEDIA_MAX_BYTES
            raise FetchError("too_large", f"The page is larger than {limit:,} bytes.") from error
        raise FetchError("unreachable", "Wikipedia could not be reached.", transient=True) from error
    except wikipediaapi.WikiInvalidJsonError as error:
        raise bad_response() from error
    except wikipediaapi.WikiHttpError as error:
        detail = f"Wikipedia refused the request (status {error.status_code})."
        raise FetchError("refused", detail) from error


def _read(found: dict[str, Any], language: str, variant: str) -> FetchedPage:
    """Return the page in a response. Raises `FetchError` if a field is missing or invalid."""
    title, extract, revisions = found.get("title"), found.get("extract"), found.get("revisions")
    revision = revisions[0] if isinstance(revisions, list) and revisions else None
    if not isinstance(revision, dict) or not isinstance(extract, str) or not _is_title(title):
        raise bad_response()
    number, sha1 = revision.get("revid"), revision.get("sha1", "")
    try:
        revised_at = datetime.fromisoformat(str(revision.get("timestamp")))
    except ValueError:
        raise bad_response() from None
    if type(number) is not int or number < 1 or not isinstance(sha1, str) or revised_at.tzinfo is None:
        raise bad_response()
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
        language = sites.site_code(str(each.get("lang", ""))) if isinstance(each, dict) else None
        if language and _is_title(each.get("*")):
            yield PageName(language, each["*"])
