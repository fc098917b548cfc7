"""Pages that annotators consult: links, background fetches, other languages, retries and title search."""

import pytest

from annotation.models import AnnotationRevision, Consultation, Page, Reference
from annotation.services.projects.project_settings import set_project
from foundation.jobs import run_waiting
from foundation.models import Job
from tests.api.annotate.saving import body, pointers, put, save_content
from tests.api.client import Api, work_path
from tests.people import hand_over
from tests.records import import_records, item, stored
from tests.snapshot import snapshot

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

LIGHT = "https://de.wikipedia.org/wiki/Leuchtturm_Hallgrund"
OTHER = "/projects/alpha/references/other/"
SEARCH = "/projects/alpha/references/search/"


def run_jobs() -> None:
    while run_waiting():
        pass


def link(api, held, *urls, base=0, status=200):
    """Save these links, and return the links in the response, or the error."""
    sent = save_content(links=[{"url": url} for url in urls], nothing_to_mark=True)
    answer = put(api, held, body(held, content=sent, base_revision=base), status=status)
    return answer["annotation"]["content"]["links"] if status == 200 else answer


def linked(api, held):
    return api.get(work_path(held, "mine"))["annotation"]["content"]["links"]


@pytest.mark.parametrize(
    "url",
    [
        LIGHT,
        "de.wikipedia.org/wiki/Leuchtturm_Hallgrund",
        "http://de.m.wikipedia.org/wiki/Leuchtturm%20Hallgrund#Feuer",
        "https://de.wikipedia.org/w/index.php?title=Leuchtturm_Hallgrund&action=history",
        "https://de.wikipedia.org/wiki/Hallgrundfeuer",
        "https://de.wikipedia.org/wiki/hallgrund_(Leuchtturm)",
    ],
)
def test_a_pasted_url_becomes_a_readable_page(mediawiki, ada, held, url):
    (waiting,) = link(ada, held, url)
    assert (waiting["state"], waiting["reference"], waiting["kind"]) == ("waiting", None, "wikipedia")
    assert not mediawiki.requests, "A save makes no request."
    run_jobs()
    (there,) = linked(ada, held)
    assert (there["state"], there["title"], there["url"]) == ("stored", "Leuchtturm Hallgrund", LIGHT)
    page = ada.get(f"/projects/alpha/references/{there['reference']}/")
    assert page["extract"] == mediawiki.wiki.pages["de", "Leuchtturm Hallgrund"].extract


def test_links_to_the_same_page_are_merged(mediawiki, ada, held):
    assert len(link(ada, held, LIGHT, "https://de.wikipedia.org/wiki/Hallgrundfeuer")) == 2
    run_jobs()
    (there,) = linked(ada, held)
    asked = len(mediawiki.requests)
    assert link(ada, held, there["url"], base=1) == [there], "As the browser sends it back."
    run_jobs()
    assert len(mediawiki.requests) == asked


def test_an_old_revision_keeps_its_number(mediawiki, ada, held):
    url = "https://de.wikipedia.org/w/index.php?title=Hallgrundfeuer&oldid=17"
    link(ada, held, url, LIGHT)
    run_jobs()
    old, present = linked(ada, held)
    assert (old["revision"], present["revision"]) == ("17", "")
    assert old["url"] == "https://de.wikipedia.org/w/index.php?title=Leuchtturm_Hallgrund&oldid=17"


def test_a_page_is_fetched_once_for_all_annotators(mediawiki, cast, ada, held):
    link(ada, held, LIGHT)
    run_jobs()
    theirs = hand_over(cast.alpha, cast.bo, cast["q-2"])
    (there,) = link(Api(cast.bo), theirs, LIGHT)
    assert there["state"] == "stored"
    assert (len(mediawiki.requests), Reference.objects.count()) == (1, 1)


def test_an_annotator_keeps_the_snapshot_they_saw_first(mediawiki, cast, ada, lena, held):
    link(ada, held, LIGHT)
    run_jobs()
    first = linked(ada, held)[0]["reference"]
    mediawiki.wiki.edit("de", "Leuchtturm Hallgrund", "Neuer Text.")
    import_records(cast.alpha, [item("light", lang="DE", wikipedia_url=LIGHT)])
    lena.post("/projects/alpha/references/fetch/", {"refresh": True}, status=201)
    run_jobs()
    assert stored(cast.alpha, "light").reference_id != first
    assert linked(ada, held)[0]["reference"] == first
    assert ada.get(f"/projects/alpha/references/{first}/")["id"] == first


def test_saves_with_unchanged_links_make_no_request(mediawiki, ada, held):
    link(ada, held, LIGHT)
    jobs = Job.objects.count()
    for base in (1, 2, 3):
        link(ada, held, LIGHT, base=base)
    assert (Job.objects.count(), Consultation.objects.count(), Page.objects.count()) == (jobs, 1, 1)


def test_many_pages_are_one_job(mediawiki, ada, held):
    link(ada, held, *[f"https://de.wikipedia.org/wiki/Seite_{n}" for n in range(20)])
    assert Job.objects.filter(kind="fetch_pages").count() == 1
    run_jobs()
    assert {each["state"] for each in linked(ada, held)} == {"missing"}


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("https://de.wikipedia.org/?curid=5", "no_title"),
        ("https://de.wikipedia.org/wiki/Diskussion:A", "namespace"),
        ("https://commons.wikimedia.org/wiki/File:A.jpg", "other_wiki"),
        ("javascript:alert(1)", "scheme"),
        ("https://example.org/", "not_wikipedia"),
        ("https://127.0.0.1:9/#.wikipedia.org/wiki/A", "not_wikipedia"),
        ("https://de.wikipedia.org/wiki/A|B", "bad_title"),
    ],
)
def test_an_invalid_link_is_refused_with_its_reason(ada, held, url, code):
    problem = link(ada, held, LIGHT, url, status=422)
    assert [(each["pointer"], each["code"]) for each in problem["errors"]] == [("/content/links/1/url", code)]
    assert not Page.objects.exists()


def test_other_sources_are_stored_but_never_fetched(mediawiki, cast, ada, held):
    set_project(cast.alpha, other_sources=True)
    assert ada.get("/projects/alpha/")["other_sources"]
    (other,) = link(ada, held, "https://example.org/a?b")
    assert (other["kind"], other["url"], other["state"]) == ("other", "https://example.org/a?b", "none")
    assert pointers(link(ada, held, "http://example.org/", base=1, status=422)) == ["/content/links/0/url"]
    run_jobs()
    assert not mediawiki.requests


@pytest.mark.parametrize("kind", ["500", "reset", "html", "429", "bomb"])
def test_a_failed_page_has_a_reason_and_can_be_retried(mediawiki, ada, held, kind):
    mediawiki.fails(kind)
    link(ada, held, LIGHT)
    run_jobs()
    (failed,) = linked(ada, held)
    assert failed["state"] == "failed"
    assert failed["problem"].endswith(".")
    assert failed["url"] == LIGHT
    mediawiki.works_again()
    again = ada.post(work_path(held, "reference/retry"), {"url": LIGHT})
    assert (again["state"], again["problem"]) == ("waiting", "")
    run_jobs()
    assert linked(ada, held)[0]["state"] == "stored"
    asked = len(mediawiki.requests)
    assert ada.post(work_path(held, "reference/retry"), {"url": LIGHT})["state"] == "stored"
    run_jobs()
    assert len(mediawiki.requests) == asked


def test_after_several_failures_all_waiting_pages_fail(mediawiki, ada, held):
    mediawiki.fails("503")
    link(ada, held, *[f"https://de.wikipedia.org/wiki/Seite_{n}" for n in range(20)])
    run_jobs()
    assert {each["state"] for each in linked(ada, held)} == {"failed"}
    assert len(set(mediawiki.titles)) == 5


def test_an_unexpected_error_does_not_stop_other_pages(mediawiki, ada, held, monkeypatch, caplog):
    from annotation.services.references import snapshots

    real = snapshots._store

    def broken(page, found):
        if page.title == "Leuchtturm Hallgrund":
            raise RuntimeError("an error")
        return real(page, found)

    monkeypatch.setattr(snapshots, "_store", broken)
    link(ada, held, LIGHT, "https://fr.wikipedia.org/wiki/Phare_de_Hallgrund")
    run_jobs()
    assert [each["state"] for each in linked(ada, held)] == ["failed", "stored"]
    assert "an error" in caplog.text


def test_links_are_stored_if_fetching_is_off(ada, held):
    (there,) = link(ada, held, LIGHT)
    assert (there["state"], there["title"]) == ("none", "Leuchtturm Hallgrund")
    assert "turned off" in ada.post(work_path(held, "reference/retry"), {"url": LIGHT}, status=422)["detail"]


def test_links_stored_in_an_older_form_are_read(ada, held):
    link(ada, held, LIGHT)
    old = {"url": LIGHT, "language": "de", "title": "Leuchtturm Hallgrund"}
    AnnotationRevision.objects.update(links=[old])
    assert linked(ada, held)[0]["kind"] == "wikipedia"


@pytest.fixture
def light(cast, mediawiki):
    import_records(cast.alpha, [item("light", lang="DE", wikipedia_url=LIGHT)])
    return hand_over(cast.alpha, cast.ada, stored(cast.alpha, "light"))


def test_an_annotator_can_request_the_page_of_their_item(mediawiki, ada, light):
    assert ada.get(work_path(light, "mine"))["reference"]["state"] == "none"
    assert ada.post(work_path(light, "reference/retry"))["state"] == "waiting"
    assert ada.post(work_path(light, "reference/retry"))["state"] == "waiting"
    assert Job.objects.filter(kind="fetch_pages").count() == 1
    run_jobs()
    reference = ada.get(work_path(light, "mine"))["reference"]
    assert reference["state"] == "stored"
    assert ada.post(work_path(light, "reference/retry")) == reference


def test_a_lead_can_retry_any_item(mediawiki, lena, light):
    assert lena.post(work_path(light, "reference/retry"))["state"] == "waiting"


def test_an_item_without_a_page_cannot_be_retried(mediawiki, ada, held):
    assert ada.post(work_path(held, "reference/retry"), status=422)["detail"]


@pytest.mark.parametrize("url", [LIGHT, "https://example.org/", "javascript:alert(1)"])
def test_only_consulted_pages_can_be_retried(mediawiki, ada, held, url):
    assert ada.send("post", work_path(held, "reference/retry"), {"url": url}).status_code in {404, 422}
    assert not Page.objects.exists()


@pytest.fixture
def read(mediawiki, ada, light):
    """The reference of the item that ada has reserved."""
    ada.post(work_path(light, "reference/retry"))
    run_jobs()
    return ada.get(work_path(light, "mine"))["reference"]


@pytest.mark.parametrize("language", ["ar", "hi", "fr"])
def test_the_page_in_another_language_can_be_requested(mediawiki, ada, read, language):
    address = f"{OTHER}?reference={read['id']}&language={language}"
    named = next(each for each in read["languages"] if each["language"] == language)
    waiting = ada.get(address)
    assert (waiting["state"], waiting["id"], waiting["url"]) == ("waiting", None, named["url"])
    run_jobs()
    there = ada.get(address)
    assert (there["state"], there["language"], there["title"]) == ("stored", language, named["title"])
    assert there["direction"] == ("rtl" if language == "ar" else "ltr")
    assert ada.get(f"/projects/alpha/references/{there['id']}/") == there


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("language=it", 404),
        ("language=127.0.0.1:9/%23", 422),
        ("language=", 422),
        ("", 422),
    ],
)
def test_a_language_without_a_link_is_not_requested(mediawiki, ada, read, query, status):
    asked = len(mediawiki.requests)
    ada.get(f"{OTHER}?reference={read['id']}&{query}", status=status)
    run_jobs()
    assert len(mediawiki.requests) == asked


def test_an_archived_project_has_the_pages_that_were_consulted_and_asks_for_no_others(
    mediawiki, ada, lena, read
):
    consulted = ada.get(f"{OTHER}?reference={read['id']}&language=fr")
    run_jobs()
    lena.put("/projects/alpha/archived/", {"archived": True})
    before, asked = snapshot(), len(mediawiki.requests)
    stored = ada.get(f"{OTHER}?reference={read['id']}&language=fr")
    assert (stored["state"], stored["url"]) == ("stored", consulted["url"])
    ada.get(f"{OTHER}?reference={read['id']}&language=ar", status=404)
    run_jobs()
    assert (snapshot(), len(mediawiki.requests)) == (before, asked)


@pytest.mark.parametrize("reference", ["", "x", "-1", "1.5", "9" * 30, "١"])
def test_another_language_of_an_unknown_reference_is_refused(ada, reference):
    assert ada.send("get", f"{OTHER}?reference={reference}&language=fr").status_code in {404, 422}


def test_references_are_readable_by_those_who_were_shown_them(cast, ada, lena, read):
    path = f"/projects/alpha/references/{read['id']}/"
    assert ada.get(path) == lena.get(path) == read
    Api(cast.bo).get(path, status=404)
    Api(cast.bo).get(f"{OTHER}?reference={read['id']}&language=fr", status=404)
    Api(cast.otto).get(path, status=404)
    Api(cast.otto).get(f"/projects/beta/references/{read['id']}/", status=404)


def test_titles_are_searched_by_prefix(mediawiki, ada):
    answer = ada.get(f"{SEARCH}?language=en&q=hallg")
    assert answer["results"][0] == {
        "language": "en",
        "title": "Hallgrund Lighthouse",
        "url": "https://en.wikipedia.org/wiki/Hallgrund_Lighthouse",
    }
    assert ada.get(f"{SEARCH}?language=en&q=%20Hallg%20") == answer
    assert len(mediawiki.requests) == 1, "The second search is answered from the cache."


@pytest.mark.usefixtures("fresh_cache")
@pytest.mark.parametrize("q", ["", "%20", "%00", "a|b", "%F0%9F%91%A8", "x" * 5_000])
def test_unusual_queries_are_accepted(mediawiki, ada, q):
    assert ada.get(f"{SEARCH}?language=en&q={q}")["results"] == []


@pytest.mark.usefixtures("fresh_cache")
@pytest.mark.parametrize("kind", ["500", "429", "hang", "html", "reset"])
def test_a_failed_search_returns_503(mediawiki, ada, settings, kind):
    settings.WIKIPEDIA_SEARCH_SECONDS = 0.1 if kind == "hang" else 3
    mediawiki.fails(kind)
    assert ada.get(f"{SEARCH}?language=de&q=Leucht", status=503)["detail"].endswith(".")
    assert len(mediawiki.requests) == 1


@pytest.mark.parametrize("language", ["", "xx", "127.0.0.1:9/%23", "de.evil.example", "%00"])
def test_a_search_in_an_unknown_language_is_refused(mediawiki, ada, language):
    problem = ada.get(f"{SEARCH}?language={language}&q=a", status=422)
    assert pointers(problem) == ["/language"]
    assert not mediawiki.requests


def test_concurrent_searches_are_limited(mediawiki, ada, monkeypatch):
    """Request threads stay free for saves."""
    from annotation.services.references import title_search

    monkeypatch.setattr(
        title_search, "_running_searches", type("Full", (), {"acquire": lambda self, blocking: False})()
    )
    assert ada.get(f"{SEARCH}?language=de&q=Busy", status=503)["type"].endswith("busy")
