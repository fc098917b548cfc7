"""References are fetched once, kept for ever, and everybody who has seen an item keeps what they saw."""

import json
import os

import pytest

from annotation.models import Item, Page, Reference
from annotation.queries.references.snapshots import item_reference
from annotation.services.imports.lifecycle import import_files
from annotation.services.projects.project_settings import create_project
from annotation.services.references.fetch_job import start_fetch, stop_fetch
from foundation.jobs import run_job, run_waiting
from foundation.models import Job
from tests.commands import manage, refuses, succeeds
from tests.mediawiki import Page as WikiPage
from tests.mediawiki import Wiki
from tests.mediawiki.wiki import REFERENCE_DATA
from tests.people import hand_over, join, reserve
from tests.records import import_records, item, stored

pytestmark = pytest.mark.django_db

REQUIRED = os.environ.get("MOREL_REQUIRE_REFERENCE_DATA") == "1"
DE = "https://de.wikipedia.org/wiki/"
LIGHT = f"{DE}Leuchtturm_Hallgrund"
FERRY = f"{DE}Schwebef%C3%A4hre_Falkenm%C3%BCnde"
CAKE = f"{DE}Sandwarfter_Torfkuchen"


@pytest.fixture
def gamma():
    """Two items refer to one page, one to another, one to a page that is not there, one to none."""
    project = create_project("gamma", preset="mu-shroom")
    addresses = {"a": LIGHT, "b": f"{LIGHT}#Feuer", "c": FERRY, "d": f"{DE}Gibt_es_nicht", "e": ""}
    records = [item(name, lang="DE", wikipedia_url=url) for name, url in addresses.items()]
    import_records(project, records)
    return project


def fetch(*options, status=0):
    outcome = manage("fetch_references", "gamma", "--json", *options)
    assert outcome.status == status, outcome
    return json.loads(outcome.out)


def extract_of(project, name):
    reference = stored(project, name).reference
    return reference.extract if reference else None


def test_every_page_is_asked_for_once_and_serves_all_its_items(mediawiki, gamma):
    outcome = fetch()
    assert (outcome["items"], outcome["served"], outcome["snapshots"], outcome["new"]) == (4, 3, 2, 2)
    assert sorted(mediawiki.titles) == ["Gibt es nicht", "Leuchtturm Hallgrund", "Schwebefähre Falkenmünde"]
    assert stored(gamma, "a").reference == stored(gamma, "b").reference
    assert stored(gamma, "e").reference is None


def test_a_snapshot_holds_what_came(mediawiki, gamma):
    fetch()
    reference = stored(gamma, "a").reference
    page = mediawiki.wiki.pages["de", "Leuchtturm Hallgrund"]
    assert (reference.kind, reference.language, reference.title) == ("wikipedia", "de", page.title)
    assert (reference.url, reference.revision_id) == (LIGHT, "5200330")
    assert (reference.extract, reference.revision_sha1) == (page.extract, page.sha1)
    assert reference.revised_at.isoformat() == "2024-03-02T17:05:41+00:00"
    assert {"language": "fr", "title": "Phare de Hallgrund"}.items() <= reference.languages[-2].items()


def test_pages_that_are_not_there_are_named_with_their_items(mediawiki, gamma):
    told = succeeds("fetch_references", "gamma")
    assert "2 snapshots serve 3 of 4 items." in told
    assert "missing: Gibt es nicht (de), d: There is no page with this title." in told


def test_again_nothing_is_asked(mediawiki, gamma):
    fetch()
    asked = len(mediawiki.requests)
    again = fetch("--missing")
    assert len(mediawiki.requests) == asked
    assert (again["new"], again["served"]) == (0, 3)
    assert [each["title"] for each in again["missing"]] == ["Gibt es nicht"], "It is named all the same."


def test_a_refresh_asks_for_all_and_keeps_what_is_the_same(mediawiki, gamma):
    fetch()
    before = list(Reference.objects.order_by("pk").values())
    outcome = fetch("--refresh")
    assert (outcome["new"], outcome["unchanged"], len(mediawiki.requests)) == (0, 2, 6)
    assert list(Reference.objects.order_by("pk").values()) == before


def test_a_newer_revision_is_a_new_snapshot_and_the_old_one_stays_as_it_was(mediawiki, gamma):
    fetch()
    before = Reference.objects.filter(title="Leuchtturm Hallgrund").values().get()
    mediawiki.wiki.edit("de", "Leuchtturm Hallgrund", "Neuer Text.")
    assert fetch("--refresh")["new"] == 1
    assert Reference.objects.filter(pk=before["id"]).values().get() == before
    assert extract_of(gamma, "a") == "Neuer Text."


def test_the_same_text_at_a_newer_revision_is_a_new_snapshot(mediawiki, gamma):
    fetch()
    page = mediawiki.wiki.pages["de", "Leuchtturm Hallgrund"]
    mediawiki.wiki.edit("de", page.title, page.extract)
    assert fetch("--refresh")["new"] == 1
    assert stored(gamma, "a").reference.revision_id == "5200331"


def test_whoever_has_been_shown_an_item_keeps_its_reference(mediawiki, gamma):
    fetch()
    ada = join(gamma, "ada")
    shown = hand_over(gamma, ada, stored(gamma, "a"))
    old = extract_of(gamma, "a")
    mediawiki.wiki.edit("de", "Leuchtturm Hallgrund", "Neuer Text.")
    fetch("--refresh")
    assert extract_of(gamma, "a") == old
    assert extract_of(gamma, "b") == "Neuer Text.", "Nobody had seen this one."
    hand_over(gamma, join(gamma, "bo"), shown)
    assert extract_of(gamma, "a") == old


def test_an_item_first_shown_without_a_reference_keeps_the_first_that_is_fetched(mediawiki, gamma):
    hand_over(gamma, join(gamma, "ada"), stored(gamma, "a"))
    fetch()
    first = extract_of(gamma, "a")
    assert first
    mediawiki.wiki.edit("de", "Leuchtturm Hallgrund", "Neuer Text.")
    fetch("--refresh")
    assert extract_of(gamma, "a") == first


def test_a_page_that_vanishes_leaves_its_snapshot(mediawiki, gamma):
    fetch()
    del mediawiki.wiki.pages["de", "Leuchtturm Hallgrund"]
    outcome = fetch("--refresh")
    assert outcome["served"] == 3
    assert [(each["title"], each["stored"]) for each in outcome["missing"]] == [
        ("Leuchtturm Hallgrund", True),
        ("Gibt es nicht", False),
    ]
    assert item_reference(stored(gamma, "a")).state == "stored"


def test_redirects_lead_to_one_snapshot(mediawiki, gamma):
    import_records(gamma, [item("f", lang="DE", wikipedia_url=f"{DE}hallgrundfeuer")])
    fetch()
    assert stored(gamma, "f").reference == stored(gamma, "a").reference


def test_a_page_that_a_redirect_has_led_to_is_not_asked_for_again(mediawiki):
    other = create_project("other", preset="mu-shroom")
    addresses = {"f": f"{DE}Hallgrundfeuer", "a": LIGHT}
    import_records(other, [item(name, lang="DE", wikipedia_url=url) for name, url in addresses.items()])
    succeeds("fetch_references", "other")
    assert mediawiki.titles == ["Hallgrundfeuer"]
    assert stored(other, "f").reference == stored(other, "a").reference


def test_an_item_that_comes_later_gets_what_is_stored(mediawiki, gamma):
    fetch()
    asked = len(mediawiki.requests)
    import_records(gamma, [item("late", lang="DE", wikipedia_url=LIGHT)])
    fetch()
    assert stored(gamma, "late").reference == stored(gamma, "a").reference
    assert len(mediawiki.requests) == asked


def test_the_script_of_an_address_is_kept(mediawiki, gamma):
    import_records(gamma, [item("zh", lang="ZH", wikipedia_url="https://zh.wikipedia.org/zh-cn/听潮桥灯塔")])
    fetch()
    (request,) = [each for each in mediawiki.requests if each.host == "zh.wikipedia.org"]
    assert request.params["variant"] == "zh-cn"
    assert stored(gamma, "zh").reference.url.startswith("https://zh.wikipedia.org/zh-cn/")


@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1:9/#.wikipedia.org/wiki/A",
        "https://example.org/wiki/A",
        "javascript:alert(1)",
        "https://de.wikipedia.org/wiki/A|B",
        "https://de.wikipedia.org/wiki/Diskussion:A",
        "no address at all",
    ],
)
def test_addresses_of_other_things_are_never_asked(mediawiki, gamma, url):
    import_records(gamma, [item("odd", lang="DE", wikipedia_url=url)])
    assert fetch()["items"] == 4
    assert stored(gamma, "odd").page is None
    assert "odd" not in json.dumps([each.params for each in mediawiki.requests])


def test_texts_that_came_with_an_item_are_left_alone(mediawiki, gamma):
    import_records(gamma, [item("text", lang="DE", reference_text="Aus der Datei.", wikipedia_url=LIGHT)])
    fetch()
    assert stored(gamma, "text").reference.kind == "text"


def test_what_was_imported_is_exported_and_compared_as_before(mediawiki, gamma, tmp_path):
    records = [item("a", lang="DE", wikipedia_url=LIGHT)]
    gold = tmp_path / "gold.jsonl"
    import_records(gamma, [{"id": "a", "annotations": {"x": [[0, 3]]}}], "annotations")
    succeeds("export_gold", "gamma", "--min-annotations", "1", "--extra", "--out", gold)
    before = gold.read_bytes()
    fetch()
    succeeds("export_gold", "gamma", "--min-annotations", "1", "--extra", "--out", gold)
    assert gold.read_bytes() == before
    assert import_records(gamma, records).unchanged == 1
    refused = import_records(gamma, [item("a", lang="DE", wikipedia_url=LIGHT, answer="Else.")])
    assert {each["field"] for each in refused.problems} == {"model_output_text"}


FAULTS = [
    "429",
    "500",
    "403",
    "reset",
    "cut",
    "elsewhere",
    "html",
    "list",
    "empty",
    "maxlag",
    "error",
    "hang",
    "drip",
]


@pytest.mark.parametrize("kind", FAULTS)
def test_a_page_that_cannot_be_had_is_told_and_harms_no_other(mediawiki, gamma, settings, kind):
    if kind in {"hang", "drip"}:
        settings.WIKIPEDIA_TIMEOUT = settings.WIKIPEDIA_PAGE_SECONDS = 0.25
    mediawiki.fails(kind, title="Leuchtturm Hallgrund", retry_after="86400")
    outcome = fetch(status=1)
    (problem,) = outcome["failed"]
    assert problem["items"] == ["a", "b"]
    assert problem["detail"].endswith(".")
    assert outcome["served"] == 1
    shown = item_reference(stored(gamma, "a"))
    assert (shown.state, shown.problem, shown.id) == ("failed", problem["detail"], None)
    assert shown.url == LIGHT, "The link is there."
    settings.WIKIPEDIA_TIMEOUT = settings.WIKIPEDIA_PAGE_SECONDS = 10
    mediawiki.works_again()
    assert fetch()["served"] == 3


@pytest.mark.parametrize(("kind", "tries"), [("hang", 1), ("429", 3), ("503", 3), ("reset", 3)])
def test_where_nothing_answers_a_run_gives_up(mediawiki, gamma, settings, kind, tries):
    """Its time is bounded by that of five pages, whatever their number."""
    settings.WIKIPEDIA_TIMEOUT, settings.WIKIPEDIA_PAGE_SECONDS = 0.02, 0.02 if kind == "hang" else 5
    import_records(gamma, [item(f"p{n}", lang="DE", wikipedia_url=f"{DE}Seite_{n}") for n in range(20)])
    mediawiki.fails(kind, retry_after="86400")
    outcome = fetch(status=1)
    assert "Given up after 5 pages in a row." in outcome["message"]
    assert len(mediawiki.requests) <= 5 * tries
    assert len(outcome["failed"]) == 5
    assert outcome["served"] == 0
    settings.WIKIPEDIA_TIMEOUT = settings.WIKIPEDIA_PAGE_SECONDS = 10
    mediawiki.works_again()
    assert fetch()["served"] == 3


def test_a_run_ends_when_its_time_is_over(mediawiki, gamma, settings):
    settings.WIKIPEDIA_RUN_SECONDS = 0
    assert "0 seconds of one run are over" in fetch(status=1)["message"]
    assert not mediawiki.requests
    settings.WIKIPEDIA_RUN_SECONDS = 60
    assert fetch()["served"] == 3


def test_without_a_network_items_show_the_link(gamma):
    assert "turned off" in refuses("fetch_references", "gamma")
    shown = item_reference(stored(gamma, "a"))
    assert (shown.state, shown.url, shown.extract) == ("none", LIGHT, "")


def test_a_run_can_be_stopped_after_the_page_in_hand(mediawiki, gamma):
    job = start_fetch(gamma, refresh=False)
    run_job(job, lambda done, total: stop_fetch(gamma) if done == 1 else None)
    job.refresh_from_db()
    assert (job.state, len(mediawiki.requests)) == ("stopped", 1)
    assert Page.objects.filter(state="stored").count() == 1
    assert fetch()["served"] == 3


def test_the_worker_does_it_for_leads(mediawiki, gamma):
    job = start_fetch(gamma, refresh=False)
    assert "already" in refuses("fetch_references", "gamma")
    assert run_waiting("references")
    job.refresh_from_db()
    assert (job.state, job.done, job.total) == ("done", 3, 3)
    assert not run_waiting()


def test_the_lane_of_the_fetches_leaves_imports_alone(mediawiki, gamma):
    start_fetch(gamma, refresh=False)
    assert not run_waiting("work")
    assert run_waiting("references")


def test_projects_do_not_share_snapshots(mediawiki, gamma):
    other = create_project("other", preset="mu-shroom")
    import_records(other, [item("a", lang="DE", wikipedia_url=LIGHT)])
    fetch()
    assert stored(other, "a").reference is None
    succeeds("fetch_references", "other")
    assert stored(other, "a").reference.project == other


def test_leads_and_imports_show_an_item_to_nobody(gamma):
    assert not Item.objects.filter(project=gamma, shown_at__isnull=False).exists()
    import_records(gamma, [{"id": "a", "annotations": {"x": [[0, 3]]}}], "annotations")
    assert stored(gamma, "a").shown_at is None
    given = reserve(gamma, join(gamma, "ada"))
    assert Item.objects.get(shown_at__isnull=False) == given


@pytest.fixture
def german(mediawiki):
    """The German test items of the field, and a Wikipedia that holds the pages they refer to."""
    file = REFERENCE_DATA / "mushroom" / "mushroom.de-tst.v1.extra.jsonl"
    if not file.is_file() and not REQUIRED:
        pytest.skip("No reference data: MOREL_REFERENCE_DATA names no folder with mushroom/ and wikipedia/.")
    mediawiki.wiki = Wiki.of_the_reference_data()
    project = create_project("gamma", preset="mu-shroom")
    import_files(project, "items", [file])
    return project


def test_147_snapshots_serve_148_of_the_150_german_items(mediawiki, german):
    outcome = fetch()
    assert (outcome["items"], outcome["served"], outcome["snapshots"], outcome["new"]) == (150, 148, 147, 147)
    assert sorted((each["title"], each["items"]) for each in outcome["missing"]) == [
        ("Diabetes mellitus", ["tst-de-40"]),
        ("Liste der UEFA-Super-Cup-Spiele", ["tst-de-17"]),
    ]
    assert len(mediawiki.requests) == 149
    assert fetch()["new"] == 0
    assert len(mediawiki.requests) == 149


def test_a_large_page_is_kept_to_the_last_character(mediawiki, gamma):
    text = "".join(f"Zeile {number} 𝔐\n" for number in range(30_000))
    mediawiki.wiki.add(WikiPage("de", "Sandwarfter Torfkuchen", text))
    import_records(gamma, [item("long", lang="DE", wikipedia_url=CAKE)])
    fetch()
    assert extract_of(gamma, "long") == text
    assert Job.objects.get(kind="fetch_references").report == {"new": 3, "missing": 1}
