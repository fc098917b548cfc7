"""Questions get the reference of their candidates, and their pages are fetched."""

import json
import uuid

import pytest
from django.utils import timezone

from annotation.models import Item, Page, Question
from annotation.queries.creation.creation_state import drawn_candidate
from annotation.queries.projects.access import access
from annotation.queries.references.snapshots import item_reference
from annotation.services.creation.verdicts import Kind, NewVerdict, give_verdict, open_question
from annotation.services.projects.project_settings import create_project
from foundation.jobs import run_waiting
from tests.commands import manage
from tests.people import join
from tests.records import candidate, import_records

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

LIGHT = "https://de.wikipedia.org/wiki/Leuchtturm_Hallgrund"


@pytest.fixture
def gamma():
    project = create_project("gamma", preset="mu-shroom")
    records = [candidate(1, model, lang="DE", wikipedia_url=LIGHT) for model in ("a", "b")]
    import_records(project, records, "candidates")
    return project


def here(project):
    return access(join(project, "lena", "lead"), project.slug)


def test_pages_of_questions_are_fetched_like_those_of_items(mediawiki, gamma):
    outcome = json.loads(manage("fetch_references", "gamma", "--json").out)
    assert (outcome["items"], outcome["served"], outcome["snapshots"], outcome["new"]) == (1, 1, 1, 1)
    question = Question.objects.get()
    assert "Hallgrund" in item_reference(question).extract
    lead = here(gamma)
    shown = drawn_candidate(question.pk)
    open_question(lead, timezone.now())
    give_verdict(lead, NewVerdict(uuid.uuid4(), question.pk, shown.pk, Kind.ACCEPT), timezone.now())
    made = Item.objects.get()
    assert (made.reference, made.page) == (question.reference, question.page)
    outcome = json.loads(manage("fetch_references", "gamma", "--json").out)
    assert (outcome["items"], outcome["served"], outcome["snapshots"]) == (1, 1, 1)


def test_the_page_of_a_question_is_requested_when_it_is_opened(mediawiki, gamma):
    lead = here(gamma)
    opened = open_question(lead, timezone.now())
    assert Page.objects.get(question__isnull=False).state == "waiting"
    while run_waiting("pages"):
        pass
    question = Question.objects.get(pk=opened.question)
    assert question.reference
    assert mediawiki.titles == ["Leuchtturm Hallgrund"]


def test_an_address_that_is_no_page_stays_an_address():
    project = create_project("gamma", preset="mu-shroom")
    url = "https://example.org/paper"
    import_records(project, [candidate(1, "a", wikipedia_url=url)], "candidates")
    question = Question.objects.get()
    assert (question.reference_url, question.page, question.reference) == (url, None, None)
    assert item_reference(question) is None
