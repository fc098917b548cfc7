"""A test server for every Wikipedia: the part of MediaWiki's Action API that Wikipedia-API uses.

`manage.py` finds it through MOREL_WIKIPEDIA_SERVER. `python -m tests.mediawiki` starts one for manual tests.
"""

from tests.mediawiki.server import MediaWiki
from tests.mediawiki.wiki import Page, Wiki

__all__ = ["MediaWiki", "Page", "Wiki"]
