"""Snapshots of what answers are checked against: which pages are wanted, how they are fetched, who is given which."""

from annotation.services.references.consulting import consult, other_language, retry_item, retry_link
from annotation.services.references.runs import fetch_references, start_fetch, stop_fetch
from annotation.services.references.searching import search_titles

__all__ = [
    "consult",
    "fetch_references",
    "other_language",
    "retry_item",
    "retry_link",
    "search_titles",
    "start_fetch",
    "stop_fetch",
]
