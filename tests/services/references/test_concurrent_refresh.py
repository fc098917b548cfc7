"""Fetches concurrent with reservations and with the worker of a server."""

import threading
from typing import Any

import pytest
from django.utils import timezone

from annotation.models import Item
from annotation.services.annotate.open_item import open_item
from annotation.services.projects.project_settings import create_project
from annotation.services.references import fetch_job
from annotation.services.references.fetch_job import fetch_references, start_fetch
from foundation.jobs import run_waiting
from foundation.models import Job
from tests.people import annotator, join, reserve
from tests.records import import_records, items
from tests.services.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)

LIGHT = "https://de.wikipedia.org/wiki/Leuchtturm_Hallgrund"
PEOPLE = 8


def test_shown_references_stay_during_a_refresh(mediawiki):
    project = create_project("gamma", preset="mu-shroom", redundancy=1)
    import_records(project, items(2 * PEOPLE, lang="DE", wikipedia_url=LIGHT))
    fetch_references(project, refresh=False)
    people = [join(project, f"person-{number}") for number in range(PEOPLE)]
    seen: dict[int, int] = {}

    def work(user) -> None:
        if user is None:
            for edit in range(4):
                mediawiki.wiki.edit("de", "Leuchtturm Hallgrund", f"Fassung {edit}.")
                fetch_references(project, refresh=True)
            return
        assigned = reserve(project, user)
        shown = open_item(project, annotator(project, user), assigned.pk, timezone.now())
        seen[shown.id] = shown.reference.id

    at_once(work, [None, *people])
    assert len(seen) == PEOPLE
    assert seen == dict(Item.objects.filter(pk__in=seen).values_list("pk", "reference"))
    others = Item.objects.filter(shown_at=None).values_list("reference__extract", flat=True)
    assert set(others) == {"Fassung 3."}


def test_a_command_waits_for_the_worker_that_claims_its_run_first(mediawiki, monkeypatch):
    project = create_project("gamma", preset="mu-shroom")
    import_records(project, items(1, lang="DE", wikipedia_url=LIGHT))
    queued, claimed, watched = threading.Event(), threading.Event(), threading.Event()

    def start_and_lose(*arguments: Any, **options: Any) -> Job:
        job = start_fetch(*arguments, **options)
        queued.set()
        assert claimed.wait(30)
        return job

    def until_the_command_waits(request: object) -> None:
        claimed.set()
        watched.wait(30)

    def work(by_command: bool) -> tuple[str, dict[str, int]]:
        if by_command:
            job = fetch_references(project, refresh=False, watch=lambda done, total: watched.set())
        else:
            assert queued.wait(30)
            assert run_waiting("references")
            job = Job.objects.get(kind=fetch_job.KIND)
        return job.state, job.report

    monkeypatch.setattr(fetch_job, "start_fetch", start_and_lose)
    mediawiki.before = until_the_command_waits
    assert at_once(work, [True, False]) == [("done", {"new": 1})] * 2
    assert watched.is_set()
