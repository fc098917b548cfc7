"""The interface between Morel and a source of reference pages.

Services and queries use the provider that `configured_provider` chooses. A provider makes requests and stores nothing.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol

from morelkit.scheme.link import Link

MAX_ADDRESS_LENGTH: Final = 2_000  # characters of an address that a provider reads


class FetchError(Exception):
    """A page could not be fetched. `code` is stable, `detail` is a sentence; `transient` errors are worth a retry."""

    def __init__(
        self, code: str, detail: str, *, transient: bool = False, retry_after: float | None = None
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.transient = transient
        self.retry_after = retry_after  # seconds, as the server asks


@dataclass(frozen=True, slots=True)
class PageName:
    """The title of a page in another language."""

    language: str
    title: str


@dataclass(frozen=True, slots=True)
class FetchedPage:
    """A page at one revision, all from one response. `extract` is plain text with == headings ==."""

    language: str
    title: str
    url: str
    revision_id: str
    revised_at: datetime
    sha1: str  # of the revision's source text, as the provider reports it; "" if hidden
    extract: str
    languages: tuple[PageName, ...]


class ReferenceClient(Protocol):
    """Makes requests for one thread."""

    def page(self, language: str, title: str, variant: str = "", *, seconds: float) -> FetchedPage:
        """Return the page with this title, following redirects. Its size is limited.

        Raises `FetchError`, at the latest after `seconds`.
        """

    def titles(self, language: str, text: str, *, seconds: float, limit: int = 10) -> list[str]:
        """Return titles of pages that begin with `text`, best first. Raises `FetchError`."""


class ReferenceProvider(Protocol):
    """A source of reference pages, each named by language and title."""

    @property
    def kind(self) -> str:
        """The kind of its links and snapshots, one of `Reference.Kind`."""

    @property
    def enabled(self) -> bool:
        """Whether this server may make requests."""

    @property
    def url_fragment(self) -> str:
        """Text that the URL of every page contains, for database queries."""

    def read_link(self, text: str, *, other_sources: bool = False) -> Link:
        """Return the canonical link to the page in `text`, without a request.

        With `other_sources`, an https URL of another site gives a link of kind "other". Raises `LinkError`.
        """

    def page_link(self, language: str, title: str, *, variant: str = "", revision: str = "") -> Link:
        """Return the link to a page of known language and title."""

    def page_url(self, language: str, title: str, *, variant: str = "", revision: str = "") -> str:
        """Return the URL of a page, or of a revision of it. Raises `ValueError` for an unknown language."""

    def site_language(self, code: str) -> str | None:
        """Return the language code that the provider uses for `code`, or None if it has no pages in it."""

    def client(self, heartbeat: Callable[[], None] = lambda: None) -> AbstractContextManager[ReferenceClient]:
        """Return a client. `heartbeat` is called every few seconds while it waits, and may raise to end the wait."""
