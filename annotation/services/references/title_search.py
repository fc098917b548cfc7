"""Search page titles while a user types. A search fails fast rather than block."""

import hashlib
import threading

from django.conf import settings
from django.core.cache import cache

from annotation.references.configured_provider import reference_provider
from annotation.references.provider import FetchError
from foundation.errors import UnavailableError

MAX_LENGTH = 255  # characters of a query
_CACHED = 300  # seconds

# Limits how many request threads wait for the provider, so that saves always find a free thread.
_MAX_SEARCHES = 2
_running_searches = threading.BoundedSemaphore(_MAX_SEARCHES)


def search_titles(language: str, text: str) -> list[str]:
    """Return page titles in a language that begin with `text`. Raises UnavailableError."""
    text = " ".join(text.split())[:MAX_LENGTH]
    key = f"titles:{language}:{hashlib.sha256(text.casefold().encode()).hexdigest()}"
    cached: list[str] | None = cache.get(key)
    if cached is not None:
        return cached
    if not _running_searches.acquire(blocking=False):
        raise UnavailableError("Others are searching at this moment. Try again.", code="busy")
    try:
        with reference_provider.client() as client:
            found = client.titles(language, text, seconds=settings.WIKIPEDIA_SEARCH_SECONDS)
    except FetchError as error:
        raise UnavailableError(error.detail, code=error.code) from error
    finally:
        _running_searches.release()
    cache.set(key, found, _CACHED)
    return found
