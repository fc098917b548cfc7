"""Requests for imports."""

from rest_framework import serializers as s

from annotation.queries.imports.import_list import FILE_FORMATS, UPLOADED_KINDS, ItemKind
from api.common.base_schema import Shape
from api.common.strict_fields import StrictBooleanField, StrictTextField
from api.common.upload_field import UploadField


class UploadSerializer(Shape):
    """`format`: that of the file, in place of the detected one."""

    file = UploadField()
    kind = s.ChoiceField(choices=UPLOADED_KINDS)
    format = s.ChoiceField(choices=FILE_FORMATS, required=False, default="auto")


class UploadImagesSerializer(Shape):
    """`file`: a zip file."""

    file = UploadField()


class StartImportSerializer(Shape):
    """`language`: of items whose record does not say theirs.

    `project_spans`: if the unit of the scheme is claims, spans of annotations mark the claims that they cover.
    Otherwise a span that is not exactly one claim is refused.
    """

    mapping = s.DictField(child=StrictTextField(), required=False, default=dict)
    language = StrictTextField(required=False, allow_blank=True, max_length=64, default="")
    item_kind = s.ChoiceField(choices=ItemKind.choices, required=False, default=ItemKind.WORK)
    project_spans = StrictBooleanField(required=False)
