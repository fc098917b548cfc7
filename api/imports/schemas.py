"""Requests for imports."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers as s

from annotation.queries.imports.import_list import ImportKind, ItemKind
from api.common.base_schema import Shape


@extend_schema_field(OpenApiTypes.BINARY)
class UploadField(s.FileField):
    """A file of a form. drf-spectacular would describe the URL of a stored one."""


class UploadSerializer(Shape):
    file = UploadField()
    kind = s.ChoiceField(choices=ImportKind.choices)


class StartImportSerializer(Shape):
    mapping = s.DictField(child=s.CharField(), required=False, default=dict)
    item_kind = s.ChoiceField(choices=ItemKind.choices, required=False, default=ItemKind.WORK)
