"""The log of a project's imports, as its leads see it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal, TypedDict

from django.db.models import QuerySet

from annotation.models import Import, Item, Project, ProjectLanguage
from annotation.queries.projects.access import record_format_of
from morelkit.formats.column_mapping import FIELDS, required_fields
from morelkit.formats.record_format import RecordFormat
from morelkit.formats.registry import NAMES
from morelkit.text.languages import NO_LANGUAGE

ImportKind = Import.Kind
ImportState = Import.State
ItemKind = Item.Kind

UPLOADED_KINDS = tuple(kind.value for kind in ImportKind if kind != ImportKind.SOURCE)
"""The kinds of imports on the page of imports. Sources have a page of their own."""

FILE_FORMATS = ("auto", "jsonl", "json", "csv", "tsv")
IMAGES = "images"
"""The format of the entry in `Import.files` that holds the images beside the records."""
FIELD_NAMES = [field.name for field in FIELDS]

WarningCode = Literal["blank_answer", "unreadable", "with_annotations", "without_gold"]


@dataclass(frozen=True)
class ImportField:
    name: Annotated[str, {"enum": FIELD_NAMES}]
    required: bool


class ImportProblem(TypedDict):
    file: str
    line: int
    field: str
    code: str
    detail: str


@dataclass(frozen=True)
class ImportWarningData:
    code: WarningCode
    count: int
    detail: str


@dataclass(frozen=True)
class ImportData:
    id: int
    kind: Annotated[str, {"enum": UPLOADED_KINDS}]
    state: ImportState
    filename: str
    format: Literal["jsonl", "json", "csv", "tsv"]
    encoding: str
    delimiter: str
    columns: list[str]
    mapping: dict[str, str]
    guessed: Annotated[
        dict[str, str], "Of the fields whose column was guessed by its content, not by its name: the column."
    ]
    item_kind: Annotated[ItemKind, "Of items whose record does not say theirs."]
    language: Annotated[
        str, "Of items whose record does not say theirs; blank: they have none, or the project's only one."
    ]
    record_format: Annotated[str, {"enum": NAMES}]
    takes_images: Annotated[bool, "Items of the record format may have images, which come in a zip file."]
    images: Annotated[str, "The name of the zip file or folder with the images; blank: none was given."]
    reference_in_record: Annotated[
        bool, "The record format has a reference of its own, beside the mapped fields."
    ]
    vote_columns: Annotated[
        list[str], "Columns with votes and annotations, and with labels that are compared."
    ]
    fields: list[ImportField]
    preview: list[dict[str, str]]
    done: int
    total: int
    added: int
    unchanged: int
    differing: int
    problems: list[ImportProblem]
    problem_count: int
    warnings: list[ImportWarningData]
    message: str
    created_at: datetime
    created_by: str
    undoable: bool


def imports_of(project: Project) -> QuerySet[Import]:
    """Latest first. Imports of sources are listed with their sources."""
    rows = (
        Import.objects.filter(project=project)
        .exclude(kind=ImportKind.SOURCE)
        .select_related("job", "created_by", "project")
    )
    return rows.order_by("-pk")


def default_language(import_: Import) -> str:
    """Return the spelling of the language of records that say none: that of the import, or else of the project."""
    return import_.language or only_language(import_.project)


def only_language(project: Project) -> str:
    """Return the spelling of the only language of a project closed to others, else "". Records may omit it."""
    allowed = ProjectLanguage.objects.filter(project=project).exclude(language=NO_LANGUAGE)
    spelled = allowed.values_list("spelling", flat=True)[:2]
    return spelled[0] if not project.languages_open and len(spelled) == 1 else ""


def record_files(import_: Import) -> list[dict[str, Any]]:
    """Return the entries of `Import.files` that are files of records."""
    return [each for each in import_.files if each["format"] != IMAGES]


def import_data(import_: Import) -> ImportData:
    """An import as its page shows it."""
    files, job = record_files(import_), import_.job
    file = files[0]
    record_format = record_format_of(import_.project)
    required = required_fields(record_format, default_language(import_))
    if import_.kind == ImportKind.CANDIDATES:
        required |= {"model_id"}
    return ImportData(
        id=import_.pk,
        kind=import_.kind,
        state=ImportState(import_.state),
        filename=file["name"] if len(files) == 1 else f"{file['name']} + {len(files) - 1}",
        format=file["format"],
        encoding=file["encoding"],
        delimiter=file["delimiter"],
        columns=file["columns"],
        mapping=import_.mapping,
        guessed=file.get("guessed", {}),
        item_kind=ItemKind(import_.item_kind),
        language=import_.language,
        record_format=record_format.name,
        takes_images=import_.kind == ImportKind.ITEMS and record_format.images is not None,
        images=next((each["name"] for each in import_.files if each["format"] == IMAGES), ""),
        reference_in_record=(record_format.reference or record_format.images) is not None,
        vote_columns=[each for each in file["columns"] if holds_votes(each, record_format)],
        fields=[ImportField(field.name, required=field.name in required) for field in FIELDS],
        preview=import_.preview,
        done=job.done if job else 0,
        total=job.total if job else 0,
        added=import_.added,
        unchanged=import_.unchanged,
        differing=import_.differing,
        problems=import_.problems,
        problem_count=import_.problem_count,
        warnings=warnings(import_),
        message=job.message if job else "",
        created_at=import_.created_at,
        created_by=import_.created_by.username if import_.created_by else "",
        undoable=import_.state == ImportState.DONE and import_.added > 0 and not import_.worked_on,
    )


def holds_votes(column: str, record_format: RecordFormat) -> bool:
    return column in ("annotations", "annotation_labels") or column in record_format.label_fields


def warnings(import_: Import) -> list[ImportWarningData]:
    return [
        ImportWarningData(code, count, text.format(count))
        for code, text in _WARNINGS.items()
        if (count := import_.warnings.get(code))
    ]


_WARNINGS: dict[WarningCode, str] = {  # in the order in which they are shown
    "blank_answer": "{} answers are nothing but white space.",
    "unreadable": "Of the first lines, {} cannot be read.",
    "with_annotations": "{} records hold annotations or votes, which do not come in with the items: use "
    "import_annotations to bring these in.",
    "without_gold": "{} items are to teach or to check people and came without gold: they are not used.",
}
