"""Export of a project's members as CSV."""

import csv
import io
from typing import Any

from annotation.models import Project
from annotation.queries.people.members import Person, people
from annotation.queries.statistics.annotator_statistics import (
    AnnotatorWithoutAccount,
    ComparedData,
    compared_people,
)
from morelkit.formats.formula_escaping import escape_formula

_COLUMNS = (
    "key",
    "username",
    "name",
    "role",
    "languages",
    "state",
    "joined_at",
    "last_seen",
    "submitted",
    "open",
    "skipped",
    "nothing_marked",
    "median_seconds",
    "agreement_with_others",
    "shared_items",
)


def people_csv(project: Project) -> str:
    """Return CSV with a header line. Shares are from 0 to 1, times in ISO 8601."""
    output = io.StringIO()
    table = csv.DictWriter(output, _COLUMNS)
    table.writeheader()
    found = compared_people(project)
    compared = {each.key: each for each in found.results}
    rows = [_row(person, compared.get(person.key)) for person in people(project)]
    rows += [_row_without_account(each, compared.get(each.key)) for each in found.without_account]
    for row in rows:
        table.writerow({name: escape_formula(value) for name, value in row.items()})
    return output.getvalue()


def _row(person: Person, compared: ComparedData | None) -> dict[str, Any]:
    seen = person.last_seen
    return {
        **{
            name: getattr(person, name)
            for name in ("key", "username", "name", "role", "submitted", "open", "skipped")
        },
        "languages": " ".join(person.languages),
        "state": "left" if person.ended else "paused" if person.paused else "",
        "joined_at": person.joined_at.isoformat(),
        "last_seen": seen.isoformat() if seen else "",
        "nothing_marked": _share(person.empty, person.empty_of),
        "median_seconds": "" if person.seconds is None else person.seconds,
        **_agreement(compared),
    }


def _row_without_account(annotator: AnnotatorWithoutAccount, compared: ComparedData | None) -> dict[str, Any]:
    return {
        "key": annotator.key,
        "name": annotator.key,
        "role": "erased" if annotator.erased else "imported",
        "submitted": annotator.submitted,
        "nothing_marked": _share(annotator.empty, annotator.submitted),
        **_agreement(compared),
    }


def _share(part: int, whole: int) -> float | str:
    return round(part / whole, 4) if whole else ""


def _agreement(compared: ComparedData | None) -> dict[str, Any]:
    return {
        "agreement_with_others": round(compared.agreement, 4) if compared else "",
        "shared_items": compared.items if compared else 0,
    }
