"""Imports."""

from rest_framework import serializers as s

from annotation.models import Import, Item
from api.common.base_schema import Shape
from morelkit.formats.column_mapping import FIELDS

FIELD_NAMES = [field.name for field in FIELDS]


class ImportFieldSerializer(Shape):
    name = s.ChoiceField(choices=FIELD_NAMES)
    required = s.BooleanField()  # type: ignore[assignment]  # a field of the shape, not of the class


class ImportProblemSerializer(Shape):
    file = s.CharField()
    line = s.IntegerField()
    field = s.CharField()
    code = s.CharField()
    detail = s.CharField()


class ImportWarningSerializer(Shape):
    code = s.ChoiceField(choices=["blank_answer", "unreadable", "with_annotations", "without_gold"])
    count = s.IntegerField()
    detail = s.CharField()


class ImportSerializer(Shape):
    id = s.IntegerField()
    kind = s.ChoiceField(choices=Import.Kind.choices)
    state = s.ChoiceField(choices=Import.State.choices)
    filename = s.CharField()
    format = s.ChoiceField(choices=["jsonl", "csv", "tsv"])
    encoding = s.CharField()
    delimiter = s.CharField(allow_blank=True)
    columns = s.ListField(child=s.CharField())
    mapping = s.DictField(child=s.CharField())
    item_kind = s.ChoiceField(
        choices=Item.Kind.choices, help_text="Of items whose record does not say theirs."
    )
    fields = s.ListField(child=ImportFieldSerializer())  # type: ignore[assignment]  # a field of the shape
    preview = s.ListField(child=s.DictField(child=s.CharField()))
    done = s.IntegerField()
    total = s.IntegerField()
    added = s.IntegerField()
    unchanged = s.IntegerField()
    differing = s.IntegerField()
    problems = ImportProblemSerializer(many=True)
    problem_count = s.IntegerField()
    warnings = ImportWarningSerializer(many=True)
    message = s.CharField(allow_blank=True)
    created_at = s.DateTimeField()
    created_by = s.CharField(allow_blank=True)
    undoable = s.BooleanField()


class UploadSerializer(Shape):
    file = s.FileField()
    kind = s.ChoiceField(choices=Import.Kind.choices)


class StartImportSerializer(Shape):
    mapping = s.DictField(child=s.CharField(), required=False, default=dict)
    item_kind = s.ChoiceField(choices=Item.Kind.choices, required=False, default=Item.Kind.WORK)
