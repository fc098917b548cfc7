"""What an annotator's browser is given, and sends."""

from rest_framework import serializers as s

from annotation.models import Assignment, Page
from annotation.queries.shapes import SpanContent
from api.fields import StrictBooleanField, StrictIntegerField, StrictTextField, StrictUUIDField
from api.response_schema import describes
from api.serializers.projects import MyProgressSerializer
from api.serializers.references import ReferenceSerializer
from api.serializers.shape import Shape

LINK_KINDS = ["wikipedia", "other"]
STATUSES = ["new", "draft", "submitted", "edited"]
MAX_KEY = 2**63 - 1


@describes(SpanContent)
class SpanSerializer(Shape):
    """Half-open, in code points of the answer."""

    id = s.CharField()
    start = s.IntegerField()
    end = s.IntegerField()
    label = s.CharField()  # type: ignore[assignment]  # a field of the shape, not of the class


class LinkSerializer(Shape):
    """Only `url` is read; the rest is always there in answers, under the title the page has.

    `reference`: the snapshot, once it is stored; `state` and `problem` as there.
    """

    url = s.CharField()
    language = s.CharField(allow_blank=True)
    title = s.CharField(allow_blank=True)
    kind = s.ChoiceField(choices=LINK_KINDS, required=False)
    revision = s.CharField(allow_blank=True, required=False, help_text="Where the link names an old one.")
    reference = s.IntegerField(allow_null=True, required=False)
    state = s.ChoiceField(choices=Page.State.choices, required=False)
    problem_code = s.CharField(allow_blank=True, required=False)
    problem = s.CharField(allow_blank=True, required=False)


class EvidenceSerializer(Shape):
    """For a span, by its id: a passage of a snapshot, or that the reference is silent.

    `start` and `end` are code points of the snapshot's extract, `exact` is what stands there, `prefix` and `suffix` the
    32 characters around it. Where it is silent they are 0 and empty, and `snapshot` may be null.
    """

    span = s.CharField()
    kind = s.ChoiceField(choices=["passage", "silent"])
    snapshot = s.IntegerField(allow_null=True)
    start = s.IntegerField()
    end = s.IntegerField()
    exact = s.CharField(allow_blank=True)
    prefix = s.CharField(allow_blank=True)
    suffix = s.CharField(allow_blank=True)


class ContentSerializer(Shape):
    spans = SpanSerializer(many=True)
    labels = s.DictField(child=s.CharField())
    nothing_to_mark = s.BooleanField()
    unsure = s.BooleanField()
    comment = s.CharField(allow_blank=True)
    links = LinkSerializer(many=True)
    evidence = EvidenceSerializer(
        many=True, required=False, help_text="Always there in answers; not sent, none."
    )
    active_seconds = s.IntegerField()


class AnnotationStateSerializer(Shape):
    """`revision`: number of the head, 0 before the first save. `edited`: a draft over a submitted revision."""

    revision = s.IntegerField()
    submitted_revision = s.IntegerField(allow_null=True)
    status = s.ChoiceField(choices=STATUSES)
    surplus = s.BooleanField()
    saved_at = s.DateTimeField(allow_null=True)
    content = ContentSerializer()


class ItemHeadSerializer(Shape):
    id = s.IntegerField()
    external_id = s.CharField()
    language = s.CharField()
    spelling = s.CharField()
    direction = s.ChoiceField(choices=["ltr", "rtl"])
    question = s.CharField()


class WorkItemSerializer(ItemHeadSerializer):
    answer = s.CharField()
    answer_sha256 = s.CharField()
    reference = ReferenceSerializer(allow_null=True)
    reference_url = s.CharField()
    scheme_version = s.IntegerField(help_text="Of the scheme in force.")
    annotation = AnnotationStateSerializer()
    assigned = s.ChoiceField(choices=Assignment.State.choices)
    unread = s.IntegerField(help_text="Messages of one's thread that one has not seen.")
    previous = s.IntegerField(allow_null=True, help_text="Among one's own items, as they were given.")
    next = s.IntegerField(allow_null=True)


class NextRequestSerializer(Shape):
    beside = StrictIntegerField(required=False, min_value=0, max_value=MAX_KEY)


REASONS = ["done", "no_items", "closed", "paused", "quota", "guidelines", "training", "not_qualified"]


class NextSerializer(Shape):
    item = WorkItemSerializer(allow_null=True)
    reason = s.ChoiceField(choices=["", *REASONS])
    mine = MyProgressSerializer()


class SaveSerializer(Shape):
    """`content` is checked against the answer and the scheme by the service, which names every problem in it."""

    save_id = StrictUUIDField()
    base_revision = StrictIntegerField(min_value=0)
    answer_sha256 = s.CharField(max_length=64)
    submit = StrictBooleanField()
    content = ContentSerializer()


class SaveRequestSerializer(SaveSerializer):
    content = s.DictField()  # type: ignore[assignment]  # read as it is, by the service


class SavedSerializer(Shape):
    annotation = AnnotationStateSerializer()


class SkipSerializer(Shape):
    reason = StrictTextField(allow_blank=True)


class MyAnnotationSerializer(Shape):
    item = s.IntegerField()
    external_id = s.CharField()
    language = s.CharField()
    direction = s.ChoiceField(choices=["ltr", "rtl"])
    question = s.CharField()
    status = s.ChoiceField(choices=[*STATUSES, "skipped"])
    saved_at = s.DateTimeField(allow_null=True)
    spans = s.IntegerField()
    nothing_to_mark = s.BooleanField()
    unsure = s.BooleanField()


class RevisionSerializer(Shape):
    number = s.IntegerField()
    saved_at = s.DateTimeField()
    submit = s.BooleanField()
    content = ContentSerializer()


class TodaySerializer(Shape):
    """`unread`: threads with something unread; for leads, threads that wait for an answer."""

    submitted = s.IntegerField()
    active_seconds = s.IntegerField()
    unread = s.IntegerField()
