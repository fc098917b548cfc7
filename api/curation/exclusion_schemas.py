"""What leads take out of the count, what that does, and what they have taken out."""

from typing import Any

from rest_framework import serializers as s

from annotation.models import Exclusion
from api.common.base_schema import Change, Shape
from api.common.content_schemas import MAX_KEY
from api.common.strict_fields import StrictBooleanField, StrictIntegerField, StrictTextField
from foundation.models import Job
from morelkit.scheme.validity_rules import RULES


class SelectionSerializer(Shape):
    """Whose annotations, or by which rule of the project: in these languages or, with none, in all.

    With `item`, the one of an annotator. Only what counts is meant.
    """

    annotator = StrictTextField(
        required=False, default="", allow_blank=True, help_text="Key of their author."
    )
    rule = s.ChoiceField(choices=RULES, required=False, default="", allow_blank=True)
    languages = s.ListField(child=StrictTextField(), required=False, default=list, max_length=1_000)
    item = StrictIntegerField(required=False, default=None, allow_null=True, min_value=0, max_value=MAX_KEY)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if bool(attrs["annotator"]) == bool(attrs["rule"]) or (attrs["rule"] and attrs["item"] is not None):
            raise s.ValidationError("Say which: those of an annotator, or of a rule.", code="which")
        return attrs


class ExcludeSerializer(SelectionSerializer):
    """`expected`: how many annotations the preview told of. Where there are others by now, a 409 says how many.

    Where they are given, a 409 also says that the rule has another `threshold` than the preview told, or that the
    annotation of the item was submitted anew since its `revision`.
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


class EffectOnItemSerializer(Shape):
    id = s.IntegerField()
    external_id = s.CharField()
    language = s.CharField()
    direction = s.ChoiceField(choices=["ltr", "rtl"])
    question = s.CharField()
    n_before = s.IntegerField()
    n_after = s.IntegerField()
    agreement_before = s.FloatField(allow_null=True)
    agreement_after = s.FloatField(allow_null=True)
    marks_before = s.IntegerField(help_text="Of the gold.")
    marks_after = s.IntegerField()
    characters_before = s.IntegerField()
    characters_after = s.IntegerField()


class EffectOnLanguageSerializer(Shape):
    """`counted`: items with n ≥ 2, over which agreement is the mean."""

    language = s.CharField()
    annotations = s.IntegerField()
    items = s.IntegerField()
    gold_changed = s.IntegerField()
    agreement_before = s.FloatField(allow_null=True)
    agreement_after = s.FloatField(allow_null=True)
    counted_before = s.IntegerField()
    counted_after = s.IntegerField()


class ListedAnnotationSerializer(Shape):
    item = s.IntegerField()
    external_id = s.CharField()
    annotator = s.CharField()
    name = s.CharField()
    marks = s.IntegerField()
    active_seconds = s.IntegerField()


class EffectsSerializer(Shape):
    """`looked_at`: items of which it was worked out. `threshold`: the rule's, as it is now."""

    annotations = s.IntegerField()
    items = s.IntegerField()
    looked_at = s.IntegerField()
    policy = s.CharField()
    threshold = s.IntegerField()
    languages = EffectOnLanguageSerializer(many=True)
    gold_changed = s.IntegerField(help_text="Items whose marks or labels would be others, or none.")
    without_gold = s.IntegerField(
        help_text="Of these, those that would have fewer annotations than gold needs."
    )
    shown = EffectOnItemSerializer(many=True, help_text="Of these, the first; or the only item.")
    listed = ListedAnnotationSerializer(many=True, help_text="The first of the annotations.")


class ExclusionSerializer(Shape):
    """`out`: of the `annotations` that it took out of the count, those that have not come back.

    `state` and what follows: where it is too much for a request, the job that carries it out or takes it back.
    """

    id = s.IntegerField()
    kind = s.ChoiceField(choices=Exclusion.Kind.choices)
    at = s.DateTimeField()
    by = s.CharField(allow_blank=True)
    reason = s.CharField()
    annotator = s.CharField(allow_blank=True)
    name = s.CharField(allow_blank=True)
    rule = s.ChoiceField(choices=["", *RULES])
    threshold = s.IntegerField()
    languages = s.ListField(child=s.CharField())
    item = s.IntegerField(allow_null=True)
    external_id = s.CharField(allow_blank=True)
    annotations = s.IntegerField()
    out = s.IntegerField()
    undone_at = s.DateTimeField(allow_null=True)
    undone_by = s.CharField(allow_blank=True)
    state = s.ChoiceField(choices=Job.State.choices)
    done = s.IntegerField()
    total = s.IntegerField()
    message = s.CharField(allow_blank=True)


class IncludeSerializer(Shape):
    annotator = StrictTextField(help_text="Key of its author.")


class ValiditySerializer(Shape):
    """`empty`: nothing marked, and not said that there is nothing to mark. `unsure`: nothing marked, and unsure.

    `fast`: in fewer seconds. `checks`: by those who have passed fewer per cent of their hidden checks. 0: off.
    """

    empty = s.BooleanField()
    unsure = s.BooleanField()
    fast = s.IntegerField()
    checks = s.IntegerField()


class ChangeValiditySerializer(Change):
    empty = StrictBooleanField(required=False)
    unsure = StrictBooleanField(required=False)
    fast = StrictIntegerField(required=False)
    checks = StrictIntegerField(required=False)
