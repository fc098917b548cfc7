"""Fetch pages and titles through the real package from a test server for every language."""

import gzip

import pytest

from annotation.references.provider import FetchError, PageName
from annotation.references.wikipedia.api_library import retry_after_seconds
from annotation.references.wikipedia.client import Wikipedia
from tests.mediawiki import Page


def page(language, title, variant="", within=30):
    with Wikipedia() as wikipedia:
        return wikipedia.page(language, title, variant, seconds=within)


def titles(language, text, **more):
    with Wikipedia() as wikipedia:
        return wikipedia.titles(language, text, seconds=30, **more)


def refused(language, title):
    with pytest.raises(FetchError) as caught:
        page(language, title)
    assert caught.value.detail.endswith(".")
    return caught.value.code


def test_text_revision_and_time_come_from_one_response(mediawiki):
    stored = mediawiki.wiki.pages["de", "Leuchtturm Hallgrund"]
    found = page("de", "Leuchtturm Hallgrund")
    assert found.extract == stored.extract
    assert "\n\n\n== Geschichte ==\n" in found.extract
    assert (found.revision_id, found.sha1) == ("5200330", stored.sha1)
    assert found.revised_at.isoformat() == "2024-03-02T17:05:41+00:00"
    assert found.url == "https://de.wikipedia.org/wiki/Leuchtturm_Hallgrund"
    assert PageName("hi", "हालग्रुंड प्रकाशस्तंभ") in found.languages
    assert len(mediawiki.requests) == 1


@pytest.mark.parametrize(
    ("asked", "title"),
    [
        ("leuchtturm_Hallgrund", "Leuchtturm Hallgrund"),
        ("  Leuchtturm   Hallgrund ", "Leuchtturm Hallgrund"),
        ("Hallgrundfeuer", "Leuchtturm Hallgrund"),
        ("hallgrund_(Leuchtturm)", "Leuchtturm Hallgrund"),
    ],
)
def test_titles_are_normalized_and_redirects_followed(mediawiki, asked, title):
    assert page("de", asked).title == title


@pytest.mark.parametrize(
    ("language", "title"),
    [("ar", "منارة هالغروند"), ("hi", "हालग्रुंड प्रकाशस्तंभ"), ("zh", "听潮桥灯塔"), ("en", "Mercury (river)")],
)
def test_every_language_has_its_own_host(mediawiki, language, title):
    assert page(language, title).title == title
    assert mediawiki.requests[0].host == f"{language}.wikipedia.org"


def test_a_response_in_parts_is_merged(mediawiki):
    whole = page("en", "Hallgrund Lighthouse")
    mediawiki.wiki.parts = True
    assert page("en", "Hallgrund Lighthouse") == whole


def test_a_page_edited_between_two_parts_is_fetched_again(mediawiki, monkeypatch):
    """The text of one revision never has the number of another."""
    mediawiki.wiki.parts = True
    edits = iter(["An edit."])

    def edit(request):
        if "excontinue" in request.params and (text := next(edits, "")):
            mediawiki.wiki.edit("zh", "听潮桥灯塔", text)

    mediawiki.before = edit
    found = page("zh", "听潮桥灯塔")
    assert (found.extract, found.revision_id) == ("An edit.", "1900043")


def test_a_variant_is_requested(mediawiki):
    assert page("zh", "听潮桥灯塔", "zh-tw").url.startswith("https://zh.wikipedia.org/zh-tw/")
    assert mediawiki.requests[0].params["variant"] == "zh-tw"


@pytest.mark.parametrize(
    ("title", "code"),
    [
        ("No such page", "missing"),
        ("A|B", "bad_title"),
        ("A#B", "bad_title"),
        ("<b>", "bad_title"),
        ("", "bad_title"),
        ("x" * 256, "bad_title"),
        ("../../etc", "bad_title"),
        ("fr:Paris", "other_wiki"),
        ("Spezial:Suche", "namespace"),
        ("Diskussion:Adorf", "namespace"),
        ("Datei:Adorf.jpg", "namespace"),
    ],
)
def test_pages_that_are_not_articles_have_distinct_errors(mediawiki, title, code):
    assert refused("de", title) == code


@pytest.mark.parametrize(
    ("title", "code"), [("Category:Towers", "namespace"), ("Commons:Towers", "other_wiki")]
)
def test_the_wiki_decides_about_prefixes_that_the_title_check_does_not_know(
    mediawiki, title, code, monkeypatch
):
    monkeypatch.setattr("annotation.references.wikipedia.client.read_title", lambda title, language: title)
    assert refused("sw", title) == code


@pytest.mark.parametrize(
    "language", ["127.0.0.1:9/#", "en.evil.example/", "xx", "", "EN", "en.wikipedia.org@evil"]
)
def test_an_unknown_language_is_never_requested(mediawiki, language):
    assert refused(language, "A") == "unknown_language"
    assert not mediawiki.requests


def test_markup_stays_text(mediawiki):
    assert "<script>" in page("en", "Signs & brackets in plain text").extract


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("429", "rate_limited"),
        ("500", "server_error"),
        ("503", "server_error"),
        ("403", "refused"),
        ("reset", "unreachable"),
        ("cut", "unreachable"),
        ("elsewhere", "refused"),
        ("html", "bad_answer"),
        ("list", "bad_answer"),
        ("empty", "bad_answer"),
        ("nothing", "bad_answer"),
        ("surrogate", "bad_answer"),
        ("maxlag", "busy"),
        ("error", "refused"),
        ("bomb", "too_large"),
    ],
)
def test_every_server_fault_has_an_error_code(mediawiki, kind, code):
    mediawiki.fails(kind)
    assert refused("de", "Leuchtturm Hallgrund") == code
    mediawiki.works_again()
    assert page("de", "Leuchtturm Hallgrund").revision_id == "5200330"


@pytest.mark.parametrize("kind", ["hang", "drip"])
def test_a_response_without_end_times_out(mediawiki, settings, kind):
    settings.WIKIPEDIA_TIMEOUT = 0.05
    mediawiki.fails(kind)
    with pytest.raises(FetchError) as caught:
        page("de", "Leuchtturm Hallgrund", within=0.2)
    assert caught.value.code == "timeout"


def test_a_missing_server_is_unreachable(settings):
    settings.WIKIPEDIA, settings.WIKIPEDIA_SERVER = True, "http://127.0.0.1:9"
    settings.WIKIPEDIA_MAX_WAIT = 0
    assert refused("de", "A") == "unreachable"


def test_a_page_above_the_size_limit_is_refused(mediawiki, settings):
    mediawiki.wiki.add(Page("en", "Very long", "word " * 1_000_000))
    assert refused("en", "Very long") == "too_large"


def test_no_request_is_made_if_fetching_is_off(mediawiki, settings):
    settings.WIKIPEDIA = False
    assert refused("de", "Leuchtturm Hallgrund") == "off"
    assert not mediawiki.requests


def test_transient_errors_are_retried(mediawiki):
    mediawiki.fails("503", times=1)
    mediawiki.fails("reset", times=1)
    assert page("de", "Leuchtturm Hallgrund").revision_id == "5200330"
    assert len(mediawiki.requests) == 3


def test_permanent_errors_are_not_retried(mediawiki):
    refused("de", "No such page")
    assert len(mediawiki.requests) == 1


def test_the_user_agent_names_morel(mediawiki, settings):
    settings.WIKIPEDIA_USER_AGENT = "Morel of a group (mail@example.org)"
    page("de", "Leuchtturm Hallgrund")
    assert mediawiki.requests[0].user_agent.startswith(
        "Morel of a group (mail@example.org) Wikipedia-API/0.16"
    )


def test_proxies_and_passwords_of_the_environment_are_ignored(mediawiki, monkeypatch, tmp_path):
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    (tmp_path / "netrc").write_text("machine de.wikipedia.org login somebody password secret")
    monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
    assert page("de", "Leuchtturm Hallgrund").title


def test_the_proxy_of_the_settings_is_used(mediawiki, settings):
    settings.WIKIPEDIA_PROXY = "http://127.0.0.1:9"
    assert refused("de", "Leuchtturm Hallgrund") == "unreachable"
    assert not mediawiki.requests


def test_titles_are_searched_by_prefix(mediawiki):
    assert titles("en", "hallg") == [
        "Hallgrund Lighthouse",
        "Hallgrund Light",
        "Hallgrund lighthouse",
    ]
    assert len(titles("en", "h", limit=2)) == 2
    assert len(mediawiki.requests) == 2, "What is left over is not asked for."


@pytest.mark.parametrize("text", ["", "   ", "\ud800", "a\0b"])
def test_an_empty_search_makes_no_request(mediawiki, text):
    assert titles("en", text) == []
    assert not mediawiki.requests


def test_a_search_is_not_retried(mediawiki):
    mediawiki.fails("503")
    with pytest.raises(FetchError):
        titles("en", "hallg")
    assert len(mediawiki.requests) == 1


@pytest.mark.parametrize(
    ("header", "expected"),
    [("5", 5.0), ("0", 0.0), ("", None), ("soon", None), ("²", None), ("-3", None), ("9" * 5_000, None)],
)
def test_an_invalid_retry_after_is_none(header, expected):
    assert retry_after_seconds(header) == expected


def test_a_retry_after_may_be_a_date():
    assert retry_after_seconds("Wed, 21 Oct 2015 07:28:00 GMT") == 0
    assert retry_after_seconds("Wed, 21 Oct 2015 07:28:00 -0000") is None
    assert (retry_after_seconds("Fri, 31 Dec 2399 23:59:59 GMT") or 0) > 10**9


def test_compressed_responses_are_read(mediawiki):
    body = gzip.compress(b'{"query": {"prefixsearch": [{"ns": 0, "title": "Packed"}]}}')
    mediawiki.fails_with(
        lambda handler: handler.respond(200, body, "application/json", Content_Encoding="gzip")
    )
    assert titles("en", "p") == ["Packed"]
