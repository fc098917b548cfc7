"""Requests for sources."""

from typing import Any

from rest_framework import serializers as s

from annotation.queries.sources.exposure import ExposureMode
from api.common.base_schema import Change, Shape
from api.common.content_schemas import MAX_KEY
from api.common.strict_fields import StrictBooleanField, StrictIntegerField, StrictTextField
from api.common.upload_field import UploadField
from morelkit.formats.jsonl import JsonLineError, loads
from morelkit.formats.source_header import MAX_NAME, MAX_PROMPT, MAX_REFERENCE, MAX_VERSION


class SourceUploadSerializer(Shape):
    """Fields that are not blank replace those of the first line of the file."""

    file = UploadField()
    name = StrictTextField(required=False, allow_blank=True, max_length=MAX_NAME, default="")
    version = StrictTextField(required=False, allow_blank=True, max_length=MAX_VERSION, default="")
    prompt = StrictTextField(required=False, allow_blank=True, max_length=MAX_PROMPT, default="")
    prompt_sha256 = StrictTextField(required=False, allow_blank=True, max_length=64, default="")
    parameters = StrictTextField(
        required=False, allow_blank=True, max_length=100_000, default="", help_text="A JSON object."
    )
    reference = StrictTextField(required=False, allow_blank=True, max_length=MAX_REFERENCE, default="")
    cost = StrictTextField(required=False, allow_blank=True, max_length=32, default="")
    currency = StrictTextField(required=False, allow_blank=True, max_length=3, default="")

    def validate_parameters(self, value: str) -> dict[str, Any]:
        try:
            return loads(value.encode()) if value else {}
        except JsonLineError as error:
            raise s.ValidationError(str(error)) from error


class ChangeSourceSerializer(Shape):
    archived = StrictBooleanField()


class SettleQuoteSerializer(Shape):
    """`start`: the chosen occurrence; null leaves the quote out."""

    start = StrictIntegerField(allow_null=True, min_value=0)


class ChangeExposurePolicySerializer(Change):
    """`source`: the id of a source in use. `blind_share`: per cent of the items that stay blind, 20 to 100."""

    mode = s.ChoiceField(choices=ExposureMode.choices, required=False)
    source = StrictIntegerField(  # type: ignore[assignment]  # a field of the shape, not of the class
        required=False, min_value=0, max_value=MAX_KEY
    )
    blind_share = StrictIntegerField(required=False)
