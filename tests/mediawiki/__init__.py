"""A stand-in for every Wikipedia: a local server that speaks MediaWiki's Action API as Wikipedia-API uses it.

`manage.py` finds it through MOREL_WIKIPEDIA_SERVER. `python -m tests.mediawiki` starts one to try things by hand.
"""

from tests.mediawiki.server import MediaWiki
from tests.mediawiki.wiki import Page, Wiki

__all__ = ["MediaWiki", "Page", "Wiki"]
