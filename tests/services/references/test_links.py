"""Pasted links: each gives one canonical link or is refused with a reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.references.wikipedia import sites
from annotation.references.wikipedia.links import page_link, read_link
from morelkit.scheme.content import Limits, read_content
from morelkit.scheme.link import LinkError
from morelkit.scheme.schemes import PRESETS

MUNICH = "https://de.wikipedia.org/wiki/M%C3%BCnchen"


def refused(address, **more):
    with pytest.raises(LinkError) as caught:
        read_link(address, **more)
    assert caught.value.detail.endswith(".")
    return caught.value.code


@pytest.mark.parametrize(
    "address",
    [
        "https://de.wikipedia.org/wiki/München",
        MUNICH,
        "http://de.wikipedia.org/wiki/M%C3%BCnchen",
        "de.wikipedia.org/wiki/München",
        "//de.wikipedia.org/wiki/München",
        "  <https://de.wikipedia.org/wiki/M%c3%bcnchen> ",
        "HTTPS://DE.Wikipedia.org/wiki/München",
        "https://de.m.wikipedia.org/wiki/M%C3%BCnchen",
        "https://de.wikipedia.org/wiki/M%C3%BCnchen#Geschichte",
        "https://de.wikipedia.org/wiki/M%C3%BCnchen?action=history",
        "https://de.wikipedia.org/w/index.php?title=M%C3%BCnchen",
        "https://de.wikipedia.org/w/index.php/M%C3%BCnchen",
        "https://de.wikipedia.org/?title=M%C3%BCnchen",
        "https://de.wikipedia.org/wiki/_M%C3%BCnchen__",
        "https://de.wikipedia.org/wiki/Mu%CC%88nchen",
        "https://de.wikipedia.org/wiki/%E2%80%8EM%C3%BCnchen%E2%80%8F",
        "https://de.wikipedia.org/wiki/:M%C3%BCnchen",
    ],
)
def test_every_form_of_a_link_gives_the_same_url(address):
    link = read_link(address)
    assert (link.url, link.language, link.title, link.kind) == (MUNICH, "de", "München", "wikipedia")


@pytest.mark.parametrize(
    ("address", "language", "title"),
    [
        ("https://ar.wikipedia.org/wiki/%D9%85%D9%86%D8%A7%D8%B1%D8%A9", "ar", "منارة"),
        ("https://hi.m.wikipedia.org/wiki/प्रकाशस्तंभ", "hi", "प्रकाशस्तंभ"),
        ("https://zh.wikipedia.org/zh-cn/2型糖尿病", "zh", "2型糖尿病"),
        ("https://zh-yue.wikipedia.org/wiki/燈塔", "zh-yue", "燈塔"),
        ("https://yue.wikipedia.org/wiki/燈塔", "zh-yue", "燈塔"),
        ("https://simple.wikipedia.org/wiki/Tower", "simple", "Tower"),
        ("https://en.wikipedia.org/wiki/AC/DC", "en", "AC/DC"),
        ("https://en.wikipedia.org/wiki/Atari:_Game_Over", "en", "Atari: Game Over"),
        ("https://en.wikipedia.org/wiki/Talk_show", "en", "Talk show"),
        ("https://en.wikipedia.org/wiki/2001:_A_Space_Odyssey", "en", "2001: A Space Odyssey"),
        ("https://en.wikipedia.org/w/index.php?title=A+B_C", "en", "A B C"),
        ("https://en.wikipedia.org/wiki/C%2B%2B", "en", "C++"),
        ("https://en.wikipedia.org/wiki/Who%3F", "en", "Who?"),
        ("https://fr.wikipedia.org/wiki/L%27Étranger", "fr", "L'Étranger"),
    ],
)
def test_links_to_any_wikipedia_are_read(address, language, title):
    link = read_link(address)
    assert (link.language, link.title) == (language, title)


def test_variant_and_revision_stay_in_the_url():
    variant = read_link("http://zh.m.wikipedia.org/zh-tw/燈塔#a")
    assert (variant.variant, variant.url) == ("zh-tw", "https://zh.wikipedia.org/zh-tw/%E7%87%88%E5%A1%94")
    old = read_link("https://de.wikipedia.org/w/index.php?title=M%C3%BCnchen&oldid=0123&diff=next")
    assert (old.revision, old.title) == ("123", "München")
    assert old.url == "https://de.wikipedia.org/w/index.php?title=M%C3%BCnchen&oldid=123"
    assert read_link("https://de.wikipedia.org/wiki/M%C3%BCnchen?oldid=123") == old


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("", "bad_address"),
        ("München", "not_wikipedia"),
        ("https://example.org/wiki/A", "not_wikipedia"),
        ("https://en.wikipedia.org.evil.example/wiki/A", "not_wikipedia"),
        ("https://evil.example/en.wikipedia.org/wiki/A", "not_wikipedia"),
        ("https://evilwikipedia.org/wiki/A", "not_wikipedia"),
        ("https://en.wikipedia.org@evil.example/wiki/A", "not_wikipedia"),
        ("https://me:secret@en.wikipedia.org/wiki/A", "not_wikipedia"),
        ("https://en.wikipedia.org:8080/wiki/A", "not_wikipedia"),
        ("https://127.0.0.1:9/#.wikipedia.org/wiki/A", "not_wikipedia"),
        ("https://ｅｎ.wikipedia.org/wiki/A", "unknown_language"),
        ("https://en.wikipedia.org\\@evil.example/wiki/A", "bad_address"),
        ("https://en.wikipedia.org/wiki/A\nB", "bad_address"),
        ("https://[::1/wiki/A", "bad_address"),
        ("https://en.wikipedia.org:port/wiki/A", "bad_address"),
        ("https:///wiki/A", "bad_address"),
        ("javascript:alert(1)", "scheme"),
        ("JavaScript://en.wikipedia.org/wiki/A", "scheme"),
        ("data:text/html,<b>", "scheme"),
        ("ftp://en.wikipedia.org/wiki/A", "scheme"),
        ("wikipedia.org/wiki/A", "no_language"),
        ("https://www.wikipedia.org/wiki/A", "no_language"),
        ("https://xx.wikipedia.org/wiki/A", "unknown_language"),
        ("https://en.evil.wikipedia.org/wiki/A", "unknown_language"),
        ("https://en.wiktionary.org/wiki/tower", "other_wiki"),
        ("https://commons.wikimedia.org/wiki/File:Tower.jpg", "other_wiki"),
        ("https://www.wikidata.org/wiki/Q1", "other_wiki"),
        ("https://lighthouse.fandom.com/wiki/Tower", "other_wiki"),
        ("https://en.wikipedia.org/wiki/fr:Paris", "other_wiki"),
        ("https://en.wikipedia.org/wiki/Wikt:tower", "other_wiki"),
        ("https://en.wikipedia.org/wiki/Talk:Tower", "namespace"),
        ("https://en.wikipedia.org/wiki/User_talk:Somebody", "namespace"),
        ("https://de.wikipedia.org/wiki/Spezial:Suche?search=A", "namespace"),
        ("https://de.wikipedia.org/wiki/Benutzer_Diskussion:Wer", "namespace"),
        ("https://ar.wikipedia.org/wiki/تصنيف:منارات", "namespace"),
        ("https://hi.wikipedia.org/wiki/श्रेणी:प्रकाशस्तंभ", "namespace"),
        ("https://en.wikipedia.org/", "no_title"),
        ("https://en.wikipedia.org/wiki/", "no_title"),
        ("https://en.wikipedia.org/wiki/__", "no_title"),
        ("https://en.wikipedia.org/?curid=12345", "no_title"),
        ("https://en.wikipedia.org/w/index.php?oldid=12345", "no_title"),
        ("https://en.wikipedia.org/w/api.php?action=query&titles=A", "no_title"),
        ("https://en.wikipedia.org/zh-cn/A", "no_title"),
        ("https://en.wikipedia.org/wiki/A%7CB", "bad_title"),
        ("https://en.wikipedia.org/wiki/A|B", "bad_title"),
        ("https://en.wikipedia.org/wiki/%3Cscript%3E", "bad_title"),
        ("https://en.wikipedia.org/wiki/%00", "bad_title"),
        ("https://en.wikipedia.org/wiki/%FF", "bad_title"),
        ("https://en.wikipedia.org/wiki/../w/api.php", "bad_title"),
        ("https://en.wikipedia.org/wiki/" + "A" * 256, "bad_title"),
        ("https://en.wikipedia.org/wiki/" + "A" * 2_000, "too_long"),
    ],
)
def test_links_that_are_not_wikipedia_pages_are_refused_with_a_reason(address, code):
    assert refused(address) == code


@pytest.mark.parametrize(
    "address",
    ["https://example.org/a?b=c#d", "example.org/a", "https://commons.wikimedia.org/wiki/File:A.jpg"],
)
def test_other_sources_are_accepted_if_the_project_allows_them(address):
    link = read_link(address, other_sources=True)
    assert (link.kind, link.language, link.title) == ("other", "", "")
    assert link.url == (address if "://" in address else f"https://{address}")
    assert read_link(link.url, other_sources=True) == link


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("http://example.org/", "not_https"),
        ("javascript:alert(1)", "scheme"),
        ("https://me:secret@example.org/", "bad_address"),
        ("https://example.org/a b", "bad_address"),
        ("https://en.wikipedia.org/wiki/Talk:A", "namespace"),
        ("https://en.wikipedia.org/?curid=5", "no_title"),
        ("https://example.org/" + "a" * 2_000, "too_long"),
    ],
)
def test_other_sources_must_be_valid_https_urls(address, code):
    assert refused(address, other_sources=True) == code


@given(st.text(max_size=60))
def test_no_input_names_a_host_other_than_a_wikipedia(text):
    for address in (text, f"https://{text}.wikipedia.org/wiki/A", f"https://en.wikipedia.org/wiki/{text}"):
        try:
            link = read_link(address)
        except LinkError:
            continue
        assert link.url.startswith(f"https://{sites.host(link.language)}/")
        assert read_link(link.url) == link


@given(
    st.sampled_from(sorted(sites.LANGUAGES)),
    st.text(st.characters(codec="utf-8"), min_size=1, max_size=40),
)
def test_a_canonical_url_is_read_unchanged(language, title):
    try:
        title = read_link(page_link(language, title).url).title
    except LinkError:
        return
    assert read_link(page_link(language, title).url) == page_link(language, title)


@pytest.mark.parametrize("language", ["127.0.0.1:9/#", "", "EN", "en.evil", "xx"])
def test_a_language_without_a_wikipedia_has_no_host(language):
    with pytest.raises(ValueError, match="no Wikipedia"):
        sites.host(language)
    with pytest.raises(ValueError, match="no Wikipedia"):
        page_link(language, "A")


def test_content_without_a_link_reader_accepts_no_links():
    content, problems = read_content(
        {"links": [{"url": "https://de.wikipedia.org/wiki/Turm"}]}, 4, PRESETS["mu-shroom"], Limits()
    )
    assert content.links == ()
    assert [(each.pointer, each.code) for each in problems] == [("/links/0/url", "not_used")]
