"""The responses of a MediaWiki: normalization, redirects, missing and invalid titles, namespaces, continuation."""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.paths import REFERENCE_DATA, ROOT

_NAMESPACES = {"talk": 1, "diskussion": 1, "file": 6, "datei": 6, "category": 14, "kategorie": 14}
_INTERWIKI = {"fr", "de", "en", "commons", "wikt"}
_INVALID = re.compile(r"[<>\[\]{}|#\x00-\x1f]")


@dataclass
class Page:
    language: str
    title: str
    extract: str
    revision_id: int = 1_000
    timestamp: str = "2024-01-01T00:00:00Z"
    languages: dict[str, str] = field(default_factory=dict)

    @property
    def sha1(self) -> str:
        return hashlib.sha1(f"{self.revision_id}\n{self.extract}".encode(), usedforsecurity=False).hexdigest()


class Wiki:
    """Pages of all languages. `parts`: whether responses come in several parts with continuation."""

    def __init__(self, pages: Iterable[Page] = ()) -> None:
        self.pages: dict[tuple[str, str], Page] = {}
        self.redirects: dict[tuple[str, str], str] = {}
        self.parts = False
        for page in pages:
            self.add(page)

    @classmethod
    def of_the_project(cls) -> "Wiki":
        """Return a wiki with the pages of `fixtures/wikipedia` and the references of the demo."""
        wiki = cls(_demo_pages())
        for record in _lines(ROOT / "fixtures" / "wikipedia" / "pages.jsonl"):
            redirects = record.pop("redirects")
            page = Page(language=record.pop("lang"), **record)
            wiki.add(page, *redirects)
        return wiki

    @classmethod
    def of_the_reference_data(cls) -> "Wiki":
        """Return a wiki with the German pages of the reference data. Raises `FileNotFoundError` without that data."""
        records = _lines(REFERENCE_DATA / "wikipedia" / "de-pages.jsonl")
        return cls(
            Page(each["lang"], each["title"], each["extract"], each["revision_id"]) for each in records
        )

    def add(self, page: Page, *redirects: str) -> Page:
        self.pages[page.language, page.title] = page
        for title in redirects:
            self.redirects[page.language, title] = page.title
        return page

    def edit(self, language: str, title: str, extract: str) -> Page:
        """Add a newer revision of a page."""
        page = self.pages[language, title]
        page.revision_id += 1
        page.extract = extract
        return page

    def answer(self, language: str, params: dict[str, str]) -> dict[str, Any]:
        if params.get("action") != "query":
            return {"error": {"code": "badvalue", "info": "Unrecognized value for parameter action."}}
        if params.get("list") == "prefixsearch":
            return self._prefix_search(language, params)
        query: dict[str, Any] = {"pages": {}}
        answer: dict[str, Any] = {"batchcomplete": "", "query": query}
        for number, title in enumerate(params["titles"].split("|"), start=1):
            self._describe(language, title, params, answer, str(-number))
        if not query["pages"]:
            del query["pages"]
        return answer

    def _describe(
        self, language: str, asked: str, params: dict[str, str], answer: dict[str, Any], number: str
    ) -> None:
        query = answer["query"]
        title = asked.replace("_", " ").strip()
        title = title[:1].upper() + title[1:]
        prefix = title.partition(":")[0].lower() if ":" in title else ""
        if prefix in _INTERWIKI:
            query.setdefault("interwiki", []).append({"title": asked, "iw": prefix})
            return
        if not title or _INVALID.search(title):
            reason = "The requested page title contains invalid characters."
            query["pages"][number] = {"title": asked, "invalidreason": reason, "invalid": ""}
            return
        if title != asked:
            query.setdefault("normalized", []).append({"from": asked, "to": title})
        if prefix in _NAMESPACES:
            query["pages"][str(9_000_000)] = {"pageid": 9_000_000, "ns": _NAMESPACES[prefix], "title": title}
            return
        target = self.redirects.get((language, title))
        if target and "redirects" in params:
            query.setdefault("redirects", []).append({"from": title, "to": target})
            title = target
        page = self.pages.get((language, title))
        if page is None:
            query["pages"][number] = {"ns": 0, "title": title, "missing": ""}
            return
        key = 1 + list(self.pages).index((language, title))
        entry: dict[str, Any] = {"pageid": key, "ns": 0, "title": page.title}
        query["pages"][str(key)] = entry
        self._fill(entry, page, params, answer)

    def _fill(
        self, entry: dict[str, Any], page: Page, params: dict[str, str], answer: dict[str, Any]
    ) -> None:
        props = set(params["prop"].split("|"))
        links = [{"lang": language, "*": title} for language, title in sorted(page.languages.items())]
        if self.parts and "extracts" in props:
            props, links = _piece(links, params, answer)
        if "info" in props:
            entry |= {
                "contentmodel": "wikitext",
                "pagelanguage": page.language,
                "lastrevid": page.revision_id,
            }
        if "revisions" in props:
            revision = {
                "revid": page.revision_id,
                "parentid": 0,
                "timestamp": page.timestamp,
                "sha1": page.sha1,
            }
            entry["revisions"] = [revision]
        if "extracts" in props:
            entry["extract"] = page.extract
        if "langlinks" in props:
            entry["langlinks"] = links

    def _prefix_search(self, language: str, params: dict[str, str]) -> dict[str, Any]:
        start = params["pssearch"].casefold()
        titles = [title for code, title in (*self.pages, *self.redirects) if code == language]
        found = [title for title in titles if title.casefold().startswith(start)]
        limit = int(params.get("pslimit", 10))
        answer: dict[str, Any] = {
            "batchcomplete": "",
            "query": {"prefixsearch": [{"ns": 0, "title": title, "pageid": 1} for title in found[:limit]]},
        }
        if len(found) > limit:
            answer["continue"] = {"psoffset": limit, "continue": "-||"}
        return answer


def _piece(
    links: list[dict[str, str]], params: dict[str, str], answer: dict[str, Any]
) -> tuple[set[str], list[dict[str, str]]]:
    """Return one part of a response: first the revision, then text and two languages, then the other languages."""
    if "llcontinue" in params:
        return {"langlinks"}, [each for each in links if each["lang"] >= params["llcontinue"]]
    if "excontinue" in params:
        if len(links) > 2:
            answer["continue"] = {"llcontinue": links[2]["lang"], "continue": "||info|revisions|extracts"}
        return {"extracts", "langlinks"}, links[:2]
    answer["continue"] = {"excontinue": 1, "continue": "||info|revisions"}
    return {"info", "revisions"}, []


def _demo_pages() -> Iterator[Page]:
    for record in _lines(ROOT / "fixtures" / "demo" / "items.jsonl"):
        if record.get("reference_text"):
            yield Page(record["lang"].lower(), record["reference_title"], record["reference_text"])


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)
