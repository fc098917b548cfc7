"""Two people at the same question, verdicts during an import, and undo beside reservations."""

import uuid
from contextlib import suppress

import pytest
from django.utils import timezone

from annotation.models import (
    Assignment,
    Candidate,
    Import,
    Item,
    Membership,
    ProjectLanguage,
    Question,
    Verdict,
)
from annotation.queries.creation.creation_state import drawn_candidate
from annotation.queries.projects.access import access
from annotation.services.creation.verdicts import Kind, NewVerdict, give_verdict, open_question, undo_verdict
from annotation.services.imports.lifecycle import undo_import
from annotation.services.projects.project_settings import create_project
from foundation.errors import ConflictError, NotFoundError
from tests.people import join, reserve
from tests.records import candidates, import_records, items
from tests.services.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)

PEOPLE = ("ada", "bo", "cy", "di")


@pytest.fixture
def gamma():
    project = create_project("gamma", preset="mu-shroom", redundancy=1)
    for name in PEOPLE:
        Membership.objects.filter(user=join(project, name)).update(creation=True)
    import_records(project, candidates(12), "candidates")
    return project


def person(name: str):
    return access(Membership.objects.get(user__username=name).user, "gamma")


def decide_all(name: str) -> int:
    """Accept every second candidate that is shown and reject the others, until there is no question."""
    given = 0
    while question := open_question(person(name), timezone.now()).question:
        kind = Kind.ACCEPT if given % 2 else Kind.REJECT
        shown = drawn_candidate(question)
        assert shown
        give_verdict(person(name), NewVerdict(uuid.uuid4(), question, shown.pk, kind), timezone.now())
        given += 1
    return given


def test_no_question_is_held_by_two(gamma):
    opened = at_once(lambda name: open_question(person(name), timezone.now()).question, PEOPLE)
    assert len(set(opened)) == len(PEOPLE)
    assert None not in opened


def test_one_person_with_several_windows_holds_one(gamma):
    opened = at_once(lambda _: open_question(person("ada"), timezone.now()).question, range(4))
    assert len(set(opened)) == 1
    assert Question.objects.filter(held_by__isnull=False).count() == 1


def test_every_verdict_of_several_people_is_kept(gamma):
    given = at_once(decide_all, PEOPLE)
    assert Verdict.objects.count() == sum(given)
    made = Item.objects.filter(project=gamma)
    assert made.count() == Candidate.objects.filter(state="accepted").count() == 12
    assert sorted(made.values_list("ordinal", flat=True)) == list(range(1, 13))
    assert ProjectLanguage.objects.get(project=gamma).items == 12
    assert not Question.objects.filter(held_by__isnull=False).exists()


def test_of_two_verdicts_on_one_question_one_is_stored(gamma):
    question = Question.objects.first()
    shown = list(question.candidate_set.order_by("pk"))

    def accept(place: int) -> bool:
        new = NewVerdict(uuid.uuid4(), question.pk, shown[place].pk, Kind.ACCEPT)
        try:
            give_verdict(person(PEOPLE[place]), new, timezone.now())
        except ConflictError:
            return False
        return True

    assert at_once(accept, range(4)).count(True) == 1
    assert Item.objects.filter(project=gamma).count() == Verdict.objects.count() == 1


def test_candidates_are_accepted_while_items_are_imported(gamma):
    def work(name: str) -> object:
        if name == "import":
            return import_records(gamma, items(1_200)).state
        return decide_all(name)

    outcome = at_once(work, ["import", "ada"])
    assert outcome[0] == "done"
    ordinals = list(Item.objects.filter(project=gamma).values_list("ordinal", flat=True))
    assert len(ordinals) == len(set(ordinals)) == 1_212


def test_undo_of_an_import_keeps_either_verdicts_or_nothing(gamma):
    import_ = Import.objects.select_related("project").get(project=gamma)

    def work(name: str) -> None:
        with suppress(ConflictError, NotFoundError):
            if name == "undo":
                undo_import(import_)
            else:
                question = Question.objects.first()
                shown = drawn_candidate(question.pk) if question else None
                if question and shown:
                    new = NewVerdict(uuid.uuid4(), question.pk, shown.pk, Kind.ACCEPT)
                    give_verdict(person(name), new, timezone.now())

    at_once(work, ["ada", "undo", "bo"])
    import_.refresh_from_db()
    assert (import_.state == "undone") == (not Verdict.objects.exists())
    assert Item.objects.filter(project=gamma).count() == Verdict.objects.count()


def test_undo_beside_a_reservation_keeps_one_of_them(gamma):
    reader = join(gamma, "reader")
    question = open_question(person("ada"), timezone.now()).question
    shown = drawn_candidate(question)
    give_verdict(person("ada"), NewVerdict(uuid.uuid4(), question, shown.pk, Kind.ACCEPT), timezone.now())
    verdict = Verdict.objects.get()

    def work(name: str) -> None:
        with suppress(ConflictError):
            if name == "undo":
                undo_verdict(person("ada"), verdict.pk, timezone.now())
            else:
                reserve(gamma, reader)

    at_once(work, ["undo", "reserve"])
    verdict.refresh_from_db()
    assert (verdict.undone_at is None) == Assignment.objects.exists()
    assert Item.objects.exists() == Assignment.objects.exists()
