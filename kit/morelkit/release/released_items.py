"""Items as releases write them, and what identifies an item in a released record.

A release must be verifiable without the mapping of columns of its imports, so id, answer and language of its records
are under the keys of their format.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from morelkit.formats.item_records import ItemRecord
from morelkit.formats.mushroom import MUSHROOM
from morelkit.formats.record_format import RecordFormat
from morelkit.release.item_labels import renamed_field


def released_item(item: ItemRecord, external_id: str, record_format: RecordFormat = MUSHROOM) -> ItemRecord:
    """Return the item with this id, and with id, answer and language under the keys of the format.

    An imported id that was missing or a number is in the metadata and is dropped if it differs.
    """
    own_id = item.external_id
    if item.key_order:
        item = _with_keys(item, record_format)
    key = record_format.key("id")
    imported = item.metadata.get(key)
    metadata = item.metadata
    if key in metadata and (imported in (None, "") or str(imported) != external_id):
        metadata = {name: value for name, value in metadata.items() if name != key}
    if record_format.ids_by_row and external_id != own_id and key not in item.key_attributes:
        keys = item.key_order if key in item.key_order else (key, *item.key_order)
        item = replace(item, key_order=keys, key_attributes={**item.key_attributes, key: "external_id"})
    return replace(item, external_id=external_id, metadata=metadata)


def _with_keys(item: ItemRecord, record_format: RecordFormat) -> ItemRecord:
    for attribute, key in (
        ("external_id", record_format.key("id")),
        ("answer", record_format.key("answer")),
        ("language", record_format.key("lang")),
    ):
        if record_format.renames:
            stored: str | None = key if key in item.key_order else None
        else:
            held = item.key_attributes.items()
            stored = next((name for name, each in held if each == attribute), None)
        if stored is None:
            if attribute == "answer" or (attribute == "language" and record_format.needs_language):
                item = _with_key(item, key, attribute, record_format)
        elif stored != key:
            item = _with_renamed_key(item, stored, key)
    return item


def _with_key(item: ItemRecord, key: str, attribute: str, record_format: RecordFormat) -> ItemRecord:
    """Return the item with another key: the answer at the end, the language after the id."""
    keys = list(item.key_order)
    id_key = record_format.key("id")
    place = len(keys) if attribute == "answer" else keys.index(id_key) + 1 if id_key in keys else 0
    keys.insert(place, key)
    attributes = {} if record_format.renames else {**item.key_attributes, key: attribute}
    return replace(item, key_order=tuple(keys), key_attributes=attributes)


def _with_renamed_key(item: ItemRecord, old: str, new: str) -> ItemRecord:
    """Return the item with a key renamed. Another field of the new name is renamed too."""
    names = {old: new}
    if new in item.key_order:
        names[new] = renamed_field(new, item.key_order)
    return replace(
        item,
        key_order=tuple(names.get(key, key) for key in item.key_order),
        key_attributes={names.get(key, key): each for key, each in item.key_attributes.items()},
        metadata={names.get(key, key): value for key, value in item.metadata.items()},
    )


def spelled_language(record: Mapping[str, Any], record_format: RecordFormat) -> str:
    """Return the language in a record; "" if it has none."""
    language = record.get(record_format.key("lang"))
    return language if isinstance(language, str) else ""


def identity(record: Mapping[str, Any], record_format: RecordFormat, external_id: str) -> dict[str, Any]:
    """Return id and lang of a record in files about it. `external_id`: of records that are written without one."""
    language = spelled_language(record, record_format)
    return {
        "id": record.get(record_format.key("id"), external_id),
        **({"lang": language} if language else {}),
    }
