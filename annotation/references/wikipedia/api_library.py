"""Extend the package Wikipedia-API so that one request returns everything a snapshot needs.

The package requests text and revision separately, so an edit can come between them, and it drops the markup of
headings. `_info_params` is overridden to request both at once. The overridden methods are private, so the package is
pinned, and tests/services/references/test_contract.py fails if a new version changes them.
"""

from email.utils import parsedate_to_datetime
from typing import Any

import httpx
import wikipediaapi
from django.utils import timezone

from annotation.references.provider import FetchError
from annotation.references.wikipedia import sites

_MAX_CONTINUATIONS = 6  # of one page's response

# Transient errors that the API reports with status 200.
_BUSY = {"maxlag", "ratelimited", "readonly", "internal_api_error_DBQueryTimeoutError"}


class SnapshotApi(wikipediaapi.Wikipedia):
    """The package's client with a wider *info* request, strict checks of responses, and `FetchError`."""

    @staticmethod
    def _build_url(language: str) -> str:
        return f"https://{sites.host(language)}/w/api.php"

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
        """Return the parameters of a prefix search for titles."""
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
        raw = self._get_all(page.language, self._construct_params(page, params))
        return self._process_prop_response(raw, page, empty, builder)

    def _get_all(self, language: str, params: dict[str, Any]) -> dict[str, Any]:
        """Return the response about one page with all its continuations.

        Raises `FetchError` if there is no such article, or if it was edited between continuations.
        """
        raw: dict[str, Any] = self._get(language, params)
        entry = _entry(raw)
        in_one_response = "extract" in entry
        part = raw
        for _ in range(_MAX_CONTINUATIONS):
            if not isinstance(part.get("continue"), dict):
                break
            cursor = {key: value for key, value in part["continue"].items() if key.endswith("continue")}
            part = self._get(language, {**params, **cursor})
            _merge(entry, _entry(part))
        if not in_one_response and self._revision(language, params) != _revision(entry):
            raise FetchError("changed", "The page was edited while it was read.", transient=True)
        return raw

    def _revision(self, language: str, params: dict[str, Any]) -> object:
        only = {key: params[key] for key in params if not key.startswith(("ex", "ll"))}
        return _revision(_entry(self._get(language, {**only, "prop": "revisions"})))

    def _process_response(self, r: httpx.Response, url: str) -> dict[str, Any]:
        retry_after = retry_after_seconds(r.headers.get("retry-after", ""))
        if r.status_code == 429:
            raise FetchError(
                "rate_limited", "Wikipedia asks for fewer requests.", transient=True, retry_after=retry_after
            )
        if r.status_code >= 500:
            detail = f"Wikipedia answered with status {r.status_code}."
            raise FetchError("server_error", detail, transient=True, retry_after=retry_after)
        response: Any = super()._process_response(r, url)
        if not isinstance(response, dict):
            raise bad_response()
        if "error" in response:
            error = response["error"] if isinstance(response["error"], dict) else {}
            code = str(error.get("code", ""))[:64]
            if code in _BUSY:
                raise FetchError("busy", "Wikipedia is busy.", transient=True, retry_after=retry_after)
            raise FetchError("refused", f"Wikipedia refused the request ({code or 'no reason given'}).")
        return response


def bad_response() -> FetchError:
    """Return the error for a response that is not one of Wikipedia's."""
    return FetchError("bad_answer", "What came back is not an answer of Wikipedia.", transient=True)


def retry_after_seconds(retry_after: str) -> float | None:
    """Return the seconds in a Retry-After header, which may be a number or a date; None if it is invalid."""
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
    """Return the entry of the only page in a response. Raises `FetchError` if it is not an article."""
    query = raw.get("query")
    if isinstance(query, dict) and query.get("interwiki"):
        raise FetchError("other_wiki", "The title leads to another wiki.")
    pages = query.get("pages") if isinstance(query, dict) else None
    entries = list(pages.values()) if isinstance(pages, dict) else []
    if len(entries) != 1 or not isinstance(entries[0], dict):
        raise bad_response()
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
