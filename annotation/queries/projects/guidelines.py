"""Guidelines, their acceptances, and which of them an annotator must accept."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, TypeVar

from django.db.models import Count, Exists, OuterRef, QuerySet

from annotation.models import Acceptance, Annotator, Guidelines, Membership, Project
from annotation.queries.projects.access import Access, languages_of

T = TypeVar("T")


@dataclass(frozen=True)
class GuidelinesData:
    language: str
    version: int
    html: Annotated[str, "Safe: rendered from Markdown and sanitized here."]
    accepted: Annotated[int, "The newest version one has accepted; 0: none."]
    to_read: Annotated[bool, "To be accepted before the next item."]


@dataclass(frozen=True)
class GuidelinesVersion:
    version: int
    created_at: datetime
    ask_again: bool
    accepted: Annotated[int, "Annotators who have accepted this version."]


@dataclass(frozen=True)
class GuidelinesText:
    """The Markdown text of the latest version, for its authors. `version` is 0 if there is none.

    `people`: annotators to whom these guidelines apply. `versions`: newest first.
    """

    language: str
    version: int
    text: str
    people: int
    versions: list[GuidelinesVersion]


def newest_guidelines(project: Project) -> dict[str, Guidelines]:
    """Return the latest guidelines by language, without withdrawn ones."""
    return {row.language: row for row in _newest(project)}


def _newest(project: Project) -> QuerySet[Guidelines]:
    """Return the latest version of each language, unless its text is blank, which withdraws the guidelines."""
    later = Guidelines.objects.filter(
        project=project, language=OuterRef("language"), version__gt=OuterRef("version")
    )
    rows = Guidelines.objects.filter(~Exists(later), project=project)
    return rows.exclude(text="").order_by("language")


def best_for(language: str, by_language: Mapping[str, T]) -> T | None:
    """Return the value for the language, its base language (zh for zh-hant), English, or the first; else None."""
    for tag in (language, language.partition("-")[0], "en", *sorted(by_language)):
        if tag in by_language:
            return by_language[tag]
    return None


def to_read(here: Access) -> list[Guidelines]:
    """Return the guidelines that the annotator must accept before the next item.

    They apply to an open language with items, and the annotator has accepted no version of them, or a later version
    asks again.
    """
    # This runs before every item, so the long texts are not loaded.
    newest = {row.language: row for row in _newest(here.project).defer("text")}
    if not newest:
        return []
    working_in = [row.language for row in here.my_language_rows if row.items and not row.closed]
    wanted = {row.language: row for tag in working_in if (row := best_for(tag, newest))}
    accepted = accepted_versions(here.annotator)
    unread = [row for language, row in wanted.items() if row.version > accepted.get(language, 0)]
    asks = _asking_again(here.project)
    return [
        row
        for row in unread
        if row.language not in accepted or asks.get(row.language, 0) > accepted[row.language]
    ]


def accepted_versions(annotator: Annotator) -> dict[str, int]:
    """Return the latest version that the annotator has accepted, by language."""
    rows = Acceptance.objects.filter(annotator=annotator)
    return dict(
        rows.order_by("guidelines__version").values_list("guidelines__language", "guidelines__version")
    )


ACCEPTED_FIELDS = ("guidelines__version", "guidelines__language", "guidelines_id")


def accepted_for(language: str, rows: Iterable[list[Any]] | None) -> int | None:
    """Return the primary key of the latest accepted guidelines that apply to items of the language.

    `rows`: ACCEPTED_FIELDS of the annotator's acceptances.
    """
    return best_for(language, {tag: pk for _, tag, pk in sorted(rows or ())})


def shown_guidelines(here: Access, render: Callable[[str], str]) -> list[GuidelinesData]:
    """Return the latest version in every language. `render` converts Markdown to safe HTML."""
    unread = {row.pk for row in to_read(here)}
    accepted = accepted_versions(here.annotator)
    return [
        GuidelinesData(
            language=row.language,
            version=row.version,
            html=render(row.text),
            accepted=accepted.get(row.language, 0),
            to_read=row.pk in unread,
        )
        for row in newest_guidelines(here.project).values()
    ]


def guidelines_text(project: Project, language: str) -> GuidelinesText:
    """Return the latest text in the language, and the number of acceptances of each version."""
    rows = list(Guidelines.objects.filter(project=project, language=language).order_by("-version"))
    readers = _readers(project, language)
    accepted = dict(
        Acceptance.objects.filter(guidelines__in=rows, annotator__user__in=readers)
        .values_list("guidelines")
        .annotate(people=Count("pk"))
    )
    return GuidelinesText(
        language=language,
        version=rows[0].version if rows else 0,
        text=rows[0].text if rows else "",
        people=len(readers),
        versions=[
            GuidelinesVersion(row.version, row.created_at, row.ask_again, accepted.get(row.pk, 0))
            for row in rows
        ],
    )


def _asking_again(project: Project) -> dict[str, int]:
    rows = Guidelines.objects.filter(project=project, ask_again=True).order_by("version")
    return dict(rows.values_list("language", "version"))


def _readers(project: Project, language: str) -> set[int]:
    """Return the users who annotate in a language to which these guidelines apply."""
    guidelines_of = {tag: tag for tag in (*newest_guidelines(project), language)}
    tags = [row.language for row in languages_of(project)]
    covered = {tag for tag in tags if best_for(tag, guidelines_of) == language}
    members = Membership.objects.filter(
        project=project, role=Membership.Role.ANNOTATOR, ended_at__isnull=True
    )
    return {user for user, mine in members.values_list("user", "languages") if covered & set(mine or tags)}
