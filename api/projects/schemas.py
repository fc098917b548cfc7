"""Projects, their schemes, and their figures."""

from rest_framework import serializers as s

from annotation.models import Membership, Project
from api.common.base_schema import Change, Shape
from api.common.strict_fields import StrictBooleanField, StrictIntegerField, StrictTextField
from morelkit.scheme.schemes import PRESETS
from morelkit.text.normalization import POLICIES


class MyProgressSerializer(Shape):
    """Of the person's own work. `todo`: held and not begun. `items`: work items in their languages.

    `today`: submitted since midnight, where the person is.
    """

    todo = s.IntegerField()
    submitted = s.IntegerField()
    drafts = s.IntegerField()
    skipped = s.IntegerField()
    items = s.IntegerField()
    today = s.IntegerField()


class ProjectProgressSerializer(Shape):
    items = s.IntegerField()
    complete = s.IntegerField()
    annotations = s.IntegerField()


class CurrentDraftSerializer(Shape):
    item = s.IntegerField()
    question = s.CharField()
    spans = s.IntegerField()


class ProjectCardSerializer(Shape):
    slug = s.CharField()
    name = s.CharField()
    description = s.CharField()
    role = s.ChoiceField(choices=Membership.Role.choices)
    languages = s.ListField(child=s.CharField())
    mine = MyProgressSerializer()
    project = ProjectProgressSerializer()
    agreement = s.FloatField(allow_null=True)
    counted = s.IntegerField()
    policy = s.CharField()
    current = CurrentDraftSerializer(allow_null=True)


class ChoiceSerializer(Shape):
    name = s.CharField()
    text = s.CharField()
    key = s.CharField(allow_blank=True)


class ItemLabelSerializer(Shape):
    name = s.CharField()
    text = s.CharField()
    required = s.BooleanField()  # type: ignore[assignment]  # a field of the shape, not of the class
    choices = ChoiceSerializer(many=True)


class SpanLabelSerializer(Shape):
    name = s.CharField()
    text = s.CharField()
    color = s.IntegerField()
    key = s.CharField(allow_blank=True)


class SchemeSerializer(Shape):
    version = s.IntegerField()
    uses_spans = s.BooleanField()
    span_labels = SpanLabelSerializer(many=True)
    item_labels = ItemLabelSerializer(many=True)
    evidence = s.ChoiceField(choices=["off", "optional", "required"])


class WriteSchemeSerializer(Shape):
    """`version`: the one that was changed. Evidence stays as it is."""

    version = StrictIntegerField()
    span_labels = SpanLabelSerializer(many=True)
    item_labels = ItemLabelSerializer(many=True)


class WriteSchemeRequestSerializer(WriteSchemeSerializer):
    # Read as they are, by the service, which names every problem in them.
    span_labels = s.ListField(max_length=100)  # type: ignore[assignment]  # another kind of field
    item_labels = s.ListField(max_length=100)  # type: ignore[assignment]  # another kind of field


class ProjectLanguageSerializer(Shape):
    language = s.CharField()
    spelling = s.CharField()
    redundancy = s.IntegerField()
    own_redundancy = s.IntegerField(allow_null=True, help_text="Where it differs from the project's.")
    closed = s.BooleanField()


class ProjectSerializer(Shape):
    slug = s.CharField()
    name = s.CharField()
    description = s.CharField()
    role = s.ChoiceField(choices=Membership.Role.choices)
    assignment = s.ChoiceField(choices=Project.AssignmentPolicy.choices)
    redundancy = s.IntegerField()
    quota = s.IntegerField(help_text="Items a person may have; 0: any number.")
    sample = s.IntegerField(help_text="Items of each question, prompt and model, where it is balanced.")
    notice_after = s.IntegerField(help_text="Seconds spent on an item after which one is told so; 0: never.")
    policy = s.CharField()
    next_policy = s.CharField(help_text="Chosen, and in force once all is recomputed under it; blank: none.")
    anonymous = s.BooleanField(help_text="Leads see pseudonyms, not names.")
    adjudication = s.BooleanField(help_text="Curators decide on items, and gold says where it comes from.")
    other_sources = s.BooleanField(help_text="Links may lead elsewhere than to Wikipedia.")
    languages = ProjectLanguageSerializer(many=True)
    my_languages = s.ListField(child=s.CharField())
    scheme = SchemeSerializer()
    mine = MyProgressSerializer()


class NewProjectSerializer(Shape):
    """`like`: the slug of a project one leads, for what is not given. `lead`: a user name; "" is oneself."""

    slug = StrictTextField(max_length=50)
    name = StrictTextField(required=False, allow_blank=True)
    description = StrictTextField(required=False, allow_blank=True, max_length=10_000)
    languages = s.ListField(child=StrictTextField(), required=False, max_length=1_000)
    preset = s.ChoiceField(choices=list(PRESETS), required=False)
    like = StrictTextField(required=False, max_length=50)
    redundancy = StrictIntegerField(required=False)
    assignment = s.ChoiceField(choices=Project.AssignmentPolicy.choices, required=False)
    quota = StrictIntegerField(required=False, min_value=0, max_value=1_000_000)
    lead = StrictTextField(required=False, allow_blank=True, max_length=150)


class MadeProjectSerializer(Shape):
    slug = s.CharField()
    name = s.CharField()


class PresetSerializer(Shape):
    name = s.ChoiceField(choices=list(PRESETS))
    scheme = SchemeSerializer()


class ChangeLanguageSerializer(Change):
    """`redundancy` 0: that of the project."""

    closed = StrictBooleanField(required=False)
    redundancy = StrictIntegerField(required=False, min_value=0)


class ChangeProjectSerializer(Change):
    """`quota`: items a person may have, 0 for any number. `sample`: only of a balanced sample.

    `policy`: in force once all is recomputed under it; until then it is `next_policy`.

    `notice_after`: in seconds, 0 for never.
    """

    name = StrictTextField(required=False)
    description = StrictTextField(required=False, allow_blank=True, max_length=10_000)
    redundancy = StrictIntegerField(required=False)
    quota = StrictIntegerField(required=False, min_value=0, max_value=1_000_000)
    sample = StrictIntegerField(required=False, min_value=1, max_value=1_000_000)
    notice_after = StrictIntegerField(required=False)
    other_sources = StrictBooleanField(required=False)
    anonymous = StrictBooleanField(required=False)
    adjudication = StrictBooleanField(required=False)
    evidence = s.ChoiceField(choices=["off", "optional", "required"], required=False)
    policy = s.ChoiceField(choices=list(POLICIES), required=False)
