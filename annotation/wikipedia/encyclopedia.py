"""Wikipedia-API, with the request for *info* widened to all that makes a snapshot.

The package asks for text and revision in separate requests, which an edit can come between, and drops the headings'
marks. `_info_params` is overridden to ask for both at once. The overridden methods are private to the package: it is
pinned, and tests/wikipedia/test_contract.py fails where it changes them.
"""

from email.utils import parsedate_to_datetime
from typing import Any

import httpx
import wikipediaapi
from django.utils import timezone

from annotation.domain import wikipedias
from annotation.wikipedia.errors import FetchError

_PARTS = 6  # of one page's answer, at most

# Errors that the API reports with status 200, and that pass.
_BUSY = {"maxlag", "ratelimited", "readonly", "internal_api_error_DBQueryTimeoutError"}


class Encyclopedia(wikipediaapi.Wikipedia):
    @staticmethod
    def _build_url(language: str) -> str:
        return f"https://{wikipedias.host(language)}/w/api.php"

    def _info_params(self, page: Any) -> dict[str, Any]:
        return {
            "action": "query",
            "prop": "info|revisions|extracts|langlinks",
            "titles": page.title,
            "converttitles": 1,
            "rvprop": "ids|timestamp|sha1",
            "explaintext": 1,
            "exsectionformat": "wiki",
            "exlimit": 1,
            "lllimit": 500,
        }

    def titles_params(self, text: str, limit: int) -> dict[str, Any]:
        """For a list of the titles that begin with `text`, or nearly so."""
        return self._construct_params_standalone(
            {
                "action": "query",
                "list": "prefixsearch",
                "pssearch": text,
                "psnamespace": 0,
                "pslimit": limit,
            }
        )

    def _dispatch_prop(self, page: Any, params: dict[str, Any], empty: Any, builder: Any) -> Any:
        raw = self._whole(page.language, self._construct_params(page, params))
        return self._process_prop_response(raw, page, empty, builder)

    def _whole(self, language: str, params: dict[str, Any]) -> dict[str, Any]:
        """The answer about one page with all its continuations. Raises FetchError where there is no such article."""
        raw: dict[str, Any] = self._get(language, params)
        entry = _entry(raw)
        at_once = "extract" in entry
        more = raw
        for _ in range(_PARTS):
            if not isinstance(more.get("continue"), dict):
                break
            where = {key: value for key, value in more["continue"].items() if key.endswith("continue")}
            more = self._get(language, {**params, **where})
            _merge(entry, _entry(more))
        if not at_once and self._revision(language, params) != _revision(entry):
            raise FetchError("changed", "The page was edited while it was read.", passing=True)
        return raw

    def _revision(self, language: str, params: dict[str, Any]) -> object:
        only = {key: params[key] for key in params if not key.startswith(("ex", "ll"))}
        return _revision(_entry(self._get(language, {**only, "prop": "revisions"})))

    def _process_response(self, r: httpx.Response, url: str) -> dict[str, Any]:
        retry_after = seconds(r.headers.get("retry-after", ""))
        if r.status_code == 429:
            raise FetchError(
                "rate_limited", "Wikipedia asks for fewer requests.", passing=True, retry_after=retry_after
            )
        if r.status_code >= 500:
            detail = f"Wikipedia has a failure of its own (status {r.status_code})."
            raise FetchError("server_error", detail, passing=True, retry_after=retry_after)
        answer: Any = super()._process_response(r, url)
        if not isinstance(answer, dict):
            raise bad_answer()
        if "error" in answer:
            error = answer["error"] if isinstance(answer["error"], dict) else {}
            code = str(error.get("code", ""))[:64]
            if code in _BUSY:
                raise FetchError("busy", "Wikipedia is busy.", passing=True, retry_after=retry_after)
            raise FetchError("refused", f"Wikipedia refused the request ({code or 'no reason given'}).")
        return answer


def bad_answer() -> FetchError:
    return FetchError("bad_answer", "What came back is not an answer of Wikipedia.", passing=True)


def seconds(retry_after: str) -> float | None:
    """What a Retry-After header asks for, in seconds or as a date; None where it makes no sense."""
    if retry_after.isascii() and retry_after.isdigit() and len(retry_after) < 10:
        return float(retry_after)
    try:
        until = parsedate_to_datetime(retry_after)
    except ValueError:
        return None
    if until.tzinfo is None:
        return None
    return max(0.0, (until - timezone.now()).total_seconds())


def _entry(raw: dict[str, Any]) -> dict[str, Any]:
    """What an answer says of its one page. Raises FetchError where that is no article."""
    query = raw.get("query")
    if isinstance(query, dict) and query.get("interwiki"):
        raise FetchError("other_wiki", "The title leads to another wiki.")
    pages = query.get("pages") if isinstance(query, dict) else None
    entries = list(pages.values()) if isinstance(pages, dict) else []
    if len(entries) != 1 or not isinstance(entries[0], dict):
        raise bad_answer()
    entry: dict[str, Any] = entries[0]
    if "invalid" in entry:
        raise FetchError("bad_title", "This can be no page's title.")
    if entry.get("ns", 0) != 0 or "special" in entry:
        raise FetchError("namespace", "This is no article: only articles can be consulted.")
    if "missing" in entry:
        raise FetchError("missing", "There is no page with this title.")
    return entry


def _merge(entry: dict[str, Any], more: dict[str, Any]) -> None:
    for key, value in more.items():
        if isinstance(value, list) and isinstance(entry.get(key), list):
            entry[key] = [*entry[key], *value]
        else:
            entry.setdefault(key, value)


def _revision(entry: dict[str, Any]) -> object:
    revisions = entry.get("revisions")
    return revisions[0].get("revid") if isinstance(revisions, list) and revisions else None
