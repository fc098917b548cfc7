"""References of items, and the run that fetches them, in the API."""

import pytest

from annotation.models import Item
from foundation.jobs import run_waiting
from foundation.models import Job
from tests.api.client import Api, work_path
from tests.people import hand_over
from tests.records import import_records, item, stored

pytestmark = pytest.mark.django_db

FETCH = "/projects/alpha/references/fetch/"
LIGHT = "https://de.wikipedia.org/wiki/Leuchtturm_Hallgrund"


@pytest.fixture
def light(cast) -> Item:
    """An item with a page as its reference, reserved by ada."""
    import_records(cast.alpha, [item("light", lang="DE", wikipedia_url=f"{LIGHT}#Feuer")])
    return stored(cast.alpha, "light")


def run_jobs() -> None:
    while run_waiting():
        pass


def test_an_unfetched_reference_shows_the_link(ada, cast, light):
    hand_over(cast.alpha, cast.ada, light)
    work_item = ada.get(work_path(light, "mine"))
    assert work_item["reference_url"] == f"{LIGHT}#Feuer"
    reference = work_item["reference"]
    assert (reference["id"], reference["state"], reference["url"]) == (None, "none", LIGHT)
    assert (reference["kind"], reference["language"], reference["direction"]) == ("wikipedia", "de", "ltr")


def test_an_item_without_a_reference_url_has_no_reference(ada, held):
    assert ada.get(work_path(held, "mine"))["reference"] is None


def test_a_fetched_reference_is_part_of_the_item(mediawiki, ada, lena, cast, light):
    lena.post(FETCH, {"refresh": False}, status=201)
    run_jobs()
    hand_over(cast.alpha, cast.ada, light)
    reference = ada.get(work_path(light, "mine"))["reference"]
    page = mediawiki.wiki.pages["de", "Leuchtturm Hallgrund"]
    assert (reference["state"], reference["extract"]) == ("stored", page.extract)
    assert reference["revision_url"] == (
        "https://de.wikipedia.org/w/index.php?title=Leuchtturm_Hallgrund&oldid=5200330"
    )
    assert [each["language"] for each in reference["languages"]] == ["ar", "en", "es", "fr", "hi"]
    assert lena.get(f"/projects/alpha/items/{light.pk}/")["reference"] == reference


def test_a_lead_sees_the_progress_of_a_run(mediawiki, lena, light):
    mediawiki.fails("500")
    started = lena.post(FETCH, {"refresh": False}, status=201)
    assert (started["state"], started["done"], started["problems"]) == ("waiting", 0, [])
    run_jobs()
    ended = lena.get(FETCH)
    assert (ended["id"], ended["state"], ended["done"], ended["total"]) == (started["id"], "done", 1, 1)
    assert ended["failed"] == 1
    (problem,) = ended["problems"]
    assert (problem["items"], problem["code"]) == (["light"], "server_error")
    mediawiki.works_again()
    lena.post(FETCH, {"refresh": False}, status=201)
    run_jobs()
    assert lena.get(FETCH)["problems"] == []


def test_leads_see_the_status_of_references(mediawiki, cast, ada, lena, light):
    state = "/projects/alpha/references/"
    before = lena.get(state)
    assert (before["items"], before["served"], before["snapshots"]) == (1, 0, 0)
    assert (before["enabled"], before["problems"], before["run"]) == (True, [], None)
    import_records(
        cast.alpha, [item("lost", lang="DE", wikipedia_url="https://de.wikipedia.org/wiki/Nirgends")]
    )
    lena.post(FETCH, {"refresh": False}, status=201)
    run_jobs()
    after = lena.get(state)
    assert (after["items"], after["served"], after["snapshots"]) == (2, 1, 1)
    assert [(each["code"], each["items"]) for each in after["problems"]] == [("missing", ["lost"])]
    assert (after["run"]["state"], after["run"]["failed"]) == ("done", 1)
    ada.call("get", state, status=403)
    Api(cast.otto).call("get", state, status=404)


def test_a_second_run_is_refused(mediawiki, lena, light):
    lena.post(FETCH, {"refresh": False}, status=201)
    assert lena.post(FETCH, {"refresh": True}, status=409)["type"].endswith("busy")
    assert Job.objects.filter(kind="fetch_references").count() == 1


def test_a_waiting_run_can_be_stopped(mediawiki, lena, light):
    lena.post(FETCH, {"refresh": False}, status=201)
    assert lena.call("delete", FETCH)["state"] == "stopped"
    run_jobs()
    assert not mediawiki.requests
    assert lena.get(FETCH)["message"] == "It was stopped."


def test_without_a_run_the_response_is_empty(lena):
    assert lena.call("get", FETCH, status=204) is None
    assert lena.call("delete", FETCH, status=204) is None


@pytest.mark.parametrize("body", [{}, {"refresh": "yes"}, {"refresh": 1}, {"refresh": None}])
def test_a_run_needs_a_valid_request(mediawiki, lena, body):
    assert lena.post(FETCH, body, status=422)["errors"][0]["pointer"] == "/refresh"


def test_a_run_is_refused_if_fetching_is_off(lena):
    assert "turned off" in lena.post(FETCH, {"refresh": False}, status=422)["detail"]


def test_a_run_of_another_project_is_hidden(mediawiki, cast, light):
    Api(cast.lena).post(FETCH, {"refresh": False}, status=201)
    assert Api(cast.otto).call("get", "/projects/beta/references/fetch/", status=204) is None


def test_reserving_an_item_fixes_its_reference(mediawiki, ada, lena, cast, light):
    lena.post(FETCH, {"refresh": False}, status=201)
    run_jobs()
    hand_over(cast.alpha, cast.ada, light)
    seen = ada.get(work_path(light, "mine"))["reference"]["id"]
    mediawiki.wiki.edit("de", "Leuchtturm Hallgrund", "Neuer Text.")
    lena.post(FETCH, {"refresh": True}, status=201)
    run_jobs()
    assert ada.get(work_path(light, "mine"))["reference"]["id"] == seen
