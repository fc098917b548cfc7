"""Releases."""

from rest_framework import serializers as s

from annotation.domain.release.compare import MAX_LISTED
from annotation.models import Release
from api.fields import StrictBooleanField
from api.serializers.shape import Shape


class PartCountsSerializer(Shape):
    language = s.CharField()
    split = s.CharField()
    items = s.IntegerField()
    annotations = s.IntegerField()
    spans = s.IntegerField()
    excluded = s.IntegerField(help_text="Annotations left out with a reason.")


class ReleaseSerializer(Shape):
    """`done` of `total`: how far its building is. `held_back`: an embargo goes on."""

    id = s.IntegerField()
    name = s.CharField()
    state = s.ChoiceField(choices=Release.State.choices)
    done = s.IntegerField()
    total = s.IntegerField()
    policy = s.CharField(help_text="In words.")
    evidence = s.BooleanField()
    comments = s.BooleanField()
    counts = PartCountsSerializer(many=True)
    left_out = s.IntegerField(help_text="Items with too few annotations.")
    manifest_sha256 = s.CharField(allow_blank=True)
    frozen_at = s.DateTimeField(allow_null=True)
    embargo = s.ListField(child=s.CharField(), help_text="Splits whose gold was held back when it was built.")
    opens_on = s.DateField(allow_null=True)
    held_back = s.BooleanField()
    reissue_due = s.BooleanField(help_text="It is being built anew without somebody's comments.")
    withdrawn_at = s.DateTimeField(allow_null=True)
    withdrawn_reason = s.CharField(allow_blank=True)
    message = s.CharField(allow_blank=True, help_text="Why it could not be built.")
    notes = s.CharField(allow_blank=True, help_text="Markdown.")
    created_by = s.CharField(allow_blank=True, help_text="Empty: on the command line.")
    created_at = s.DateTimeField()


class SplitsSerializer(Shape):
    """`shares`: whole numbers of parts. `rename`: a pattern with {split}, {lang} and {n}; empty for no change."""

    by = s.ChoiceField(choices=["none", "field", "share", "list"], required=False)
    field = s.CharField(required=False, max_length=200, trim_whitespace=False)
    shares = s.DictField(child=s.IntegerField(), required=False)
    lists = s.DictField(
        child=s.ListField(child=s.CharField(max_length=500, trim_whitespace=False)), required=False
    )
    rename = s.CharField(required=False, allow_blank=True, max_length=100)


_POLICY = "As words, such as threshold=2/3 ties=in; what is not said is the project's."


class PreviewReleaseSerializer(Shape):
    policy = s.CharField(required=False, allow_blank=True, default="", max_length=1_000, help_text=_POLICY)
    languages = s.ListField(child=s.CharField(max_length=64), required=False, default=list)


class NewReleaseSerializer(PreviewReleaseSerializer):
    name = s.CharField(max_length=60)
    splits = SplitsSerializer(required=False, default=dict)
    evidence = StrictBooleanField(required=False, default=False)
    comments = StrictBooleanField(required=False, default=False)
    imported_ids = StrictBooleanField(required=False, default=False)
    parquet = StrictBooleanField(required=False, default=False)
    license = s.CharField(required=False, allow_blank=True, default="", max_length=60)
    notes = s.CharField(required=False, allow_blank=True, default="", max_length=20_000)
    embargo = s.ListField(child=s.CharField(max_length=40), required=False, default=list)
    opens_on = s.DateField(required=False, allow_null=True, default=None)


class LanguagePreviewSerializer(Shape):
    language = s.CharField()
    minimum = s.IntegerField(help_text="Annotations an item needs.")
    items = s.IntegerField()
    left_out = s.IntegerField()


class ReleasePreviewSerializer(Shape):
    policy = s.CharField(help_text="In words.")
    parquet = s.BooleanField(help_text="Whether this server can write it.")
    languages = LanguagePreviewSerializer(many=True)


class WithdrawSerializer(Shape):
    reason = s.CharField(max_length=2_000, allow_blank=True)


_KINDS = ["added", "removed", "moved", "hard", "soft", "record"]


class ReasonSerializer(Shape):
    """`annotator`: the curator of what was decided; empty where it is the policy."""

    kind = s.ChoiceField(choices=["new", "revised", "excluded", "gone", "decided", "policy"])
    annotator = s.CharField(allow_blank=True)


class ReleaseChangeSerializer(Shape):
    """`before` and `after`: hard labels, null where the item is not there or the scheme has no spans."""

    id = s.CharField()
    language = s.CharField()
    split = s.CharField()
    kind = s.ChoiceField(choices=_KINDS)
    reasons = ReasonSerializer(many=True)
    before = s.ListField(child=s.ListField(child=s.IntegerField()), allow_null=True)
    after = s.ListField(child=s.ListField(child=s.IntegerField()), allow_null=True)


class KindCountSerializer(Shape):
    kind = s.ChoiceField(choices=_KINDS)
    items = s.IntegerField()


class PolicyChangeSerializer(Shape):
    what = s.CharField()
    before = s.CharField()
    after = s.CharField()


class ReleaseComparisonSerializer(Shape):
    __doc__ = f"`changes`: at most the first {MAX_LISTED:,} of them; `counts` has them all."

    before = s.CharField()
    after = s.CharField()
    items_before = s.IntegerField()
    items_after = s.IntegerField()
    renamed = s.IntegerField(help_text="Items that have another id now.")
    reused = s.IntegerField(help_text="Ids that denote another item now.")
    policy = PolicyChangeSerializer(many=True)
    counts = KindCountSerializer(many=True)
    changes = ReleaseChangeSerializer(many=True)
