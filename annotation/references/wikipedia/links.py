"""Read pasted links as language and title of a Wikipedia page.

No request is made. The language is one of the known Wikipedias, so no input can name another host. Other URLs are only
displayed, and only if the project allows other sources.
"""

import re
from collections.abc import Mapping
from typing import Final
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from annotation.references.provider import MAX_ADDRESS_LENGTH
from annotation.references.wikipedia import sites
from annotation.references.wikipedia.titles import TitleError, page_url, read_title
from morelkit.scheme.link import Link, LinkError

_SCHEME: Final = re.compile(
    r"([A-Za-z][A-Za-z0-9+.-]*):(?!\d)"
)  # followed by digits, it is a host with a port
_VARIANT: Final = re.compile(r"[a-z]{2,3}-[a-z]{2,4}")
_SISTERS: Final = re.compile(
    r"(?:.+\.)?(?:mediawiki|wiki(?:books|data|media|mediafoundation|news|quote|source|species|versity|voyage)"
    r"|wiktionary)\.org|(?:.+\.)?(?:fandom|wikia|miraheze)\.(?:com|org)"
)


def read_link(text: str, *, other_sources: bool = False) -> Link:
    """Return the canonical link to the Wikipedia page in `text`, whose scheme may be missing.

    Mobile hosts, percent-encoding, sections, script variants and old revisions are recognized. With `other_sources`, an
    https URL of another site gives a link of kind "other". Raises `LinkError`.
    """
    text = text.strip().removeprefix("<").removesuffix(">").strip()
    if len(text) > MAX_ADDRESS_LENGTH:
        raise LinkError("too_long", f"An address has at most {MAX_ADDRESS_LENGTH} characters.")
    parts = _split(text)
    try:
        language = _language(parts)
    except LinkError as error:
        if other_sources and error.code in {"not_wikipedia", "other_wiki"}:
            return _other(parts)
        raise
    return _page(language, parts)


def page_link(language: str, title: str, *, variant: str = "", revision: str = "") -> Link:
    """Return the link to a page of known language and title."""
    url = page_url(language, title, variant=variant, revision=revision)
    return Link(url, language, title, variant=variant, revision=revision)


def _split(text: str) -> SplitResult:
    scheme = _SCHEME.match(text)
    if scheme and scheme[1].lower() not in {"http", "https"}:
        raise LinkError("scheme", f"“{scheme[1][:20]}:” is no address of a web page.")
    if any(ord(character) < 32 or character in "\x7f\\" for character in text):
        raise LinkError("bad_address", "An address holds no control characters and no backslashes.")
    if not scheme:
        text = f"https://{text.removeprefix('//')}"
    try:
        parts = urlsplit(text)
        address = parts.hostname, parts.port, parts.username
    except ValueError:  # a bracketed host that is no address, a port that is no number
        raise LinkError("bad_address", "This is no address of a web page.") from None
    if not address[0]:
        raise LinkError("bad_address", "This is no address of a web page.")
    return parts


def _language(parts: SplitResult) -> str:
    host = parts.hostname or ""
    if _SISTERS.fullmatch(host):
        raise LinkError("other_wiki", f"{host} is another wiki, not a Wikipedia.")
    if parts.port is not None or parts.username is not None:
        raise LinkError("not_wikipedia", "This is not the address of a page of a Wikipedia.")
    if host in {"wikipedia.org", "www.wikipedia.org", "m.wikipedia.org"}:
        raise LinkError(
            "no_language", "The address does not say in which language: de.wikipedia.org, for instance."
        )
    if not host.endswith(".wikipedia.org"):
        raise LinkError("not_wikipedia", "This is not the address of a page of a Wikipedia.")
    code = host.removesuffix(".wikipedia.org").removesuffix(".m")
    language = sites.site_code(code)
    if language is None:
        raise LinkError("unknown_language", f"There is no Wikipedia in “{code[:32]}”.")
    return language


def _page(language: str, parts: SplitResult) -> Link:
    query = parse_qs(parts.query, errors="replace")
    first, _, rest = parts.path.removeprefix("/").partition("/")
    variant = ""
    if first == "wiki" or first == language:
        path_title = rest
    elif _VARIANT.fullmatch(first) and first.startswith(f"{language}-"):
        path_title, variant = rest, first
    elif parts.path in {"", "/", "/w/index.php", "/index.php"}:
        path_title = ""
    elif parts.path.startswith("/w/index.php/"):
        path_title = parts.path.removeprefix("/w/index.php/")
    else:
        raise LinkError("no_title", "The address names no page.")
    title = unquote(path_title, errors="replace") or _one(query, "title")
    if not title.strip(" _"):
        if _one(query, "curid") or _one(query, "oldid"):
            raise LinkError(
                "no_title",
                "The address gives a number and no title. Open it, and copy the address it leads to.",
            )
        raise LinkError("no_title", "The address names no page.")
    try:
        title = read_title(title, language)
    except TitleError as error:
        raise LinkError(error.code, error.detail) from None
    return page_link(language, title, variant=variant or _variant(query, language), revision=_revision(query))


def _one(query: Mapping[str, list[str]], name: str) -> str:
    return query.get(name, [""])[-1]


def _revision(query: Mapping[str, list[str]]) -> str:
    revision = _one(query, "oldid")
    return revision.lstrip("0") if re.fullmatch(r"[0-9]{1,18}", revision) else ""


def _variant(query: Mapping[str, list[str]], language: str) -> str:
    variant = _one(query, "variant")
    return variant if _VARIANT.fullmatch(variant) and variant.startswith(f"{language}-") else ""


def _other(parts: SplitResult) -> Link:
    if parts.scheme.lower() != "https":
        raise LinkError("not_https", "Other sources are accepted by an https address only.")
    if parts.username is not None or re.search(r"\s", parts.geturl()):
        raise LinkError("bad_address", "An address holds no blanks and no name or password.")
    return Link(parts.geturl(), kind="other")
