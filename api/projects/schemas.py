"""Requests for projects and their schemes."""

from typing import get_args

from rest_framework import serializers as s

from annotation.queries.projects.access import AssignmentPolicy
from annotation.queries.projects.project_scheme import (
    ChoiceData,
    ConsistencyRuleData,
    ItemLabelData,
    SpanLabelData,
)
from api.common.base_schema import Change, Shape
from api.common.response_schema import describes
from api.common.strict_fields import StrictBooleanField, StrictIntegerField, StrictTextField
from morelkit.formats.registry import NAMES
from morelkit.scheme.schemes import PRESET_NAMES, Unit
from morelkit.text.normalization import POLICIES


def _texts() -> s.DictField:
    return s.DictField(
        child=StrictTextField(), help_text="Translations of the text, by language of the interface."
    )


@describes(ChoiceData)
class ChoiceSerializer(Shape):
    name = StrictTextField()
    text = StrictTextField()
    key = StrictTextField(allow_blank=True)
    texts = _texts()


@describes(ItemLabelData)
class ItemLabelSerializer(Shape):
    name = StrictTextField()
    text = StrictTextField()
    required = StrictBooleanField()  # type: ignore[assignment]  # a field of the shape, not of the class
    choices = ChoiceSerializer(many=True)
    texts = _texts()


@describes(SpanLabelData)
class SpanLabelSerializer(Shape):
    name = StrictTextField()
    text = StrictTextField()
    color = StrictIntegerField()
    key = StrictTextField(allow_blank=True)
    texts = _texts()


@describes(ConsistencyRuleData)
class ConsistencyRuleSerializer(Shape):
    """`condition` contradicts `choice`, a `label:choice` of an item label.

    `condition`: `any mark`, `no mark`, the name of a span label, or `label:choice` of another item label. Filters and
    annotations name a rule by its code, `condition & choice`.
    """

    condition = StrictTextField()
    choice = StrictTextField()


class WriteSchemeSerializer(Shape):
    """`version`: the one that was changed. Evidence stays as it is, and so do the rules and unit that are not given."""

    version = StrictIntegerField()
    span_labels = SpanLabelSerializer(many=True)
    item_labels = ItemLabelSerializer(many=True)
    consistency_rules = ConsistencyRuleSerializer(many=True, required=False)
    unit = s.ChoiceField(choices=list(get_args(Unit)), required=False)


class WriteSchemeRequestSerializer(WriteSchemeSerializer):
    described_by = WriteSchemeSerializer
    # Read as they are, by the service, which names every problem in them.
    span_labels = s.ListField(max_length=100)  # type: ignore[assignment]  # another kind of field
    item_labels = s.ListField(max_length=100)  # type: ignore[assignment]  # another kind of field
    consistency_rules = s.ListField(  # type: ignore[assignment]  # another kind of field
        max_length=100, required=False
    )


class NewProjectSerializer(Shape):
    """`records`: the record format; without it, that of the preset.

    `like`: the slug of a project one leads, for what is not given. `lead`: a user name; "" is oneself.
    """

    slug = StrictTextField(max_length=50)
    name = StrictTextField(required=False, allow_blank=True)
    description = StrictTextField(required=False, allow_blank=True, max_length=10_000)
    languages = s.ListField(child=StrictTextField(), required=False, max_length=1_000)
    preset = s.ChoiceField(choices=PRESET_NAMES, required=False)
    records = s.ChoiceField(choices=NAMES, required=False)
    like = StrictTextField(required=False, max_length=50)
    redundancy = StrictIntegerField(required=False)
    assignment = s.ChoiceField(choices=AssignmentPolicy.choices, required=False)
    assignment_field = StrictTextField(required=False, max_length=200)
    quota = StrictIntegerField(required=False, min_value=0, max_value=1_000_000)
    lead = StrictTextField(required=False, allow_blank=True, max_length=150)


class ChangeLanguageSerializer(Change):
    """`redundancy` 0: that of the project."""

    closed = StrictBooleanField(required=False)
    redundancy = StrictIntegerField(required=False, min_value=0)


class SetArchivedSerializer(Shape):
    archived = StrictBooleanField()


class ChangeProjectSerializer(Change):
    """`quota`: items a person may have, 0 for any number. `sample`, `question_cap`: only of a balanced sample.

    `policy`: in force once all is recomputed under it; until then it is `next_policy`.

    `assignment`: until items are assigned; `field` needs an `assignment_field`, and the redundancy is 1 then.
    `languages`: all of them, or none so that imports add theirs.

    `notice_after`: in seconds, 0 for never; `notice_repeats`: again each time they have passed.

    `anonymity_reason`: required where `anonymous` shows names again.
    """

    name = StrictTextField(required=False)
    description = StrictTextField(required=False, allow_blank=True, max_length=10_000)
    redundancy = StrictIntegerField(required=False)
    quota = StrictIntegerField(required=False, min_value=0, max_value=1_000_000)
    sample = StrictIntegerField(required=False, min_value=1, max_value=1_000_000)
    question_cap = StrictIntegerField(required=False, min_value=0)
    notice_after = StrictIntegerField(required=False)
    notice_repeats = StrictBooleanField(required=False)
    other_sources = StrictBooleanField(required=False)
    anonymous = StrictBooleanField(required=False)
    anonymity_reason = StrictTextField(required=False, allow_blank=True)
    adjudication = StrictBooleanField(required=False)
    evidence = s.ChoiceField(choices=["off", "optional", "required"], required=False)
    policy = s.ChoiceField(choices=list(POLICIES), required=False)
    assignment = s.ChoiceField(choices=AssignmentPolicy.choices, required=False)
    assignment_field = StrictTextField(required=False, max_length=200)
    languages = s.ListField(child=StrictTextField(), required=False, max_length=1_000)
