"""Requests and responses of a lead's bulk actions on items."""

from typing import Any

from rest_framework import serializers as s

from annotation.services.annotate.surplus import ACCEPTED, LEFT_OUT, WAITING
from api.common.base_schema import Shape
from api.common.content_schemas import MAX_KEY
from api.common.strict_fields import StrictBooleanField, StrictIntegerField, StrictTextField
from api.items.chosen_items import ChosenSerializer


class AssignSerializer(ChosenSerializer):
    annotator = StrictTextField(help_text="Key of a member.")


class UnassignSerializer(ChosenSerializer):
    """`annotator` empty: all annotators."""

    annotator = StrictTextField(required=False, default="", allow_blank=True)


class ReopenSerializer(UnassignSerializer):
    """`undo`: the latest submissions count again. `revision` names the submitted revision of a single annotation."""

    undo = StrictBooleanField(required=False, default=False)
    reason = StrictTextField(
        required=False, default="", allow_blank=True, help_text="What to change, shown to the annotators."
    )
    revision = StrictIntegerField(required=False, min_value=1, max_value=MAX_KEY)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        attrs = super().validate(attrs)
        if "revision" in attrs and (not attrs["annotator"] or len(attrs.get("items", [])) != 1):
            raise s.ValidationError("A revision belongs to one item of one annotator.", code="which")
        return attrs


class DecisionSerializer(Shape):
    annotator = StrictTextField()
    decision = s.ChoiceField(choices=[ACCEPTED, LEFT_OUT, WAITING])
