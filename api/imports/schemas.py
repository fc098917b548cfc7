"""Requests for imports."""

from rest_framework import serializers as s

from annotation.queries.imports.import_list import ImportKind, ItemKind
from api.common.base_schema import Shape
from api.common.upload_field import UploadField


class UploadSerializer(Shape):
    file = UploadField()
    kind = s.ChoiceField(choices=ImportKind.choices)


class StartImportSerializer(Shape):
    mapping = s.DictField(child=s.CharField(), required=False, default=dict)
    item_kind = s.ChoiceField(choices=ItemKind.choices, required=False, default=ItemKind.WORK)
