"""Run the test server with the project's own pages until it is stopped."""

import threading

from tests.mediawiki import MediaWiki, Wiki

if __name__ == "__main__":
    with MediaWiki(Wiki.of_the_project()) as mediawiki:
        print(f"MOREL_WIKIPEDIA_SERVER={mediawiki.address}", flush=True)
        threading.Event().wait()
