"""The questionnaire about annotators: its questions, what a member sees of it, and what leads see of all answers.

Leads see counts. An answer that fewer than MIN_PEOPLE people gave is not shown: these people are counted together. If
this left a single choice without a number, the rarest shown answer joins them.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Final, Literal, TypedDict, cast, get_args

from django.db.models import Count, QuerySet

from annotation.models import Membership, Project, Questionnaire, QuestionnaireAnswer
from annotation.queries.projects.access import Access

MIN_PEOPLE: Final = 3

QuestionName = Literal["languages", "education", "field", "experience", "age", "note"]
DisclosableQuestion = Literal["languages", "education", "field", "experience", "age"]
LanguageLevel = Literal["native", "proficient", "independent", "basic"]
"""Native, and the bands C, B and A of the Common European Framework of Reference."""

QUESTIONS: Final[tuple[QuestionName, ...]] = get_args(QuestionName)
DISCLOSABLE: Final[tuple[DisclosableQuestion, ...]] = get_args(DisclosableQuestion)
"""Questions whose answer a person may prefer not to give. A note is left empty instead."""

LEVELS: Final[tuple[LanguageLevel, ...]] = get_args(LanguageLevel)
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "education": ("secondary", "vocational", "bachelor", "master", "doctorate", "other"),
    "field": (
        "languages",
        "computing",
        "science",
        "health",
        "social",
        "humanities",
        "law",
        "other",
    ),
    "experience": ("none", "some", "regular", "professional"),
    "age": ("18-24", "25-34", "35-44", "45-54", "55-64", "65+"),
}
"""The answers to choose from, by question."""

UNDISCLOSED: Final = "undisclosed"
"""The answer of a person who prefers not to say."""


class SpokenLanguage(TypedDict):
    language: Annotated[str, "BCP 47, lower case."]
    level: LanguageLevel


@dataclass(frozen=True)
class QuestionnaireAnswers:
    """Empty: not answered. `undisclosed`: questions whose answer the person prefers not to give."""

    languages: list[SpokenLanguage]
    education: Annotated[str, {"enum": ["", *CHOICES["education"]]}]
    field: Annotated[str, {"enum": ["", *CHOICES["field"]]}]
    experience: Annotated[str, {"enum": ["", *CHOICES["experience"]]}]
    age: Annotated[str, {"enum": ["", *CHOICES["age"]]}]
    note: str
    undisclosed: list[DisclosableQuestion]


@dataclass(frozen=True)
class GivenAnswers:
    """`consent`: the text that was agreed to, of `version`."""

    answers: QuestionnaireAnswers
    version: int
    consent: str
    agreed_at: datetime


@dataclass(frozen=True)
class OwnQuestionnaire:
    """`version`: of what is asked now; 0: there has never been a questionnaire."""

    open: Annotated[bool, "Answers are accepted."]
    version: int
    consent: str
    questions: list[QuestionName]
    key: Annotated[str, "The pseudonym that exported answers have."]
    names_hidden: Annotated[bool, "Leads see no names, so that they cannot tell whose pseudonym it is."]
    given: Annotated[GivenAnswers | None, "Null: not answered, or withdrawn."]


@dataclass(frozen=True)
class AnswerCount:
    """How many people gave an answer. `answer`: a choice, “undisclosed”, or a language at `level`."""

    answer: str
    level: Annotated[str, {"enum": ["", "native", "proficient", "independent", "basic"]}]
    people: int


@dataclass(frozen=True)
class AnswerBreakdown:
    """`people`: who answered the question. `other`: those with an answer that is not shown, because few gave it."""

    question: QuestionName
    people: int
    counts: Annotated[list[AnswerCount], "Most frequent first; none for a free text."]
    other: int


@dataclass(frozen=True)
class QuestionnaireVersion:
    version: int
    consent: str
    questions: list[QuestionName]
    created_at: datetime
    people: Annotated[int, "Number of people who agreed to this version and have not withdrawn."]


@dataclass(frozen=True)
class QuestionnaireSummary:
    open: bool
    answered: Annotated[int, "Number of people with stored answers."]
    members: Annotated[int, "Number of current members."]
    min_people: Annotated[int, "An answer of fewer people is not shown alone."]
    breakdowns: list[AnswerBreakdown]
    versions: Annotated[list[QuestionnaireVersion], "Latest first. The first is asked now."]


def latest_questionnaire(project: Project) -> Questionnaire | None:
    return Questionnaire.objects.filter(project=project).order_by("-version").first()


def own_questionnaire(here: Access) -> OwnQuestionnaire:
    latest = latest_questionnaire(here.project)
    given = _answers(here.project).filter(user=here.user).select_related("questionnaire").first()
    return OwnQuestionnaire(
        open=here.project.questionnaire_open,
        version=latest.version if latest else 0,
        consent=latest.consent if latest else "",
        questions=latest.questions if latest else [],
        key=here.annotator.key,
        names_hidden=here.project.anonymous,
        given=GivenAnswers(
            answers=_shown(given.answers),
            version=given.questionnaire.version,
            consent=given.questionnaire.consent,
            agreed_at=given.agreed_at,
        )
        if given
        else None,
    )


def _shown(stored: Mapping[str, Any]) -> QuestionnaireAnswers:
    given = {name: value for name, value in stored.items() if value != UNDISCLOSED}
    return QuestionnaireAnswers(
        languages=given.get("languages", []),
        education=given.get("education", ""),
        field=given.get("field", ""),
        experience=given.get("experience", ""),
        age=given.get("age", ""),
        note=given.get("note", ""),
        undisclosed=[name for name in DISCLOSABLE if stored.get(name) == UNDISCLOSED],
    )


def questionnaire_summary(project: Project) -> QuestionnaireSummary:
    stored = list(_answers(project).values_list("answers", flat=True))
    versions = Questionnaire.objects.filter(project=project).annotate(people=Count("questionnaireanswer"))
    return QuestionnaireSummary(
        open=project.questionnaire_open,
        answered=len(stored),
        members=Membership.objects.filter(project=project, ended_at__isnull=True).count(),
        min_people=MIN_PEOPLE,
        breakdowns=answer_breakdowns(stored),
        versions=[
            QuestionnaireVersion(row.version, row.consent, row.questions, row.created_at, row.people)
            for row in versions.order_by("-version")
        ],
    )


def answer_breakdowns(stored: Iterable[Mapping[str, Any]]) -> list[AnswerBreakdown]:
    """Return the counts of each question that somebody answered, from stored answers."""
    stored = list(stored)
    found = []
    for question in QUESTIONS:
        given = [answers[question] for answers in stored if question in answers]
        if given:
            found.append(_breakdown(question, [_single_answers(question, value) for value in given]))
    return found


def _single_answers(question: str, value: Any) -> set[tuple[str, str]]:
    """Return the answers that one person gave to a question, each with the level of a language."""
    if value == UNDISCLOSED:
        return {(UNDISCLOSED, "")}
    if question == "languages":
        return {(each["language"], each["level"]) for each in value}
    return set() if question == "note" else {(value, "")}


def _breakdown(question: str, given: list[set[tuple[str, str]]]) -> AnswerBreakdown:
    numbers = Counter(answer for person in given for answer in person)
    frequent = sorted(
        (answer for answer, number in numbers.items() if number >= MIN_PEOPLE),
        key=lambda answer: (-numbers[answer], answer),
    )
    shown = frequent[: _most_shown(question, hidden=len(frequent) < len(numbers))]
    return AnswerBreakdown(
        question=cast("QuestionName", question),
        people=len(given),
        counts=[AnswerCount(*answer, numbers[answer]) for answer in shown],
        other=sum(1 for person in given if person - set(shown)),
    )


def _most_shown(question: str, *, hidden: bool) -> int | None:
    """Return how many answers may be shown, if some are hidden: a single choice left would tell which one it is."""
    return len(CHOICES[question]) - 1 if hidden and question in CHOICES else None


def _answers(project: Project) -> "QuerySet[QuestionnaireAnswer]":
    return QuestionnaireAnswer.objects.filter(project=project)
