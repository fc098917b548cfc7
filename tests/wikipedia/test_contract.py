"""What Morel relies on in the pinned package Wikipedia-API beyond its documentation. A new version may change it."""

import inspect
from importlib.metadata import version

import httpx
import pytest
import wikipediaapi

from annotation.wikipedia import Wikipedia
from annotation.wikipedia.encyclopedia import SnapshotApi

PINNED = "0.16.0"


def plain() -> wikipediaapi.Wikipedia:
    return wikipediaapi.Wikipedia(user_agent="a test of Morel", transport=httpx.MockTransport(_nothing))


def _nothing(request: httpx.Request) -> httpx.Response:
    raise AssertionError(f"{request.url} was asked for.")


def test_the_version_is_the_one_that_was_read():
    assert version("wikipedia-api") == PINNED


def test_the_package_asks_for_info_with_the_parameters_that_are_overridden():
    wiki = plain()
    page = wiki.page("Some title")
    assert wiki._construct_params(page, wiki._info_params(page)) == {
        "format": "json",
        "redirects": 1,
        "action": "query",
        "prop": "info",
        "titles": "Some title",
        "inprop": "protection|talkid|watched|watchers|visitingwatchers|notificationtimestamp|subjectid|url|readable"
        "|preload|displaytitle|varianttitles",
    }


def test_the_extract_is_asked_for_as_the_package_does():
    """Same text, same headings."""
    wiki = plain()
    theirs = wiki._extracts_params(wiki.page("A"))
    ours = SnapshotApi(user_agent="a test of Morel")._info_params(wiki.page("A"))
    assert {key: ours[key] for key in ("explaintext", "exsectionformat")} == {
        key: theirs[key] for key in ("explaintext", "exsectionformat")
    }


@pytest.mark.parametrize(
    ("method", "parameters"),
    [
        ("_info_params", ["self", "page"]),
        ("_construct_params", ["self", "page", "params"]),
        ("_construct_params_standalone", ["self", "params"]),
        ("_dispatch_prop", ["self", "page", "params", "empty", "builder"]),
        ("_process_prop_response", ["self", "raw", "page", "empty", "builder"]),
        ("_get", ["self", "language", "params"]),
        ("_process_response", ["self", "r", "url"]),
        ("_build_url", ["language"]),
    ],
)
def test_the_methods_that_are_used_are_there(method, parameters):
    assert list(inspect.signature(getattr(wikipediaapi.Wikipedia, method)).parameters) == parameters


def test_the_request_that_leaves_is_one_and_has_all_of_it(mediawiki):
    with Wikipedia() as wikipedia:
        wikipedia.page("de", "Hallgrundfeuer", seconds=5)
    (request,) = mediawiki.requests
    assert request.host == "de.wikipedia.org"
    assert request.params == {
        "format": "json",
        "redirects": "1",
        "action": "query",
        "prop": "info|revisions|extracts|langlinks",
        "titles": "Hallgrundfeuer",
        "converttitles": "1",
        "rvprop": "ids|timestamp|sha1",
        "explaintext": "1",
        "exsectionformat": "wiki",
        "exlimit": "1",
        "lllimit": "500",
        "maxlag": "5",
    }
