"""Erasing a person: what is deleted, what stays, and who may do it."""

import json
import uuid

import pytest
from axes.models import AccessAttempt
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from annotation.models import (
    Adjudication,
    Annotation,
    AnnotationRevision,
    Annotator,
    Assignment,
    Erasure,
    Item,
    Membership,
    Message,
    Question,
)
from annotation.queries.creation.question_list import candidate_records
from annotation.services.imports.lifecycle import undo_import
from annotation.services.people.erasure import erase_person
from annotation.services.projects.project_settings import set_project
from tests.api.client import Api
from tests.commands import refuses, succeeds
from tests.people import Cast, annotate, annotator, ask, content, join, reserve, save
from tests.records import candidates, import_annotations, import_records
from tests.snapshot import snapshot

pytestmark = pytest.mark.django_db


def where(cast: Cast, user: User) -> str:
    return f"/projects/alpha/people/{annotator(cast.alpha, user).key}/erase/"


def refused(cast: Cast, user: User, status: int, typed: str = "") -> str:
    lena = Api(cast.lena)
    path = where(cast, user)
    before = snapshot()
    problem = lena.post(path, {"username": typed or user.username}, status=status)
    assert snapshot() == before
    return str(problem["type"]).rpartition(":")[2]


def test_erasing_deletes_account_and_free_text_and_keeps_annotations(cast: Cast):
    cast.ada.email = "ada@example.org"
    cast.ada.save()
    AccessAttempt.objects.create(username="ada", ip_address="192.0.2.1", failures_since_start=1)
    annotate(cast.alpha, cast.bo, cast["q-1"], (0, 3), comment="Bo remembers the harbour.")
    annotate(cast.alpha, cast.ada, cast["q-1"], (4, 12), comment="My aunt lives there.")
    save(cast.alpha, cast.ada, cast["q-1"], content((4, 12), comment="She moved."), submit=False)
    ask(cast.alpha, cast.ada, cast["q-1"], "Is this my aunt?")
    held = reserve(cast.alpha, cast.ada)
    assert held
    coverage = Item.objects.get(pk=held.pk).coverage
    mine = annotator(cast.alpha, cast.ada)
    browser = Client()
    browser.force_login(cast.ada)

    Api(cast.lena).post(where(cast, cast.ada), {"username": "ada"}, status=204)

    assert not User.objects.filter(username="ada").exists()
    assert browser.get("/api/v1/session/").json()["user"] is None
    assert not AccessAttempt.objects.filter(username="ada").exists()
    assert Item.objects.get(pk=held.pk).coverage == coverage - 1
    comments = AnnotationRevision.objects.filter(annotation__annotator=mine).values_list("comment", flat=True)
    assert list(comments) == ["[erased]", "[erased]"]
    assert Message.objects.get(thread__project=cast.alpha).text == "[erased]"
    everything = json.dumps(snapshot(), default=str)
    assert "aunt" not in everything
    assert "ada@example.org" not in everything
    assert "Bo remembers" in everything
    left = Annotator.objects.get(pk=mine.pk)
    assert (left.key, left.user) == (mine.key, None)
    assert Annotation.objects.get(annotator=mine).submitted.spans[0]["start"] == 4
    assert Assignment.objects.filter(annotator=mine, state="submitted").count() == 1
    logged = Erasure.objects.get()
    assert (logged.annotator, logged.comments, logged.messages, logged.erased_by) == (left, 2, 1, cast.lena)
    assert [each["username"] for each in Api(cast.lena).get("/projects/alpha/people/")["results"]] == [
        "bo",
        "lena",
    ]
    assert Api(cast.lena).get(f"/projects/alpha/items/{cast['q-1'].pk}/")["n"] == 2


def test_erasing_keeps_verdicts_under_the_pseudonym_and_frees_questions(cast: Cast):
    import_records(cast.alpha, candidates(2), "candidates")
    Membership.objects.filter(user=cast.ada).update(creation=True)
    ada, mine = Api(cast.ada), annotator(cast.alpha, cast.ada)
    question = ada.post("/projects/alpha/creation/next/")["question"]
    body = {"verdict_id": str(uuid.uuid4()), "question": question["id"], "kind": "reject"}
    ada.post("/projects/alpha/creation/verdicts/", body | {"candidate": question["candidate"]["id"]})
    assert Question.objects.filter(held_by=mine).exists()

    Api(cast.lena).post(where(cast, cast.ada), {"username": "ada"}, status=204)

    assert not Question.objects.filter(held_by__isnull=False).exists()
    given = [
        each
        for record in candidate_records(cast.alpha, rest=False)
        for each in record["creation"]["verdicts"]
    ]
    assert [(each["kind"], each["by"]) for each in given] == [("reject", mine.key)]


def test_erasing_requires_the_name_as_confirmation(cast: Cast):
    assert refused(cast, cast.ada, 422, "bo") == "confirm"


def test_a_lead_cannot_erase_a_member_of_another_project(cast: Cast):
    join(cast.beta, "ada")
    assert refused(cast, cast.ada, 403) == "not_only_here"


def test_a_lead_cannot_erase_themselves_or_an_administrator(cast: Cast):
    assert refused(cast, cast.lena, 403) == "forbidden"
    join(cast.alpha, "root")
    assert refused(cast, cast.root, 403) == "not_only_here"


def test_members_of_other_projects_are_not_found(cast: Cast):
    theirs = annotator(cast.beta, cast.otto).key
    Api(cast.lena).post(f"/projects/alpha/people/{theirs}/erase/", {"username": "otto"}, status=404)


def test_the_command_erases_a_person_from_all_projects(cast: Cast):
    join(cast.beta, "ada")
    before = snapshot()
    assert "Type the name" in refuses("erase_person", "ada")
    assert "no account" in refuses("erase_person", "nobody-known", "--confirm", "nobody-known")
    assert "needs a lead" in refuses("erase_person", "lena", "--confirm", "lena")
    assert snapshot() == before
    printed = succeeds("erase_person", "ada", "--confirm", "ada")
    assert "alpha: annotator_" in printed
    assert "beta: annotator_" in printed
    assert Erasure.objects.filter(erased_by=None).count() == 2
    assert not User.objects.filter(username="ada").exists()


@pytest.mark.parametrize("decided", [True, False])
def test_imports_continue_after_the_erasure_of_a_lead_whose_pseudonym_stays(cast: Cast, decided):
    set_project(cast.alpha, adjudication=True)
    lea = join(cast.alpha, "lea", "lead")
    key = annotator(cast.alpha, lea).key
    if decided:
        body = {"revision": 0, "spans": [], "labels": {}, "note": "", "source": "nothing"}
        Api(lea).put(f"/projects/alpha/items/{cast['q-1'].pk}/adjudication/", body)
    erase_person("lea", "lea", timezone.now())
    undo_import(import_annotations(cast.alpha, {"q-2": {"annotator_x": [[0, 3]]}}))
    assert import_annotations(cast.alpha, {"q-2": {"annotator_y": [[0, 3]]}}).state == "done"
    assert Erasure.objects.get(project=cast.alpha).annotator.key == key
    assert not Annotator.objects.filter(key="annotator_x").exists()
    assert Adjudication.objects.filter(curator__key=key).exists() == decided
