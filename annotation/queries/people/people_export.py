"""Export of a project's members as CSV."""

import csv
import io
from typing import Any

from annotation.models import Project
from annotation.queries.people.members import Person, people
from annotation.queries.statistics.annotator_comparison import ComparedData, agreement_by_annotator
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
    compared = agreement_by_annotator(project)
    for person in people(project):
        row = _row(person, compared.get(person.key))
        table.writerow({name: escape_formula(value) for name, value in row.items()})
    return output.getvalue()


def _row(person: Person, compared: ComparedData | None) -> dict[str, Any]:
    seen, submitted = person.last_seen, person.submitted
    return {
        **{
            name: getattr(person, name)
            for name in ("key", "username", "name", "role", "submitted", "open", "skipped")
        },
        "languages": " ".join(person.languages),
        "state": "left" if person.ended else "paused" if person.paused else "",
        "joined_at": person.joined_at.isoformat(),
        "last_seen": seen.isoformat() if seen else "",
        "nothing_marked": round(person.empty / submitted, 4) if submitted else "",
        "median_seconds": "" if person.seconds is None else person.seconds,
        "agreement_with_others": round(compared.agreement, 4) if compared else "",
        "shared_items": compared.items if compared else 0,
    }
