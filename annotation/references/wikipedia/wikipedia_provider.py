"""Wikipedia as a `ReferenceProvider`."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from django.conf import settings

from annotation.references.wikipedia import sites
from annotation.references.wikipedia.links import page_link, read_link
from annotation.references.wikipedia.titles import page_url
from morelkit.scheme.link import Link

if TYPE_CHECKING:
    from annotation.references.wikipedia.client import Wikipedia


class WikipediaProvider:
    """All Wikipedias. `annotation.references.provider` documents the methods."""

    kind = "wikipedia"
    url_fragment = ".wikipedia.org/"

    @property
    def enabled(self) -> bool:
        return bool(settings.WIKIPEDIA)

    def read_link(self, text: str, *, other_sources: bool = False) -> Link:
        return read_link(text, other_sources=other_sources)

    def page_link(self, language: str, title: str, *, variant: str = "", revision: str = "") -> Link:
        return page_link(language, title, variant=variant, revision=revision)

    def page_url(self, language: str, title: str, *, variant: str = "", revision: str = "") -> str:
        return page_url(language, title, variant=variant, revision=revision)

    def site_language(self, code: str) -> str | None:
        return sites.site_code(code)

    def client(self, heartbeat: Callable[[], None] = lambda: None) -> "Wikipedia":
        # Imported at its first use: its HTTP library takes a fifth of the start of the server.
        from annotation.references.wikipedia.client import Wikipedia

        return Wikipedia(heartbeat=heartbeat)
