"""Wikipedia: pages as they stand at this moment, and titles that begin with what somebody types.

Everything is asked through the package Wikipedia-API, one request a page. No part of a title or an address can name a
host; whatever the server does, the time is bounded; what goes wrong is told as a `FetchError`. Nothing is stored here.
"""

from annotation.wikipedia.client import FetchedPage, Wikipedia
from annotation.wikipedia.errors import FetchError

__all__ = ["FetchError", "FetchedPage", "Wikipedia"]
