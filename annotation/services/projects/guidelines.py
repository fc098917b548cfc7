"""Create versions of guidelines, and accept them."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path

from django.conf import settings

from annotation.models import Acceptance, Annotator, Guidelines, Project
from annotation.queries.projects.guidelines import newest_guidelines
from annotation.queries.projects.guidelines_images import image_hashes
from annotation.queries.projects.guidelines_markdown import ImageReference, image_references
from annotation.services.projects.guidelines_images import (
    received_image,
    record_uses,
    shown_images,
    store_image,
)
from annotation.services.projects.project_settings import language_tag, record_changes, touch
from foundation.errors import ConflictError, InvalidError
from foundation.write_transaction import write_transaction


def default_guidelines(preset: str = "") -> str:
    """Return the guidelines of new projects: Markdown, in English.

    Presets without spans, with several span labels or with claims have their own.
    """
    name = _GUIDELINES.get(preset, "default")
    return (Path(settings.FIXTURES_DIR) / "guidelines" / f"{name}.en.md").read_text(encoding="utf-8")


_GUIDELINES = {
    "shroom": "shroom",
    "cap": "cap",
    "shroom-cap": "cap",
    "openhaldet": "openhaldet",
    "visions": "visions",
    "much": "much",
}


def set_guidelines(
    project: Project, language: str, text: str, *, ask_again: bool = False, base_version: int | None = None
) -> Guidelines:
    """Create a version of the guidelines in a language, unless the text is unchanged, and return the latest.

    With `ask_again`, annotators who accepted an earlier version must accept this one before their next item. A blank
    text withdraws the guidelines. `base_version`: the version that the text was written on, 0 for none. Raises
    ConflictError if there is a later one, and InvalidError, with the line, if the text shows an image that is none of
    the project's.
    """
    return _set_guidelines(project, language, text, image_references(text), ask_again, base_version)


def set_guidelines_with_images(
    project: Project, language: str, text: str, images: Path, *, ask_again: bool = False
) -> Guidelines:
    """Upload the images that the text shows from a folder, and set the guidelines. All or nothing is stored.

    `images/NAME` in the text is the file NAME of the folder, unless the project has this image and the folder has not.
    Raises InvalidError, which names each missing file.
    """
    references = image_references(text)
    names = {each.name for each in references} - {""}
    in_folder = {name for name in names if (images / name).is_file()}
    if missing := sorted(names - in_folder - image_hashes(project).keys()):
        raise InvalidError(
            f"Missing files: {', '.join(str(images / each) for each in missing)}.", code="missing"
        )
    with ExitStack() as stack:
        received = [
            stack.enter_context(received_image(project, name, _read(images / name)))
            for name in sorted(in_folder)
        ]
        stack.enter_context(write_transaction())
        for image in received:
            store_image(project, image, rename=False)
        return _set_guidelines(project, language, text, references, ask_again)


def _set_guidelines(
    project: Project,
    language: str,
    text: str,
    references: Sequence[ImageReference],
    ask_again: bool,
    base_version: int | None = None,
) -> Guidelines:
    """Create a version. `references`: the images in the text, found before others wait for the transaction."""
    language = language_tag(language)
    if "\x00" in text:
        raise InvalidError("The text holds the character U+0000.", code="nul")
    text = text if text.strip() else ""
    with write_transaction():
        project = Project.objects.select_for_update().get(pk=project.pk)
        latest = Guidelines.objects.filter(project=project, language=language).order_by("-version").first()
        if latest and latest.text == text:
            return latest
        version = latest.version + 1 if latest else 1
        if base_version is not None and base_version != version - 1:
            raise ConflictError(
                f"The text was written on version {base_version} of the guidelines. The latest is {version - 1}.",
                code="stale_guidelines",
            )
        images = shown_images(project, references)
        created = Guidelines.objects.create(
            project=project, language=language, version=version, text=text, ask_again=ask_again
        )
        record_uses(created, images)
        record_changes(project, {f"guidelines ({language})": (version - 1 or None, version)})
        touch(project)
    return created


def _read(path: Path) -> bytes:
    if path.stat().st_size > settings.MAX_IMAGE_BYTES:
        raise InvalidError(
            f"{path}: An image has at most {settings.MAX_IMAGE_BYTES} bytes.", code="too_large"
        )
    return path.read_bytes()


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
                    "The guidelines have a newer version. Read that one.",
                    code="guidelines_changed",
                )
            Acceptance.objects.get_or_create(
                annotator=annotator, guidelines=row, defaults={"accepted_at": now}
            )
        touch(project)
