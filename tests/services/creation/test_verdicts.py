"""Verdicts: holding, the draw, accepting, rejecting, undo, and what becomes of a question."""

import json
import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from annotation.models import Candidate, Item, Membership, ProjectLanguage, Question, Verdict
from annotation.models.item import seeded_rank
from annotation.queries.annotate.counted_items import item_record
from annotation.queries.creation.creation_state import creation_progress, drawn_candidate
from annotation.queries.creation.question_list import candidate_records
from annotation.queries.projects.access import access
from annotation.queries.projects.assignees import assignees
from annotation.services.creation.verdicts import (
    HOLD,
    Kind,
    NewVerdict,
    give_verdict,
    open_question,
    undo_verdict,
)
from annotation.services.people.members import change_member
from annotation.services.projects.project_settings import create_project
from foundation.errors import ConflictError, ForbiddenError, InvalidError, NotFoundError
from morelkit.formats.item_records import write_item
from morelkit.release.splits import SplitPlan
from tests.people import annotate, annotator, join, reserve
from tests.records import candidate, candidates, import_records, item
from tests.services.releases.building import build, records

pytestmark = pytest.mark.django_db

NOW = timezone.now()


class Chooser:
    """A person who chooses candidates."""

    def __init__(self, project, name: str, role: str = "annotator") -> None:
        self.project = project
        self.user = join(project, name, role)
        Membership.objects.filter(project=project, user=self.user).update(creation=True)

    @property
    def here(self):
        return access(self.user, self.project.slug)

    def open(self, now=NOW):
        return open_question(self.here, now)

    def give(self, kind, *, question=None, shown=None, verdict_id=None, now=NOW) -> Verdict:
        question = question or self.open(now).question
        shown = shown or drawn_candidate(question).pk
        new = NewVerdict(verdict_id or uuid.uuid4(), question, shown, Kind(kind))
        give_verdict(self.here, new, now)
        return Verdict.objects.get(annotator=self.here.annotator, verdict_id=new.verdict_id)

    def undo(self, verdict, now=NOW) -> None:
        undo_verdict(self.here, verdict.pk, now)


@pytest.fixture
def gamma():
    project = create_project("gamma", preset="mu-shroom", redundancy=1)
    import_records(project, candidates(3), "candidates")
    return project


@pytest.fixture
def ada(gamma):
    return Chooser(gamma, "ada")


@pytest.fixture
def bo(gamma):
    return Chooser(gamma, "bo")


def test_the_accepted_candidate_becomes_the_item(gamma, ada):
    shown = drawn_candidate(ada.open().question)
    ada.give("accept")
    made = Item.objects.get(project=gamma)
    found = Candidate.objects.get(pk=shown.pk)
    assert (found.state, found.item) == ("accepted", made)
    assert made.question == "Question 1?"
    assert made.model_id == found.model_id
    metadata = json.loads(made.metadata)
    assert metadata["model_config"] == {"temperature": 0.7, "top_p": 0.9}
    assert metadata["model_output_logits"] == [-0.5, -1.25, -3.0]
    assert made.page.title == "Page 1"
    assert ProjectLanguage.objects.get(project=gamma).items == 1
    assert reserve(gamma, join(gamma, "cy")) == made
    record = write_item(item_record(made, made.reference))
    assert {**record, "id": None} == {**candidate(1, found.model_id), "id": None}


def test_an_accepted_candidate_without_a_reference_gets_that_of_its_question(gamma, ada):
    bare = {key: value for key, value in candidate(9, "org/z").items() if key != "wikipedia_url"}
    text = {"reference_text": "What is known.", "reference_title": "Nine"}
    import_records(gamma, [bare], "candidates")
    import_records(gamma, [{**candidate(9, "org/y"), **text}], "candidates")
    question = Question.objects.get(text="Question 9?")
    ada.give("accept", question=question.pk, shown=question.candidate_set.get(model_id="org/z").pk)
    made = Item.objects.get(project=gamma)
    assert made.reference.extract == "What is known."
    record = write_item(item_record(made, made.reference))
    assert record["reference_text"] == "What is known."
    assert record["wikipedia_url"] == candidate(9, "")["wikipedia_url"]


def test_candidates_are_drawn_by_seeded_ranks(gamma, ada):
    question = ada.open().question
    expected = sorted(
        Candidate.objects.filter(question=question),
        key=lambda each: seeded_rank(gamma.seed, f"candidate:{each.external_id}"),
    )
    drawn = []
    for _ in expected:
        drawn.append(drawn_candidate(question))
        ada.give("reject", question=question)
    assert drawn == expected


def test_each_candidate_is_drawn_first_about_equally_often():
    project = create_project("many", preset="mu-shroom")
    import_records(project, candidates(200), "candidates")
    first = [drawn_candidate(question.pk).model_id for question in Question.objects.filter(project=project)]
    # 50 are expected, with a standard deviation of 6.1: beyond five of them in one run of a hundred thousand.
    assert all(20 <= first.count(model) <= 80 for model in set(first))
    assert len(set(first)) == 4


def test_a_question_without_candidates_left_runs_out_until_others_are_added(gamma, ada):
    question = ada.open().question
    for _ in range(4):
        ada.give("reject")
    assert Question.objects.get(pk=question).state == "open"
    assert creation_progress(ada.here).ran_out == 1
    assert ada.open().question != question
    import_records(gamma, [candidate(1, "org/e")], "candidates")
    assert creation_progress(ada.here).ran_out == 0
    Question.objects.exclude(pk=question).update(state="unusable")
    assert ada.open().question == question


def test_candidates_that_are_added_later_do_not_reopen_a_decided_question(gamma, ada):
    ada.give("unusable")
    ada.give("accept")
    import_records(gamma, [candidate(1, "org/e"), candidate(2, "org/e")], "candidates")
    assert list(Question.objects.order_by("pk").values_list("state", flat=True)) == [
        "unusable",
        "accepted",
        "open",
    ]
    assert Question.objects.get(pk=ada.open().question).text == "Question 3?"


def test_each_question_is_held_by_one_person(ada, bo):
    first, second = ada.open().question, bo.open().question
    assert first != second
    assert ada.open().question == first
    with pytest.raises(ConflictError, match="Someone else is working"):
        bo.give("accept", question=first)
    assert not Item.objects.exists()


def test_nobody_holds_more_than_one_question(gamma, ada, bo):
    verdict = ada.give("accept")
    ada.open()
    ada.undo(verdict)
    assert Question.objects.filter(held_by=ada.here.annotator).count() == 1
    assert ada.open().question == verdict.question_id


def test_when_others_hold_all_that_is_left_there_is_none(gamma, ada, bo):
    Question.objects.exclude(text="Question 1?").update(state="unusable")
    ada.open()
    assert (bo.open().question, bo.open().reason) == (None, "held")
    assert bo.open(NOW + HOLD + timedelta(seconds=1)).question == Question.objects.get(text="Question 1?").pk


def test_a_late_verdict_counts_unless_somebody_else_has_the_question(ada, bo):
    late = NOW + HOLD + timedelta(minutes=1)
    question = ada.open().question
    shown = drawn_candidate(question).pk
    ada.give("reject", question=question, shown=shown, now=late)
    later = late + HOLD + timedelta(minutes=1)
    assert bo.open(later).question == question
    with pytest.raises(ConflictError, match="Someone else is working"):
        ada.give("reject", question=question, now=later)


def test_a_verdict_that_arrives_twice_is_stored_once(ada):
    first = ada.give("reject")
    ada.give("reject", question=first.question_id, shown=first.candidate_id, verdict_id=first.verdict_id)
    assert Verdict.objects.count() == 1
    with pytest.raises(InvalidError, match="Another verdict has this id"):
        ada.give("accept", question=first.question_id, shown=first.candidate_id, verdict_id=first.verdict_id)


def test_a_decided_question_or_candidate_is_not_decided_again(ada):
    rejected = ada.give("reject")
    with pytest.raises(ConflictError, match="this candidate already"):
        ada.give("accept", question=rejected.question_id, shown=rejected.candidate_id)
    ada.give("unusable")
    with pytest.raises(ConflictError, match="this question already"):
        ada.give("accept", question=rejected.question_id)


def test_undo_in_reverse_order_restores_everything(gamma, ada):
    verdicts = [ada.give(kind) for kind in ("reject", "reject", "accept", "unusable")]
    with pytest.raises(ConflictError, match="later verdict"):
        ada.undo(verdicts[0])
    for verdict in reversed(verdicts):
        ada.undo(verdict)
        ada.undo(verdict)
        assert ada.open().question == verdict.question_id
        assert drawn_candidate(verdict.question_id).pk == verdict.candidate_id
    assert not Item.objects.exists()
    assert ProjectLanguage.objects.get(project=gamma).items == 0
    assert Verdict.objects.filter(undone_at__isnull=False, undone_by=ada.here.annotator).count() == 4
    assert set(Candidate.objects.values_list("state", flat=True)) == {"undecided"}
    ada.give("accept")


def test_accepting_cannot_be_undone_once_the_item_is_annotated(gamma, ada):
    verdict = ada.give("accept")
    made = Item.objects.get()
    other = join(gamma, "cy")
    assert reserve(gamma, other) == made
    with pytest.raises(ConflictError, match="An annotator works on the item"):
        ada.undo(verdict)
    annotate(gamma, other, made, (0, 3))
    with pytest.raises(ConflictError, match="has been annotated"):
        ada.undo(verdict)
    assert Candidate.objects.get(pk=verdict.candidate_id).item == made


def test_accepting_cannot_be_undone_once_a_release_may_contain_the_item(gamma, ada):
    """A split of items that nobody has annotated contains it, and releases can be rebuilt from the database."""
    other = join(gamma, "cy")
    ada.give("accept")
    annotate(gamma, other, reserve(gamma, other), (0, 3))
    verdict = ada.give("accept")
    release = build(gamma, splits=SplitPlan(unannotated="train").to_json())
    assert len(records(release, "unlabelled/en.train.jsonl")) == 1
    with pytest.raises(ConflictError, match="Release “v1” may contain the item"):
        ada.undo(verdict)
    ada.undo(ada.give("accept", now=timezone.now()))


def test_an_expired_reservation_does_not_prevent_undo(gamma, ada):
    verdict = ada.give("accept")
    reserve(gamma, join(gamma, "cy"))
    Item.objects.get().assignment_set.update(state="expired", slot=None, expires_at=None)
    ada.undo(verdict)
    assert not Item.objects.exists()


def test_only_leads_undo_what_others_decided(gamma, ada, bo):
    verdict = ada.give("accept")
    with pytest.raises(ForbiddenError):
        bo.undo(verdict)
    Chooser(gamma, "lena", "lead").undo(verdict)
    with pytest.raises(ConflictError, match="Someone else is working"):
        ada.give("reject", question=verdict.question_id)


def test_people_choose_in_their_languages_and_not_in_closed_ones(gamma, ada):
    import_records(gamma, [candidate(7, "org/a", lang="AR")], "candidates")
    arabic = Question.objects.get(language="ar")
    Membership.objects.filter(user=ada.user).update(languages=["ar"])
    assert ada.open().question == arabic.pk
    with pytest.raises(NotFoundError):
        ada.give("accept", question=Question.objects.filter(language="en").first().pk)
    assert creation_progress(ada.here).questions == 1
    ProjectLanguage.objects.filter(language="ar").update(closed=True)
    Question.objects.update(held_by=None)
    assert ada.open().reason == "done"


def test_a_paused_person_gets_no_new_question(gamma, ada):
    Membership.objects.filter(user=ada.user).update(paused_at=NOW)
    assert (ada.open().question, ada.open().reason) == (None, "paused")


def test_who_loses_the_right_holds_nothing(gamma, ada):
    join(gamma, "lena", "lead")
    ada.open()
    change_member(gamma, annotator(gamma, ada.user).key, NOW, creation=False)
    assert not Question.objects.filter(held_by__isnull=False).exists()
    assert not ada.here.may_create


def test_an_item_with_the_id_of_a_candidate_prevents_accepting(gamma, ada):
    question = ada.open().question
    shown = drawn_candidate(question)
    import_records(gamma, [item(shown.external_id)])
    with pytest.raises(ConflictError, match="was imported since"):
        ada.give("accept", question=question)
    assert Question.objects.get(pk=question).state == "open"
    assert not Verdict.objects.exists()


def test_balanced_samples_take_accepted_candidates(gamma, ada):
    type(gamma).objects.filter(pk=gamma.pk).update(assignment="balanced")
    verdict = ada.give("accept")
    assert Item.objects.get().reservable
    assert ProjectLanguage.objects.get(project=gamma).items == 1
    ada.undo(verdict)
    assert ProjectLanguage.objects.get(project=gamma).items == 0


def test_an_accepted_candidate_goes_to_the_member_whom_its_field_names():
    field = "model_config.asker"
    project = create_project("delta", preset="mu-shroom", assignment="field", assignment_field=field)
    import_records(project, [candidate(1, "m-1", model_config={"asker": "CY"})], "candidates")
    cy = join(project, "cy")
    Chooser(project, "dee").give("accept")
    assert assignees(project).assigned == 1
    assert reserve(project, cy) == Item.objects.get()


def test_all_candidates_are_exported_with_their_state(gamma, ada):
    ada.give("reject")
    accepted = ada.give("accept")
    ada.undo(ada.give("reject"))
    records = list(candidate_records(gamma, rest=False))
    assert len(records) == 12
    first = [record for record in records if record["model_input"] == "Question 1?"]
    assert [record["creation"]["draw"] for record in first] == [1, 2, 3, 4]
    assert [record["creation"]["state"] for record in first] == [
        "rejected",
        "accepted",
        "undecided",
        "undecided",
    ]
    assert first[1]["creation"]["verdicts"] == [
        {"kind": "accept", "by": ada.here.annotator.key, "at": accepted.made_at.isoformat()}
    ]
    undone = next(record for record in records if record["model_input"] == "Question 2?")
    assert undone["creation"]["verdicts"][0]["undone_at"]
    assert first[0].keys() - {"creation", "id"} == candidate(1, "").keys()
    assert len(list(candidate_records(gamma, rest=True))) == 11


def test_exported_candidates_are_imported_again_without_what_became_of_them(gamma, ada):
    ada.give("reject")
    ada.give("accept")
    exported = list(candidate_records(gamma, rest=False))
    again = import_records(gamma, exported, "candidates")
    assert (again.added, again.unchanged, again.problems) == (0, 12, [])
    other = create_project("delta", preset="mu-shroom")
    assert import_records(other, exported, "candidates").added == 12
    Chooser(other, "cy").give("accept")
    assert "creation" not in write_item(item_record(Item.objects.get(project=other), None))
