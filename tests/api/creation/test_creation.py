"""The creation step over the API: who may choose, what they see, and what is refused."""

import json
import uuid

import pytest
from django.utils import timezone

from annotation.models import Candidate, Item, Membership, Project, Question
from foundation.models import AuditEvent
from tests.api.client import Api
from tests.people import annotator, join
from tests.records import candidate, candidates, import_records

pytestmark = pytest.mark.django_db

ALPHA = "/projects/alpha/"
CREATION = f"{ALPHA}creation/"


@pytest.fixture
def questions(cast):
    import_records(cast.alpha, candidates(3), "candidates")
    return list(Question.objects.filter(project=cast.alpha).order_by("pk"))


def verdict(state, kind, **more):
    question = state["question"]
    body = {"question": question["id"], "candidate": question["candidate"]["id"], "kind": kind}
    return {"verdict_id": str(uuid.uuid4()), **body, **more}


def give(api: Api, state, kind, *, status=200, **more):
    return api.post(f"{CREATION}verdicts/", verdict(state, kind, **more), status=status)


def test_a_lead_chooses_and_undoes(cast, lena, questions):
    first = lena.post(f"{CREATION}next/")
    assert first["question"]["text"] == "Question 1?"
    assert first["question"]["reference"]["title"] == "Page 1"
    assert (first["question"]["candidates"], first["question"]["rejected"]) == (4, 0)
    assert first["last"] is None
    assert set(first["question"]["candidate"]) == {"id", "answer"}
    second = give(lena, first, "reject")
    assert second["question"]["id"] == first["question"]["id"]
    assert second["question"]["rejected"] == 1
    third = give(lena, second, "accept")
    assert third["question"]["text"] == "Question 2?"
    assert third["progress"] == {"questions": 3, "accepted": 1, "unusable": 0, "ran_out": 0}
    assert (third["last"]["kind"], third["last"]["question"]) == ("accept", "Question 1?")
    undone = lena.post(f"{CREATION}verdicts/{third['last']['id']}/undo/")
    assert undone["question"] == second["question"]
    assert undone["last"]["kind"] == "reject"


def test_a_verdict_that_is_sent_twice_is_stored_once(lena, questions):
    state = lena.post(f"{CREATION}next/")
    body = verdict(state, "reject")
    assert lena.post(f"{CREATION}verdicts/", body) == lena.post(f"{CREATION}verdicts/", body)
    other = body | {"kind": "accept"}
    assert lena.post(f"{CREATION}verdicts/", other, status=422)["type"].endswith(":verdict_id")


def test_the_page_learns_that_somebody_else_was_first(cast, lena, questions):
    chooser = join(cast.alpha, "chooser", "lead")
    state = lena.post(f"{CREATION}next/")
    Question.objects.update(held_by=None)
    theirs = Api(chooser).post(f"{CREATION}next/")
    assert theirs["question"] == state["question"]
    assert give(lena, state, "accept", status=409)["type"].endswith(":held")
    give(Api(chooser), theirs, "accept")
    assert give(lena, state, "reject", status=409)["type"].endswith(":decided")
    assert Item.objects.filter(project=cast.alpha, candidate__isnull=False).count() == 1


def test_the_right_is_given_by_a_lead_and_audited(cast, ada, lena, questions):
    assert ada.post(f"{CREATION}next/", status=403)["type"].endswith(":forbidden")
    key = annotator(cast.alpha, cast.ada).key
    person = lena.call("patch", f"{ALPHA}people/{key}/", {"creation": True})
    assert person["creation"] is True
    event = AuditEvent.objects.filter(kind="member_changed").latest("pk")
    assert event.details["changes"] == {"creation": [False, True]}
    assert ada.post(f"{CREATION}next/")["question"]
    assert Question.objects.get(held_by__user=cast.ada)
    lena.call("patch", f"{ALPHA}people/{key}/", {"creation": False})
    assert not Question.objects.filter(held_by__isnull=False).exists()
    ada.get(CREATION, status=403)
    ada.get(f"{CREATION}candidates/", status=403)


def test_an_archived_project_is_read_and_not_changed(cast, lena, questions):
    state = lena.post(f"{CREATION}next/")
    Project.objects.filter(pk=cast.alpha.pk).update(archived_at=timezone.now())
    assert lena.get(CREATION)["questions"] == 3
    assert lena.get(f"{CREATION}questions/")["results"]
    assert lena.post(f"{CREATION}next/", status=403)["type"].endswith(":archived")
    assert give(lena, state, "accept", status=403)["type"].endswith(":archived")


def test_leads_list_questions_by_state(cast, lena, questions):
    state = lena.post(f"{CREATION}next/")
    for _ in range(4):
        state = give(lena, state, "reject")
    state = give(lena, state, "unusable")
    found = {row["state"]: row for row in lena.get(f"{CREATION}questions/")["results"]}
    assert set(found) == {"ran_out", "unusable", "held"}
    assert (found["ran_out"]["candidates"], found["ran_out"]["rejected"]) == (4, 4)
    assert found["unusable"]["verdict"]["by"] == "lena"
    state = give(lena, state, "accept")
    assert state["reason"] == "done"
    (row,) = lena.get(f"{CREATION}questions/?state=accepted")["results"]
    assert row["item"] == Item.objects.get(candidate__isnull=False).pk
    assert lena.get(f"{CREATION}questions/?state=open")["results"] == []


def test_the_names_of_choosers_follow_the_project(cast, lena, questions):
    Project.objects.filter(pk=cast.alpha.pk).update(anonymous=True)
    give(lena, lena.post(f"{CREATION}next/"), "unusable")
    (row,) = lena.get(f"{CREATION}questions/?state=unusable")["results"]
    assert row["verdict"]["by"] == annotator(cast.alpha, cast.lena).key


def test_the_rest_is_exported(cast, lena, questions):
    give(lena, lena.post(f"{CREATION}next/"), "accept")
    for query, count in (("", 12), ("?rest=1", 11)):
        response = lena.send("get", f"{CREATION}candidates/{query}")
        lines = [json.loads(line) for line in b"".join(response.streaming_content).splitlines()]
        assert len(lines) == count
        assert {line["creation"]["state"] for line in lines} == {"undecided", "accepted"} - (
            {"accepted"} if query else set()
        )
    assert AuditEvent.objects.filter(kind="data_exported", details__content="candidates").count() == 2


def test_cards_show_progress_to_those_who_may_choose(cast, ada, lena, questions):
    def creation(api: Api):
        return next(card for card in api.get("/projects/")["results"] if card["slug"] == "alpha")["creation"]

    assert creation(lena) == {"questions": 3, "accepted": 0, "unusable": 0, "ran_out": 0}
    assert creation(ada) is None
    Candidate.objects.all().delete()
    assert creation(lena) is None


def test_candidates_are_imported_on_the_page(cast, lena):
    data = "".join(f"{json.dumps(candidate(number, 'org/a'))}\n" for number in (1, 2)).encode()
    uploaded = lena.upload(cast.alpha, "a.jsonl", data, "candidates")
    assert [field["name"] for field in uploaded["fields"] if field["required"]] == [
        "lang",
        "question",
        "answer",
        "model_id",
    ]
    lena.post(f"{ALPHA}imports/{uploaded['id']}/start/", {"mapping": uploaded["mapping"]})


def test_a_question_of_another_project_is_not_found(cast, lena, questions):
    state = lena.post(f"{CREATION}next/")
    import_records(cast.beta, candidates(1), "candidates")
    theirs = Candidate.objects.filter(project=cast.beta).first()
    give(lena, state, "accept", question=theirs.question_id, candidate=theirs.pk, status=404)
    give(lena, state, "accept", candidate=theirs.pk, status=404)
    assert not Membership.objects.filter(project=cast.beta, user=cast.lena).exists()
