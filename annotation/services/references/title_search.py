"""Titles of Wikipedia pages, as somebody types. They wait for it, so it is quick or it is not at all."""

import hashlib
import threading

from django.conf import settings
from django.core.cache import cache

from annotation.references.configured_provider import reference_provider
from annotation.references.provider import FetchError
from foundation.errors import UnavailableError

MAX_LENGTH = 255  # characters of what is looked for
_KEPT = 300  # seconds

# Of the threads that answer requests, these at most wait for Wikipedia: saves and items must not wait for it too.
_AT_ONCE = 2
_places = threading.BoundedSemaphore(_AT_ONCE)


def search_titles(language: str, text: str) -> list[str]:
    """Titles in a Wikipedia that begin with `text`. Raises UnavailableError."""
    text = " ".join(text.split())[:MAX_LENGTH]
    key = f"titles:{language}:{hashlib.sha256(text.casefold().encode()).hexdigest()}"
    known: list[str] | None = cache.get(key)
    if known is not None:
        return known
    if not _places.acquire(blocking=False):
        raise UnavailableError("Others are searching at this moment. Try again.", code="busy")
    try:
        with reference_provider.client() as client:
            found = client.titles(language, text, seconds=settings.WIKIPEDIA_SEARCH_SECONDS)
    except FetchError as error:
        raise UnavailableError(error.detail, code=error.code) from error
    finally:
        _places.release()
    cache.set(key, found, _KEPT)
    return found
