"""Consulted links: what an annotator pastes, read as language and title of a Wikipedia page.

Nothing is requested here. Only `https://<language>.wikipedia.org` counts; the language is a plain subdomain, so no
part of what is typed can name another host.
"""

import re
from dataclasses import asdict, dataclass
from urllib.parse import quote, unquote, urlsplit

_HOST = re.compile(r"([a-z]{2,3}|[a-z]{2,3}-[a-z-]{2,16}|simple)(?:\.m)?\.wikipedia\.org")


@dataclass(frozen=True, slots=True)
class Link:
    url: str
    language: str
    title: str

    def to_json(self) -> dict[str, str]:
        return asdict(self)


def read_link(url: str) -> Link | None:
    """The canonical link to the page that `url` names, or None where it is not a page of a Wikipedia."""
    try:
        parts = urlsplit(url.strip())
        host = _HOST.fullmatch(parts.hostname or "")
    except ValueError:  # a bracketed host that is no address
        return None
    if parts.scheme not in {"http", "https"} or host is None or not parts.path.startswith("/wiki/"):
        return None
    title = unquote(parts.path.removeprefix("/wiki/"), errors="replace").replace("_", " ").strip()
    if not title or "\ufffd" in title or "\x00" in title:
        return None
    path = quote(title.replace(" ", "_"), safe="/:,()!*'@;$-._~")
    return Link(f"https://{host[1]}.wikipedia.org/wiki/{path}", host[1], title)
