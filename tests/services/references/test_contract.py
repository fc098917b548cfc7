"""Undocumented behaviour of the pinned package Wikipedia-API that Morel relies on. A new version may change it."""

import inspect
from importlib.metadata import version

import httpx
import pytest
import wikipediaapi

from annotation.references.wikipedia.api_library import SnapshotApi
from annotation.references.wikipedia.client import Wikipedia

PINNED = "0.16.0"


def package_client() -> wikipediaapi.Wikipedia:
    return wikipediaapi.Wikipedia(user_agent="a test of Morel", transport=httpx.MockTransport(_nothing))


def _nothing(request: httpx.Request) -> httpx.Response:
    raise AssertionError(f"{request.url} was asked for.")


def test_the_installed_version_is_the_reviewed_one():
    assert version("wikipedia-api") == PINNED


def test_the_package_has_the_info_parameters_that_are_overridden():
    wiki = package_client()
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


def test_the_extract_is_requested_like_the_package_does():
    """The parameters for text and headings are equal."""
    wiki = package_client()
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
def test_the_private_methods_have_the_expected_parameters(method, parameters):
    assert list(inspect.signature(getattr(wikipediaapi.Wikipedia, method)).parameters) == parameters


def test_one_request_has_all_parameters(mediawiki):
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
