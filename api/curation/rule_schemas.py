"""Requests for rules that decide on many items."""

from rest_framework import serializers as s

from api.common.base_schema import Shape
from api.common.content_schemas import MAX_KEY
from api.common.strict_fields import StrictBooleanField, StrictIntegerField, StrictTextField
from morelkit.gold.decision_rules import BOUNDARIES, MAX_DIFFERENCE


class DecisionRuleSerializer(Shape):
    """`gold` belongs to ties, `characters` and `take` to boundaries. `language`: that of the items; empty: all."""

    kind = s.ChoiceField(choices=["ties", "boundaries"])
    gold = StrictBooleanField(required=False, default=False)
    characters = StrictIntegerField(required=False, default=1, min_value=1, max_value=MAX_DIFFERENCE)
    take = s.ChoiceField(choices=BOUNDARIES, required=False, default=BOUNDARIES[0])
    language = StrictTextField(required=False, default="", allow_blank=True)


class ApplyRuleSerializer(DecisionRuleSerializer):
    """`expected`: number of items in the preview. 409: there are more or fewer now."""

    expected = StrictIntegerField(min_value=0, max_value=MAX_KEY)
