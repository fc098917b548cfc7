"""The questionnaire about annotators: consent, who reads what, counts, export, withdrawal and erasure."""

import csv
import io
import json
from typing import Any

import pytest
from django.utils import timezone

from annotation.models import Membership, Questionnaire, QuestionnaireAnswer
from annotation.queries.people.questionnaire import answer_breakdowns
from annotation.services.projects.archiving import set_archived
from annotation.services.projects.project_settings import create_project, set_project
from foundation.models import AuditEvent
from tests.api.client import Api
from tests.people import Cast, annotate, annotator
from tests.snapshot import snapshot

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]

HERE = "/projects/alpha/questionnaire/"
MINE = f"{HERE}mine/"
CONSENT = "We describe our annotators in the paper, in numbers only."
ANSWERS: dict[str, Any] = {
    "languages": [
        {"language": "ar", "level": "native"},
        {"language": "pt_BR", "level": "independent"},
    ],
    "age": "25-34",
    "note": "I grew up in Fez.",
    "undisclosed": ["education"],
}


def opened(cast: Cast, version: int = 0, status: int = 200, **changes: Any) -> Any:
    questions = ["languages", "education", "age", "note"]
    body = {"open": True, "consent": CONSENT, "questions": questions, "version": version, **changes}
    return Api(cast.lena).put(HERE, body, status=status)


def answered(user: Any, status: int = 200, version: int = 1, agreed: bool = True, **answers: Any) -> Any:
    body = {"version": version, "agreed": agreed, "answers": answers or ANSWERS}
    return Api(user).put(MINE, body, status=status)


def refused(user: Any, **answers: Any) -> list[str]:
    problem = answered(user, 422, **answers)
    assert not QuestionnaireAnswer.objects.exists()
    return [each["pointer"] for each in problem["errors"]]


def exported(cast: Cast) -> list[dict[str, Any]]:
    response = Api(cast.lena).send("GET", f"{HERE}answers/?as=jsonl")
    return [json.loads(line) for line in response.content.splitlines()]


def test_the_questionnaire_is_off_until_a_lead_opens_it(cast: Cast):
    ada = Api(cast.ada)
    assert ada.get("/projects/alpha/")["questionnaire"] == "closed"
    mine = ada.get(MINE)
    assert (mine["open"], mine["version"], mine["given"]) == (False, 0, None)
    assert answered(cast.ada, 409)["type"].endswith("closed")

    summary = opened(cast)
    assert (summary["open"], summary["answered"], summary["members"]) == (True, 0, 3)
    assert ada.get("/projects/alpha/")["questionnaire"] == "invited"
    assert [each["questionnaire"] for each in ada.get("/projects/")["results"]] == ["invited"]
    event = AuditEvent.objects.filter(kind="settings_changed").latest("pk")
    assert event.details["changes"]["questionnaire"] == [False, True]
    assert "paper" not in json.dumps(event.details)


def test_answers_are_stored_with_the_text_that_was_agreed_to(cast: Cast):
    opened(cast)
    given = answered(cast.ada)["given"]
    assert given["answers"] == {
        "languages": [
            {"language": "ar", "level": "native"},
            {"language": "pt-br", "level": "independent"},
        ],
        "education": "",
        "field": "",
        "experience": "",
        "age": "25-34",
        "note": "I grew up in Fez.",
        "undisclosed": ["education"],
    }
    assert (given["version"], given["consent"]) == (1, CONSENT)
    assert Api(cast.ada).get("/projects/alpha/")["questionnaire"] == "open"
    assert Api(cast.ada).get("/projects/alpha/mine/statistics/")["questionnaire_answered"] is True

    # Another text is another version: the stored answers stay under the first, until they are given again.
    opened(cast, 1, consent="Now we publish single answers too.")
    mine = Api(cast.ada).get(MINE)
    assert (mine["version"], mine["given"]["version"], mine["given"]["consent"]) == (2, 1, CONSENT)
    assert answered(cast.ada, 409)["type"].endswith("stale")
    assert answered(cast.ada, version=2, age="35-44")["given"]["version"] == 2
    people = [(each["version"], each["people"]) for each in Api(cast.lena).get(HERE)["versions"]]
    assert people == [(2, 1), (1, 0)]


def test_opening_again_without_a_change_makes_no_version(cast: Cast):
    opened(cast)
    opened(cast, 1, open=False)
    opened(cast, 1)
    assert Questionnaire.objects.count() == 1
    assert opened(cast, 0, 409)["type"].endswith("stale")


def test_without_consent_nothing_is_stored(cast: Cast):
    opened(cast)
    assert answered(cast.ada, 422, agreed=False)["errors"][0]["pointer"] == "/agreed"
    assert not QuestionnaireAnswer.objects.exists()


@pytest.mark.parametrize(
    ("answers", "pointer"),
    [
        ({"experience": "some"}, "/answers/experience"),
        ({"age": "25-34", "undisclosed": ["age"]}, "/answers/age"),
        ({"note": "  "}, "/answers"),
        ({"languages": [{"language": "??", "level": "basic"}]}, "/answers/languages/0/language"),
        (
            {"languages": [{"language": "fr", "level": "basic"}, {"language": "FR", "level": "native"}]},
            "/answers/languages/1/language",
        ),
        ({"age": "200"}, "/answers/age"),
        ({"note": "x" * 501}, "/answers/note"),
        ({"undisclosed": ["note"]}, "/answers/undisclosed/0"),
    ],
)
def test_wrong_answers_are_refused_by_name(cast: Cast, answers: dict[str, Any], pointer: str):
    opened(cast)
    assert refused(cast.ada, **answers) == [pointer]


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"consent": "  "}, "/consent"),
        ({"questions": []}, "/questions"),
        ({"consent": "x" * 5_001}, "/consent"),
    ],
)
def test_a_lead_must_say_why_and_what_is_asked(cast: Cast, changes: dict[str, Any], pointer: str):
    assert opened(cast, status=422, **changes)["errors"][0]["pointer"] == pointer
    assert not Questionnaire.objects.exists()


def test_a_member_sees_only_their_own_answers_and_others_none(cast: Cast):
    opened(cast)
    answered(cast.ada)
    assert Api(cast.bo).get(MINE)["given"] is None
    for path in (HERE, f"{HERE}answers/"):
        assert "Fez" not in json.dumps(Api(cast.bo).get(path, status=403))
        Api(cast.otto).get(path, status=404)
        Api().get(path, status=401)
    Api(cast.otto).get(MINE, status=404)
    Api().get(MINE, status=401)
    assert "Fez" not in json.dumps(Api(cast.lena).get(HERE))
    assert "Fez" not in json.dumps(Api(cast.lena).get("/projects/alpha/people/"))
    Api(cast.bo).call("DELETE", MINE, status=204)
    assert QuestionnaireAnswer.objects.get().user == cast.ada


def test_the_invitation_is_dismissed_for_good(cast: Cast):
    opened(cast)
    ada = Api(cast.ada)
    ada.post(f"{HERE}dismiss/", status=204)
    opened(cast, 1, consent="Another text.")
    assert ada.get("/projects/alpha/")["questionnaire"] == "open"
    assert Api(cast.bo).get("/projects/alpha/")["questionnaire"] == "invited"


def test_answers_are_withdrawn_at_any_time(cast: Cast):
    opened(cast)
    answered(cast.ada)
    opened(cast, 1, open=False)
    set_archived(cast.alpha, True, timezone.now())
    Api(cast.ada).call("DELETE", MINE, status=204)
    assert not QuestionnaireAnswer.objects.exists()
    assert Api(cast.ada).get(MINE)["given"] is None
    assert Api(cast.lena).get(HERE)["answered"] == 0


def test_the_export_has_pseudonyms_and_no_names(cast: Cast):
    opened(cast)
    annotate(cast.alpha, cast.ada, cast["q-1"], (0, 3))
    answered(cast.ada)
    answered(cast.bo, note="=HYPERLINK(1)")
    keys = {user: annotator(cast.alpha, user).key for user in (cast.ada, cast.bo)}
    rows = {row["annotator"]: row for row in exported(cast)}
    assert rows.keys() == set(keys.values())
    of_ada = rows[keys[cast.ada]]
    assert {**of_ada, "agreed_on": ""} == {
        "annotator": keys[cast.ada],
        "submitted": 1,
        "languages": [
            {"language": "ar", "level": "native"},
            {"language": "pt-br", "level": "independent"},
        ],
        "education": "undisclosed",
        "age": "25-34",
        "note": "I grew up in Fez.",
        "consent_version": 1,
        "agreed_on": "",
    }
    text = Api(cast.lena).send("GET", f"{HERE}answers/").content.decode()
    table = {row["annotator"]: row for row in csv.DictReader(io.StringIO(text))}
    assert table[keys[cast.ada]]["languages"] == "ar:native pt-br:independent"
    assert table[keys[cast.bo]]["note"] == "'=HYPERLINK(1)"
    assert "ada" not in text
    assert AuditEvent.objects.filter(kind="data_exported").count() == 2


def test_erasing_a_person_deletes_their_answers(cast: Cast):
    opened(cast)
    answered(cast.ada)
    answered(cast.bo, age="45-54")
    path = f"/projects/alpha/people/{annotator(cast.alpha, cast.ada).key}/erase/"
    Api(cast.lena).post(path, {"username": "ada"}, status=204)
    assert QuestionnaireAnswer.objects.get().user == cast.bo
    assert "Fez" not in json.dumps(snapshot(), default=str)


def test_a_member_who_left_still_counts_and_answers_no_more(cast: Cast):
    opened(cast)
    answered(cast.ada)
    Membership.objects.filter(user=cast.ada).update(ended_at=cast.ada.date_joined)
    summary = Api(cast.lena).get(HERE)
    assert (summary["answered"], summary["members"]) == (1, 2)
    assert [row["age"] for row in exported(cast)] == ["25-34"]
    answered(cast.ada, 404)


def test_a_project_like_another_has_no_questionnaire(cast: Cast):
    opened(cast)
    cast.alpha.refresh_from_db()
    assert not create_project("delta", like=cast.alpha).questionnaire_open


def test_annotators_are_told_whether_leads_see_names(cast: Cast):
    opened(cast)
    assert Api(cast.ada).get(MINE)["names_hidden"] is False
    set_project(cast.alpha, anonymous=True)
    mine = Api(cast.ada).get(MINE)
    assert (mine["names_hidden"], mine["key"]) == (True, annotator(cast.alpha, cast.ada).key)


def test_an_answer_of_fewer_than_three_people_is_not_shown():
    ages = ["25-34"] * 4 + ["35-44"] * 3 + ["65+"] * 2 + ["undisclosed"]
    (age,) = answer_breakdowns({"age": each} for each in ages)
    assert [(each.answer, each.people) for each in age.counts] == [("25-34", 4), ("35-44", 3)]
    assert (age.people, age.other) == (10, 3)


def test_a_single_hidden_choice_takes_the_rarest_shown_one_with_it():
    # Four of the five possible answers are frequent, so that the two other people could only have given the fifth.
    frequent = {"none": 5, "some": 4, "regular": 3, "undisclosed": 6}
    given = [name for name, number in frequent.items() for _ in range(number)] + ["professional"] * 2
    (experience,) = answer_breakdowns({"experience": each} for each in given)
    shown = [(each.answer, each.people) for each in experience.counts]
    assert shown == [("undisclosed", 6), ("none", 5), ("some", 4)]
    assert experience.other == 5


def test_languages_are_counted_by_person_and_level():
    both = [{"language": "fr", "level": "native"}, {"language": "en", "level": "proficient"}]
    basque = {"language": "eu", "level": "basic"}
    (languages,) = answer_breakdowns(
        [{"languages": both}, {"languages": both}, {"languages": [*both, basque]}, {"languages": [basque]}]
    )
    shown = [(each.answer, each.level, each.people) for each in languages.counts]
    assert shown == [("en", "proficient", 3), ("fr", "native", 3)]
    assert (languages.people, languages.other) == (4, 2)


def test_a_note_is_never_counted():
    (note,) = answer_breakdowns([{"note": "Hello."}] * 5)
    assert (note.people, note.counts, note.other) == (5, [], 0)
