"""Requests and responses of the workspace and of an annotator's own work."""

from rest_framework import serializers as s

from annotation.models import Assignment
from api.common.base_schema import Shape
from api.common.content_schemas import MAX_KEY, ContentSerializer, ItemHeadSerializer
from api.common.problem import ProblemSerializer
from api.common.strict_fields import StrictBooleanField, StrictIntegerField, StrictTextField, StrictUUIDField
from api.projects.schemas import MyProgressSerializer
from api.references.schemas import ReferenceSerializer

STATUSES = ["new", "draft", "submitted", "edited"]


class AnnotationStateSerializer(Shape):
    """`revision`: number of the latest revision, 0 before the first save. `edited`: a draft after a submission."""

    revision = s.IntegerField()
    submitted_revision = s.IntegerField(allow_null=True)
    status = s.ChoiceField(choices=STATUSES)
    surplus = s.BooleanField()
    saved_at = s.DateTimeField(allow_null=True)
    content = ContentSerializer()


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
    """The service checks `content` against the answer and the scheme, and reports every problem in it."""

    save_id = StrictUUIDField()
    base_revision = StrictIntegerField(min_value=0)
    answer_sha256 = s.CharField(max_length=64)
    submit = StrictBooleanField()
    content = ContentSerializer()


class SaveRequestSerializer(SaveSerializer):
    content = s.DictField()  # type: ignore[assignment]  # the service reads it unparsed


class SavedSerializer(Shape):
    annotation = AnnotationStateSerializer()


class SaveConflictSerializer(ProblemSerializer):
    """`current`: the stored annotation, if `base_revision` is not its latest revision."""

    current = AnnotationStateSerializer(required=False)


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
