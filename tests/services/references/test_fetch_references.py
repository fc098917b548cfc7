"""References are fetched once and never change, and a shown item keeps its reference."""

import json

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
from tests.paths import REFERENCE_DATA, REFERENCE_DATA_REQUIRED
from tests.people import hand_over, join, reserve
from tests.records import import_records, item, stored

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

DE = "https://de.wikipedia.org/wiki/"
LIGHT = f"{DE}Leuchtturm_Hallgrund"
FERRY = f"{DE}Schwebef%C3%A4hre_Falkenm%C3%BCnde"
CAKE = f"{DE}Sandwarfter_Torfkuchen"


@pytest.fixture
def gamma():
    """A project with two items of one page, one of another, one of a missing page, and one without a page."""
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


def test_each_page_is_requested_once_for_all_its_items(mediawiki, gamma):
    outcome = fetch()
    assert (outcome["items"], outcome["served"], outcome["snapshots"], outcome["new"]) == (4, 3, 2, 2)
    assert sorted(mediawiki.titles) == ["Gibt es nicht", "Leuchtturm Hallgrund", "Schwebefähre Falkenmünde"]
    assert stored(gamma, "a").reference == stored(gamma, "b").reference
    assert stored(gamma, "e").reference is None


def test_a_snapshot_has_the_fetched_data(mediawiki, gamma):
    fetch()
    reference = stored(gamma, "a").reference
    page = mediawiki.wiki.pages["de", "Leuchtturm Hallgrund"]
    assert (reference.kind, reference.language, reference.title) == ("wikipedia", "de", page.title)
    assert (reference.url, reference.revision_id) == (LIGHT, "5200330")
    assert (reference.extract, reference.revision_sha1) == (page.extract, page.sha1)
    assert reference.revised_at.isoformat() == "2024-03-02T17:05:41+00:00"
    assert {"language": "fr", "title": "Phare de Hallgrund"}.items() <= reference.languages[-2].items()


def test_missing_pages_are_listed_with_their_items(mediawiki, gamma):
    text = succeeds("fetch_references", "gamma")
    assert "2 snapshots serve 3 of 4 items." in text
    assert "missing: Gibt es nicht (de), d: There is no page with this title." in text


def test_a_second_run_makes_no_request(mediawiki, gamma):
    fetch()
    asked = len(mediawiki.requests)
    again = fetch("--missing")
    assert len(mediawiki.requests) == asked
    assert (again["new"], again["served"]) == (0, 3)
    assert [each["title"] for each in again["missing"]] == ["Gibt es nicht"], "It stays listed."


def test_a_refresh_requests_all_pages_and_keeps_unchanged_snapshots(mediawiki, gamma):
    fetch()
    before = list(Reference.objects.order_by("pk").values())
    outcome = fetch("--refresh")
    assert (outcome["new"], outcome["unchanged"], len(mediawiki.requests)) == (0, 2, 6)
    assert list(Reference.objects.order_by("pk").values()) == before


def test_a_newer_revision_is_a_new_snapshot_and_the_old_one_stays(mediawiki, gamma):
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


def test_a_shown_item_keeps_its_reference(mediawiki, gamma):
    fetch()
    ada = join(gamma, "ada")
    shown = hand_over(gamma, ada, stored(gamma, "a"))
    old = extract_of(gamma, "a")
    mediawiki.wiki.edit("de", "Leuchtturm Hallgrund", "Neuer Text.")
    fetch("--refresh")
    assert extract_of(gamma, "a") == old
    assert extract_of(gamma, "b") == "Neuer Text.", "This item was not shown."
    hand_over(gamma, join(gamma, "bo"), shown)
    assert extract_of(gamma, "a") == old


def test_an_item_shown_without_a_reference_keeps_the_first_fetched_one(mediawiki, gamma):
    hand_over(gamma, join(gamma, "ada"), stored(gamma, "a"))
    fetch()
    first = extract_of(gamma, "a")
    assert first
    mediawiki.wiki.edit("de", "Leuchtturm Hallgrund", "Neuer Text.")
    fetch("--refresh")
    assert extract_of(gamma, "a") == first


def test_a_deleted_page_keeps_its_snapshot(mediawiki, gamma):
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


def test_the_target_of_a_redirect_is_not_requested_again(mediawiki):
    other = create_project("other", preset="mu-shroom")
    addresses = {"f": f"{DE}Hallgrundfeuer", "a": LIGHT}
    import_records(other, [item(name, lang="DE", wikipedia_url=url) for name, url in addresses.items()])
    succeeds("fetch_references", "other")
    assert mediawiki.titles == ["Hallgrundfeuer"]
    assert stored(other, "f").reference == stored(other, "a").reference


def test_a_later_item_gets_the_stored_snapshot(mediawiki, gamma):
    fetch()
    asked = len(mediawiki.requests)
    import_records(gamma, [item("late", lang="DE", wikipedia_url=LIGHT)])
    fetch()
    assert stored(gamma, "late").reference == stored(gamma, "a").reference
    assert len(mediawiki.requests) == asked


def test_the_script_variant_of_a_url_is_kept(mediawiki, gamma):
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
def test_urls_of_other_sites_are_never_requested(mediawiki, gamma, url):
    import_records(gamma, [item("odd", lang="DE", wikipedia_url=url)])
    assert fetch()["items"] == 4
    assert stored(gamma, "odd").page is None
    assert "odd" not in json.dumps([each.params for each in mediawiki.requests])


def test_imported_reference_texts_are_not_replaced(mediawiki, gamma):
    import_records(gamma, [item("text", lang="DE", reference_text="Aus der Datei.", wikipedia_url=LIGHT)])
    fetch()
    assert stored(gamma, "text").reference.kind == "text"


def test_fetching_does_not_change_exports_or_repeated_imports(mediawiki, gamma, tmp_path):
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
def test_a_failed_page_is_reported_and_others_are_fetched(mediawiki, gamma, settings, kind):
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
    assert shown.url == LIGHT, "The link stays."
    settings.WIKIPEDIA_TIMEOUT = settings.WIKIPEDIA_PAGE_SECONDS = 10
    mediawiki.works_again()
    assert fetch()["served"] == 3


@pytest.mark.parametrize(("kind", "tries"), [("hang", 1), ("429", 3), ("503", 3), ("reset", 3)])
def test_a_run_ends_after_several_failures(mediawiki, gamma, settings, kind, tries):
    """The time of a run is limited to that of five pages, however many pages wait."""
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


def test_a_run_ends_after_its_time_limit(mediawiki, gamma, settings):
    settings.WIKIPEDIA_RUN_SECONDS = 0
    assert "0 seconds of one run are over" in fetch(status=1)["message"]
    assert not mediawiki.requests
    settings.WIKIPEDIA_RUN_SECONDS = 60
    assert fetch()["served"] == 3


def test_items_show_the_link_if_fetching_is_off(gamma):
    assert "turned off" in refuses("fetch_references", "gamma")
    shown = item_reference(stored(gamma, "a"))
    assert (shown.state, shown.url, shown.extract) == ("none", LIGHT, "")


def test_a_stopped_run_ends_after_its_current_page(mediawiki, gamma):
    job = start_fetch(gamma, refresh=False)
    run_job(job, lambda done, total: stop_fetch(gamma) if done == 1 else None)
    job.refresh_from_db()
    assert (job.state, len(mediawiki.requests)) == ("stopped", 1)
    assert Page.objects.filter(state="stored").count() == 1
    assert fetch()["served"] == 3


def test_the_worker_runs_a_fetch_that_a_lead_started(mediawiki, gamma):
    job = start_fetch(gamma, refresh=False)
    assert "already" in refuses("fetch_references", "gamma")
    assert run_waiting("references")
    job.refresh_from_db()
    assert (job.state, job.done, job.total) == ("done", 3, 3)
    assert not run_waiting()


def test_fetches_have_their_own_queue(mediawiki, gamma):
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


def test_only_annotators_make_an_item_shown(gamma):
    assert not Item.objects.filter(project=gamma, shown_at__isnull=False).exists()
    import_records(gamma, [{"id": "a", "annotations": {"x": [[0, 3]]}}], "annotations")
    assert stored(gamma, "a").shown_at is None
    assigned = reserve(gamma, join(gamma, "ada"))
    assert Item.objects.get(shown_at__isnull=False) == assigned


@pytest.fixture
def german(mediawiki):
    """The German test items of Mu-SHROOM, and a Wikipedia with the pages they refer to."""
    file = REFERENCE_DATA / "mushroom" / "mushroom.de-tst.v1.extra.jsonl"
    if not file.is_file() and not REFERENCE_DATA_REQUIRED:
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


def test_a_large_page_is_stored_unchanged(mediawiki, gamma):
    text = "".join(f"Zeile {number} 𝔐\n" for number in range(30_000))
    mediawiki.wiki.add(WikiPage("de", "Sandwarfter Torfkuchen", text))
    import_records(gamma, [item("long", lang="DE", wikipedia_url=CAKE)])
    fetch()
    assert extract_of(gamma, "long") == text
    assert Job.objects.get(kind="fetch_references").report == {"new": 3, "missing": 1}
