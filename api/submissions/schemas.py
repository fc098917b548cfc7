"""Requests for submissions."""

from collections.abc import Mapping
from typing import IO, Any

import orjson
from django.http import QueryDict
from rest_framework import serializers as s
from rest_framework.request import Request

from api.common.base_schema import Shape
from api.common.errors import MalformedError
from api.common.strict_fields import StrictBooleanField, StrictTextField, StrictUUIDField
from api.common.upload_field import UploadField
from foundation.errors import FieldError, wrong_field
from morelkit.text.storable_text import value_fault

_FILES = "files"


class CheckSerializer(Shape):
    """`phase`: slug or id; by default the one that the items belong to."""

    files = s.ListField(child=UploadField(allow_empty_file=True), allow_empty=False)
    phase = StrictTextField(required=False, allow_blank=True, max_length=50, default="")


class SubmitSerializer(CheckSerializer):
    """`answers`: those of the fact sheet, as a JSON object. `upload_id`: a new UUID for every upload."""

    system = StrictTextField(max_length=100)
    answers = StrictTextField(required=False, allow_blank=True, max_length=1_000_000, default="")
    kind = s.ChoiceField(choices=["team", "trial"], required=False)
    upload_id = StrictUUIDField(required=False)


class DisqualifySerializer(Shape):
    """`reason`: what its team reads; required to disqualify."""

    disqualified = StrictBooleanField(required=False, default=True)
    reason = StrictTextField(required=False, allow_blank=True, max_length=500, default="")


class BaselinesSerializer(Shape):
    """`phase`: slug or id."""

    phase = StrictTextField(max_length=50)


def form_content(request: Request) -> Any:
    """Return the content of a form whose files may be several. Other fields that are repeated are refused."""
    data = request.data
    if not isinstance(data, QueryDict):
        return data
    repeated = [name for name, given in data.lists() if name != _FILES and len(given) > 1]
    if repeated:
        errors = [FieldError(f"/{name}", "repeated_field", "Given more than once.") for name in repeated]
        detail = f"The field /{repeated[0]} is given more than once."
        raise MalformedError(detail, code="repeated_field", errors=errors)
    content: dict[str, Any] = {name: data[name] for name in data if name != _FILES}
    if _FILES in data:
        content[_FILES] = data.getlist(_FILES)
    return content


def uploaded_files(fields: Mapping[str, Any]) -> list[tuple[str, IO[bytes]]]:
    return [(upload.name, upload.file) for upload in fields[_FILES]]


def answers_of(text: str) -> Any:
    """Return the value of a text that is JSON, {} for "". Raises InvalidError."""
    try:
        content = orjson.loads(text) if text else {}
    except orjson.JSONDecodeError:
        raise wrong_field("answers", "The answers are not JSON.", "not_json") from None
    if fault := value_fault(content):
        raise wrong_field("answers", f"A text {fault}.", "unstorable_text")
    return content
