"""Requests for releases."""

from rest_framework import serializers as s

from api.common.base_schema import Shape
from api.common.strict_fields import StrictBooleanField, StrictIntegerField, StrictTextField
from morelkit.formats.annotation_fields import IN_RELEASES


class SplitsSerializer(Shape):
    """`shares`: whole numbers. `rename`: a pattern with {split}, {lang} and {n}; empty for no change.

    `group`: a field whose values are never in two splits. `stratify`: fields for whose values the shares hold too.
    `unannotated`: the split of items that nobody has annotated.
    """

    by = s.ChoiceField(choices=["none", "field", "share", "list"], required=False)
    field = StrictTextField(required=False, max_length=200)
    shares = s.DictField(child=StrictIntegerField(), required=False)
    group = StrictTextField(required=False, max_length=200)
    stratify = s.ListField(child=StrictTextField(max_length=200), required=False, max_length=10)
    lists = s.DictField(child=s.ListField(child=StrictTextField(max_length=500)), required=False)
    unannotated = StrictTextField(required=False, allow_blank=True, max_length=40)
    rename = StrictTextField(required=False, allow_blank=True, max_length=100)


_POLICY = "Text such as threshold=2/3 ties=in; absent parts are the project's."


class PreviewReleaseSerializer(Shape):
    policy = StrictTextField(
        required=False, allow_blank=True, default="", max_length=1_000, help_text=_POLICY
    )
    languages = s.ListField(child=StrictTextField(max_length=64), required=False, default=list)


class NewReleaseSerializer(PreviewReleaseSerializer):
    name = StrictTextField(max_length=60, trim_whitespace=True)
    splits = SplitsSerializer(required=False, default=dict)
    evidence = StrictBooleanField(required=False, default=False)
    comments = StrictBooleanField(required=False, default=False)
    annotation_fields = s.ListField(
        child=s.ChoiceField(choices=list(IN_RELEASES)),
        required=False,
        default=list,
        help_text="Fields of the raw annotations beside marks and item labels.",
    )
    imported_ids = StrictBooleanField(required=False, default=False)
    parquet = StrictBooleanField(required=False, default=False)
    images = StrictBooleanField(
        required=False,
        default=False,
        help_text="Include the original files of images; otherwise records name them by path and sha256.",
    )
    license = StrictTextField(
        required=False, allow_blank=True, default="", max_length=60, trim_whitespace=True
    )
    notes = StrictTextField(required=False, allow_blank=True, default="", max_length=20_000)
    withhold = s.ListField(
        child=StrictTextField(max_length=200),
        required=False,
        default=list,
        max_length=100,
        help_text="Fields that unlabelled records leave out.",
    )
    leave_out = s.ListField(
        child=StrictTextField(max_length=200),
        required=False,
        default=list,
        max_length=100,
        help_text="Fields that all records leave out.",
    )
    selection = StrictTextField(
        required=False,
        allow_blank=True,
        default="",
        max_length=60,
        help_text="Name of a selection: only its items are released.",
    )
    embargo = s.ListField(child=StrictTextField(max_length=40), required=False, default=list)
    opens_on = s.DateField(required=False, allow_null=True, default=None)


class PublishSerializer(Shape):
    published = StrictBooleanField()


class ShareSerializer(Shape):
    shared = StrictBooleanField()


class WithdrawSerializer(Shape):
    reason = StrictTextField(max_length=2_000, allow_blank=True)
