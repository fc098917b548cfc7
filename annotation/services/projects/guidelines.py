"""Create versions of guidelines, and accept them."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from django.conf import settings

from annotation.models import Acceptance, Annotator, Guidelines, Project
from annotation.queries.projects.guidelines import newest_guidelines
from annotation.services.projects.project_settings import language_tag, record_changes, touch
from foundation.errors import ConflictError, InvalidError
from foundation.write_transaction import write_transaction


def default_guidelines() -> str:
    """Return the guidelines of new projects: Markdown, in English."""
    return (Path(settings.FIXTURES_DIR) / "guidelines" / "default.en.md").read_text(encoding="utf-8")


def set_guidelines(project: Project, language: str, text: str, *, ask_again: bool = False) -> Guidelines:
    """Create a version of the guidelines in a language, unless the text is unchanged, and return the latest.

    With `ask_again`, annotators who accepted an earlier version must accept this one before their next item. A blank
    text withdraws the guidelines.
    """
    language = language_tag(language)
    if "\x00" in text:
        raise InvalidError("The text holds the character U+0000.", code="nul")
    text = text if text.strip() else ""
    with write_transaction():
        latest = Guidelines.objects.filter(project=project, language=language).order_by("-version").first()
        if latest and latest.text == text:
            return latest
        version = latest.version + 1 if latest else 1
        created = Guidelines.objects.create(
            project=project, language=language, version=version, text=text, ask_again=ask_again
        )
        record_changes(project, {f"guidelines ({language})": (version - 1 or None, version)})
        touch(project)
    return created


def accept_guidelines(
    project: Project, annotator: Annotator, versions: Mapping[str, int], now: datetime
) -> None:
    """Record that the annotator accepts these versions, by language. Raises ConflictError if one is outdated."""
    with write_transaction():
        newest = newest_guidelines(project)
        for language, version in versions.items():
            row = newest.get(language)
            if row is None or row.version != version:
                raise ConflictError(
                    "There is another version of the guidelines by now: read that one.",
                    code="guidelines_changed",
                )
            Acceptance.objects.get_or_create(
                annotator=annotator, guidelines=row, defaults={"accepted_at": now}
            )
        touch(project)
