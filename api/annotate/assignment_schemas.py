"""Requests and responses of a lead's bulk actions on items."""

from rest_framework import serializers as s

from annotation.services.annotate.surplus import ACCEPTED, LEFT_OUT, WAITING
from api.common.base_schema import Shape
from api.common.strict_fields import StrictBooleanField, StrictTextField
from api.items.chosen_items import ChosenSerializer


class AssignSerializer(ChosenSerializer):
    annotator = StrictTextField(help_text="Key of a member.")


class UnassignSerializer(ChosenSerializer):
    """`annotator` empty: all annotators."""

    annotator = StrictTextField(required=False, default="", allow_blank=True)


class ReopenSerializer(UnassignSerializer):
    """`undo`: the latest submissions count again."""

    undo = StrictBooleanField(required=False, default=False)


class DecisionSerializer(Shape):
    annotator = StrictTextField()
    decision = s.ChoiceField(choices=[ACCEPTED, LEFT_OUT, WAITING])
