"""Set up the questionnaire about annotators, and answer it, change the answers, withdraw them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from annotation.models import Membership, Project, Questionnaire, QuestionnaireAnswer
from annotation.queries.people.questionnaire import (
    CHOICES,
    QUESTIONS,
    UNDISCLOSED,
    latest_questionnaire,
)
from annotation.queries.projects.access import Access
from annotation.services.projects.project_settings import record_changes, touch
from foundation.errors import ConflictError, FieldError, InvalidError, wrong_field
from foundation.write_transaction import write_transaction
from morelkit.text.languages import LanguageError, canonical

MAX_CONSENT: Final = 5_000
MAX_NOTE: Final = 500
MAX_LANGUAGES: Final = 20


def set_questionnaire(
    project: Project, *, is_open: bool, consent: str, questions: Sequence[str], base_version: int
) -> Project:
    """Open or close the questionnaire. A change of the consent text or of the questions adds a version.

    Stored answers stay, with the text that they were given under. `base_version`: the version that was edited, 0 for
    none. Raises InvalidError, and ConflictError if there is a later version.
    """
    consent = consent.strip()
    if not consent:
        raise wrong_field("consent", "State why you ask and how the answers are used.", "blank")
    if len(consent) > MAX_CONSENT:
        raise wrong_field("consent", f"The text has at most {MAX_CONSENT:,} characters.", "too_long")
    asked = [name for name in QUESTIONS if name in questions]
    if not asked:
        raise wrong_field("questions", "Choose at least one question.", "blank")
    with write_transaction():
        project = Project.objects.select_for_update().get(pk=project.pk)
        latest = latest_questionnaire(project)
        version = latest.version if latest else 0
        if version != base_version:
            raise ConflictError(
                f"Another lead has changed the questionnaire: it is at version {version}. Load it again.",
                code="stale",
            )
        before = (
            project.questionnaire_open,
            latest.questions if latest else [],
            latest.consent if latest else "",
        )
        if latest is None or (latest.questions, latest.consent) != (asked, consent):
            Questionnaire.objects.create(
                project=project, version=version + 1, consent=consent, questions=asked
            )
        project.questionnaire_open = is_open
        project.save(update_fields=["questionnaire_open"])
        record_changes(
            project,
            {
                "questionnaire": (before[0], is_open),
                "questions": (", ".join(before[1]), ", ".join(asked)),
                "consent": (before[2], consent),
            },
        )
        touch(project)
    return project


def answer_questionnaire(
    here: Access, *, version: int, agreed: bool, answers: Mapping[str, Any], now: datetime
) -> None:
    """Store the member's answers instead of earlier ones, with their consent to the text of `version`.

    `answers`: as `QuestionnaireAnswers`. Raises InvalidError, and ConflictError if the questionnaire is closed or has
    another version by now.
    """
    if not agreed:
        raise wrong_field("agreed", "Answers are stored only if you agree to the text.", "consent")
    with write_transaction():
        project = Project.objects.select_for_update().get(pk=here.project.pk)
        latest = latest_questionnaire(project)
        if latest is None or not project.questionnaire_open:
            raise ConflictError("The questionnaire is closed: it takes no answers.", code="closed")
        if latest.version != version:
            raise ConflictError(
                "A lead has changed the text or the questions. Read the text again, and then send your answers.",
                code="stale",
            )
        stored = _checked(answers, latest.questions)
        QuestionnaireAnswer.objects.update_or_create(
            project=project,
            user=here.user,
            defaults={"questionnaire": latest, "answers": stored, "agreed_at": now},
        )
        dismiss_invitation(here)


def withdraw_answers(here: Access) -> None:
    """Delete the member's answers, and the record of their consent. They are not invited again."""
    with write_transaction():
        QuestionnaireAnswer.objects.filter(project=here.project, user=here.user).delete()


def dismiss_invitation(here: Access) -> None:
    """Invite the member no more."""
    with write_transaction():
        Membership.objects.filter(pk=here.membership.pk).update(questionnaire_dismissed=True)


def _checked(answers: Mapping[str, Any], asked: Sequence[str]) -> dict[str, Any]:
    """Return the given answers by question, as they are stored. Raises InvalidError, which names each wrong one."""
    given = {name: value for name in QUESTIONS if (value := answers.get(name))}
    undisclosed = answers.get("undisclosed", [])
    errors = [
        FieldError(f"/answers/{name}", "not_asked", "This is not asked.")
        for name in {**given, **dict.fromkeys(undisclosed)}
        if name not in asked
    ]
    errors += [
        FieldError(f"/answers/{name}", "both", "Give an answer, or prefer not to say.")
        for name in undisclosed
        if name in given
    ]
    if "note" in undisclosed:
        errors.append(FieldError("/answers/undisclosed", "note", "Leave the note empty instead."))
    errors += [
        FieldError(f"/answers/{name}", "choice", f"“{str(given[name])[:40]}” is none of the choices.")
        for name, choices in CHOICES.items()
        if name in given and given[name] not in choices
    ]
    if len(given.get("note", "")) > MAX_NOTE:
        errors.append(FieldError("/answers/note", "too_long", f"The note has at most {MAX_NOTE} characters."))
    if "languages" in given:
        given["languages"], wrong = _languages(given["languages"])
        errors += wrong
    if errors:
        raise InvalidError(errors[0].detail, code=errors[0].code, errors=errors)
    stored: dict[str, Any] = {name: value for name, value in given.items() if name != "note" or value.strip()}
    stored |= dict.fromkeys(undisclosed, UNDISCLOSED)
    if not stored:
        raise wrong_field("answers", "Answer at least one question.", "blank")
    return stored


def _languages(given: Sequence[Mapping[str, str]]) -> tuple[list[dict[str, str]], list[FieldError]]:
    """Return the languages with stored tags, and the problems."""
    if len(given) > MAX_LANGUAGES:
        return [], [FieldError("/answers/languages", "too_many", f"Name at most {MAX_LANGUAGES} languages.")]
    found: dict[str, str] = {}
    errors = []
    for place, each in enumerate(given):
        at = f"/answers/languages/{place}/language"
        try:
            tag = canonical(each["language"].strip())
        except LanguageError as problem:
            errors.append(FieldError(at, "language", str(problem)))
            continue
        if tag in found:
            errors.append(FieldError(at, "repeated", f"“{tag}” is named twice."))
        found[tag] = each["level"]
    return [{"language": tag, "level": level} for tag, level in found.items()], errors
