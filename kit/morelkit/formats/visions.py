"""SHROOM-visions records: Mu-SHROOM's fields, images in the place of a page, and labels that name their span label."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from morelkit.formats.mushroom import MUSHROOM
from morelkit.formats.record_format import ImagesOfRecord, NamedImage, literal

_IMAGE: Final = "image"
_ALTERNATIVE: Final = "image_alt"


def read_images(row: Mapping[str, Any]) -> ImagesOfRecord:
    """Return the images that the record names. Both fields hold one text, or a list of texts."""
    names, texts = _listed(row.get(_IMAGE)), _listed(row.get(_ALTERNATIVE))
    if names is None or not all(each.strip() for each in names):
        detail = f"“{_IMAGE}” must be the path of an image, or a list of paths."
        return ImagesOfRecord(faults=((_IMAGE, "not_text", detail),))
    if texts is None:
        detail = f"“{_ALTERNATIVE}” must be a text, or a list of texts."
        return ImagesOfRecord(faults=((_ALTERNATIVE, "not_text", detail),))
    if len(texts) not in (0, len(names)):
        detail = f"“{_ALTERNATIVE}” has {len(texts)} texts for {len(names)} images. Give one for each."
        return ImagesOfRecord(faults=((_ALTERNATIVE, "wrong_number", detail),))
    return ImagesOfRecord(
        tuple(NamedImage(name, text) for name, text in zip(names, texts or [""] * len(names), strict=True))
    )


def _listed(value: object) -> list[str] | None:
    """Return the texts of a field, none if it is absent or null; None if it holds anything else.

    Tables have a list as a text that holds one, and so have releases in which other records have one text.
    """
    if value is None or value == "":
        return []
    if isinstance(value, str) and value.startswith("["):
        found = literal(value)
        value = found if isinstance(found, list) else value
    values = value if isinstance(value, list) else [value]
    texts = [each for each in values if isinstance(each, str)]
    return texts if len(texts) == len(values) else None


VISIONS: Final = replace(MUSHROOM, name="visions", images=read_images, names_span_labels=True)
