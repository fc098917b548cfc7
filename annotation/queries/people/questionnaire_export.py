"""Export of the answers to the questionnaire, under the pseudonyms of raw annotations and releases."""

import csv
import io
from collections.abc import Iterator
from typing import Any

from django.db.models import Count, Q

from annotation.models import Annotator, Item, Project, QuestionnaireAnswer
from annotation.queries.people.questionnaire import QUESTIONS
from morelkit.formats.formula_escaping import escape_formula
from morelkit.formats.item_records import dumps

_COLUMNS = ("annotator", "submitted", *QUESTIONS, "consent_version", "agreed_on")


def answers_csv(project: Project) -> str:
    """Return CSV with a header line; languages are `fr:native en:proficient`. Values like formulas are escaped."""
    output = io.StringIO()
    table = csv.DictWriter(output, _COLUMNS)
    table.writeheader()
    for record in answer_records(project):
        cells = dict(record)
        if isinstance(languages := cells.get("languages"), list):
            cells["languages"] = " ".join(f"{each['language']}:{each['level']}" for each in languages)
        table.writerow({name: escape_formula(value) for name, value in cells.items()})
    return output.getvalue()


def answers_jsonl(project: Project) -> str:
    return "".join(f"{dumps(record)}\n" for record in answer_records(project))


def answer_records(project: Project) -> Iterator[dict[str, Any]]:
    """Yield one record per person who answered, by pseudonym. Questions that they left out are left out.

    `submitted`: number of submitted annotations, without training. Consent has a day and no time, which would tell more
    about who it was.
    """
    work = Q(annotation__submitted__isnull=False) & ~Q(annotation__item__kind=Item.Kind.TRAINING)
    submitted = Count("annotation", filter=work)
    annotators = Annotator.objects.filter(project=project, user__isnull=False)
    rows = {row["user"]: row for row in annotators.annotate(number=submitted).values("user", "key", "number")}
    given = QuestionnaireAnswer.objects.filter(project=project).select_related("questionnaire")
    for answer in sorted(given, key=lambda each: str(rows[each.user_id]["key"])):
        yield {
            "annotator": rows[answer.user_id]["key"],
            "submitted": rows[answer.user_id]["number"],
            **{name: answer.answers[name] for name in QUESTIONS if name in answer.answers},
            "consent_version": answer.questionnaire.version,
            "agreed_on": answer.agreed_at.date().isoformat(),
        }
