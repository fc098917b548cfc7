"""Requests for exclusions."""

from typing import Any

from rest_framework import serializers as s

from annotation.services.annotate.assignment import MAX_ITEMS
from api.common.base_schema import Change, Shape
from api.common.content_schemas import MAX_KEY
from api.common.strict_fields import StrictBooleanField, StrictIntegerField, StrictTextField
from api.items.item_filter import ItemFilterSerializer
from morelkit.scheme.validity_rules import RULES


class SelectionSerializer(Shape):
    """Counted annotations of an annotator, or found by a rule, in the given languages; none: all.

    With `item`, only the annotation of that item. With `items` or `filter`, only those of these items, of the annotator
    or of everybody.
    """

    annotator = StrictTextField(required=False, default="", allow_blank=True, help_text="Key of the author.")
    rule = s.ChoiceField(choices=RULES, required=False, default="", allow_blank=True)
    languages = s.ListField(child=StrictTextField(), required=False, default=list, max_length=1_000)
    item = StrictIntegerField(required=False, default=None, allow_null=True, min_value=0, max_value=MAX_KEY)

    items = s.ListField(
        child=StrictIntegerField(min_value=0, max_value=MAX_KEY), required=False, max_length=MAX_ITEMS
    )
    filter = ItemFilterSerializer(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        ways = [attrs["item"] is not None, "items" in attrs, "filter" in attrs]
        if sum(ways) > 1:
            raise s.ValidationError("Say which: item, items or filter.", code="which")
        of_all = "items" in attrs or "filter" in attrs
        if (attrs["annotator"] and attrs["rule"]) or (attrs["rule"] and any(ways)):
            raise s.ValidationError("A rule is not limited to an annotator or to items.", code="which")
        if not (attrs["annotator"] or attrs["rule"] or of_all):
            raise s.ValidationError("Say which: those of an annotator, of a rule, or of items.", code="which")
        return attrs


class ExcludeSerializer(SelectionSerializer):
    """`expected`: number of annotations in the preview. 409: there are more or fewer now.

    If given, `threshold` and `revision` are compared too. 409: the rule has changed, or the annotation of the item was
    submitted again.
    """

    reason = StrictTextField()
    expected = StrictIntegerField(min_value=0, max_value=MAX_KEY)
    threshold = StrictIntegerField(required=False, default=None, allow_null=True, min_value=0)
    revision = StrictIntegerField(required=False, default=None, allow_null=True, min_value=0)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        attrs = super().validate(attrs)
        if attrs["revision"] is not None and attrs["item"] is None:
            raise s.ValidationError("Only of an item is one revision meant.", code="which")
        return attrs


class IncludeSerializer(Shape):
    annotator = StrictTextField(help_text="Key of the author.")


class ChangeValiditySerializer(Change):
    empty = StrictBooleanField(required=False)
    unsure = StrictBooleanField(required=False)
    fast = StrictIntegerField(required=False)
    checks = StrictIntegerField(required=False)
